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
  record,
  anyText,
  text,
} from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';
import { readQuestionVerdict } from './read-verdict.ts';

/** A question about a held click. */
export type GuardView =
  | {
      readonly kind: 'ask' | 'refuse';
      readonly answer: LinkVerdict;
      readonly href: string;
      readonly isForm: boolean;
    }
  | { readonly kind: 'checking' | 'slow'; readonly href: string; readonly isForm: boolean };

/** CSS pixels in the sending frame's viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The top document draws the question, because a frame may be too small. The same id again replaces the question. */
export interface AskInTopFrame {
  readonly type: 'ask-above';
  readonly id: string;
  readonly view: GuardView;
  /** Null if a key was pressed. */
  readonly pointer: Point | null;
}

/** Closes a question, card or toast. */
export interface CloseInTopFrame {
  readonly type: 'close-above';
  readonly id: string;
}

/** For when no document can show the question. The same id again replaces the question. */
export interface AskInWindow {
  readonly type: 'ask-in-window';
  readonly id: string;
  readonly view: GuardView;
}

export interface CloseWindow {
  readonly type: 'close-window';
  readonly id: string;
}

/** Answer from the top document. Null: the question is no longer visible there. */
export interface AnswerFrame {
  readonly type: 'answer-below';
  readonly frameId: number;
  readonly id: string;
  readonly goOn: boolean | null;
}

/** The top document asks whether the frame still waits. */
export interface StillAsking {
  readonly type: 'still-asking';
  readonly frameId: number;
  readonly id: string;
}

/**
 * Opens the link: browsers let this frame open no tab, since the reader agreed in another document. Once per answer.
 */
export interface OpenAgreed {
  readonly type: 'open-agreed';
  readonly id: string;
  readonly href: string;
  /** In a background tab, as by a middle click. */
  readonly isBehind: boolean;
}

/** Polled by the question's window. */
export interface GetQuestion {
  readonly type: 'get-question';
  readonly id: string;
}

export interface AnswerQuestion {
  readonly type: 'answer-question';
  readonly id: string;
  readonly goOn: boolean;
}

export type FrameQuestionRequest =
  | AskInTopFrame
  | CloseInTopFrame
  | AskInWindow
  | CloseWindow
  | AnswerFrame
  | StillAsking
  | OpenAgreed;

export type PageQuestionRequest = GetQuestion | AnswerQuestion;

export interface QuestionResponses {
  /** False: no answer will come. */
  'ask-above': { readonly isShown: boolean };
  'close-above': null;
  'ask-in-window': { readonly isShown: boolean };
  'close-window': null;
  /** Null: the frame no longer waits. */
  'get-question': { readonly view: GuardView | null };
  'answer-question': null;
  'answer-below': null;
  'still-asking': { readonly isAsking: boolean };
  'open-agreed': null;
}

export const MAX_ID_LENGTH = 100;

export const FRAME_QUESTION_READERS: Readers<FrameQuestionRequest> = {
  'ask-above': (from) => ({
    type: 'ask-above',
    id: idIn(from),
    view: readGuardView(record(from, 'view')),
    pointer: nullOr(from, 'pointer', () => pointIn(record(from, 'pointer'))),
  }),
  'close-above': (from) => ({ type: 'close-above', id: idIn(from) }),
  'ask-in-window': (from) => ({
    type: 'ask-in-window',
    id: idIn(from),
    view: readGuardView(record(from, 'view')),
  }),
  'close-window': (from) => ({ type: 'close-window', id: idIn(from) }),
  'answer-below': (from) => ({
    type: 'answer-below',
    frameId: count(from, 'frameId'),
    id: idIn(from),
    goOn: nullOr(from, 'goOn', () => flag(from, 'goOn')),
  }),
  'still-asking': (from) => ({
    type: 'still-asking',
    frameId: count(from, 'frameId'),
    id: idIn(from),
  }),
  'open-agreed': (from) => ({
    type: 'open-agreed',
    id: idIn(from),
    href: anyText(from, 'href'),
    isBehind: flag(from, 'isBehind'),
  }),
};

export const PAGE_QUESTION_READERS: Readers<PageQuestionRequest> = {
  'get-question': (from) => ({ type: 'get-question', id: idIn(from) }),
  'answer-question': (from) => ({ type: 'answer-question', id: idIn(from), goOn: flag(from, 'goOn') }),
};

function idIn(from: Fields): string {
  return text(from, 'id', MAX_ID_LENGTH);
}

export function readGuardView(from: Fields): GuardView {
  const kind = oneOf(from, 'kind', ['ask', 'refuse', 'checking', 'slow'], 'view');
  const rest = { href: anyText(from, 'href', 'view'), isForm: flag(from, 'isForm') };
  return kind === 'checking' || kind === 'slow'
    ? { kind, ...rest }
    : { kind, ...rest, answer: readQuestionVerdict(asRecord(own(from, 'answer'), 'view.answer')) };
}

export function pointIn(from: Fields): Point {
  return { x: coordinate(from, 'x'), y: coordinate(from, 'y') };
}

function coordinate(from: Fields, name: string): number {
  const value = own(from, name);
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new BadField('pointer', name);
  return value;
}
