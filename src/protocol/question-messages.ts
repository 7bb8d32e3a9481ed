import type { LinkVerdict } from './link-messages.ts';
import {
  asRecord,
  BadField,
  count,
  flag,
  nullOr,
  oneOf,
  own,
  type Fields,
  type Readers,
  record,
  anyText,
  text,
} from './read-fields.ts';
import { readQuestionVerdict } from './read-verdict.ts';

/** What a question says that a held click waits for. */
export type GuardView =
  | {
      readonly kind: 'ask' | 'refuse';
      readonly answer: LinkVerdict;
      readonly href: string;
      readonly isForm: boolean;
    }
  | { readonly kind: 'checking' | 'slow'; readonly href: string; readonly isForm: boolean };

/** In the viewport of the frame that says it, CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * A frame has a question, and may be too small for it: the tab's own document draws it. Sent again under the same id it
 * says something else.
 */
export interface AskAbove {
  readonly type: 'ask-above';
  readonly id: string;
  readonly view: GuardView;
  /** Where the click was; null for a key. */
  readonly pointer: Point | null;
}

/** The frame that asked has no question any more. */
export interface CloseAbove {
  readonly type: 'close-above';
  readonly id: string;
}

/** From the tab's own document: what the reader said. */
export interface AnswerBelow {
  readonly type: 'answer-below';
  readonly frameId: number;
  readonly id: string;
  readonly goOn: boolean;
}

/** From the tab's own document, while it shows a question: whether the frame is there that asked it, and waits. */
export interface StillAsking {
  readonly type: 'still-asking';
  readonly frameId: number;
  readonly id: string;
}

export type QuestionRequest = AskAbove | CloseAbove | AnswerBelow | StillAsking;

export interface QuestionResponses {
  /** False: nobody draws it there, and nobody will answer. */
  'ask-above': { readonly isShown: boolean };
  'close-above': null;
  'answer-below': null;
  'still-asking': { readonly isAsking: boolean };
}

const MAX_ID_LENGTH = 100;

export const QUESTION_READERS: Readers<QuestionRequest> = {
  'ask-above': (from) => ({
    type: 'ask-above',
    id: text(from, 'id', MAX_ID_LENGTH),
    view: guardView(record(from, 'view')),
    pointer: nullOr(from, 'pointer', () => point(record(from, 'pointer'))),
  }),
  'close-above': (from) => ({ type: 'close-above', id: text(from, 'id', MAX_ID_LENGTH) }),
  'answer-below': (from) => ({
    type: 'answer-below',
    frameId: count(from, 'frameId'),
    id: text(from, 'id', MAX_ID_LENGTH),
    goOn: flag(from, 'goOn'),
  }),
  'still-asking': (from) => ({
    type: 'still-asking',
    frameId: count(from, 'frameId'),
    id: text(from, 'id', MAX_ID_LENGTH),
  }),
};

function guardView(from: Fields): GuardView {
  const kind = oneOf(from, 'kind', ['ask', 'refuse', 'checking', 'slow'], 'view');
  const rest = { href: anyText(from, 'href', 'view'), isForm: flag(from, 'isForm') };
  return kind === 'checking' || kind === 'slow'
    ? { kind, ...rest }
    : { kind, ...rest, answer: readQuestionVerdict(asRecord(own(from, 'answer'), 'view.answer')) };
}

function point(from: Fields): Point {
  return { x: coordinate(from, 'x'), y: coordinate(from, 'y') };
}

function coordinate(from: Fields, name: string): number {
  const value = own(from, name);
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new BadField('pointer', name);
  return value;
}
