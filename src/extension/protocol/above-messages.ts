import { TRUST_SCOPES, type TrustScope } from '../../core/verdict/verdict.ts';
import type { LinkVerdict } from './link-messages.ts';
import { MAX_ID_LENGTH, pointIn, type Point } from './question-messages.ts';
import {
  anyText,
  asRecord,
  count,
  type Fields,
  flag,
  list,
  nullOr,
  oneOf,
  record,
  text,
} from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';
import { readCardVerdict } from './read-verdict.ts';
import { trustSeconds } from './rule-messages.ts';

/** Our text with outside strings in it. */
export type Pieces = readonly { readonly text: string; readonly isOutside: boolean }[];

/**
 * What the top document shows for a frame that is too small. `enter` focuses its card. `leave`: the pointer left the
 * link; dismiss the card unless the pointer is in it.
 */
export type ShownAbove =
  | {
      readonly kind: 'card';
      readonly href: string;
      readonly answer: LinkVerdict;
      readonly level: 'danger' | 'caution' | 'unchecked';
      readonly isSender: boolean;
      readonly mayOpen: boolean;
      /** CSS pixels of the frame's viewport; identifies the frame without pointer or focus. */
      readonly size: Point;
      /** The link's corners in that viewport. */
      readonly from: Point;
      readonly to: Point;
      readonly pointer: Point | null;
    }
  | { readonly kind: 'enter' | 'leave' }
  | {
      readonly kind: 'toast';
      readonly sentence: Pieces;
      readonly hasUndo: boolean;
      readonly further: Pieces | null;
    };

export type DoneAbove =
  | { readonly kind: 'closed' | 'trust-once' | 'open' | 'undo' | 'further' }
  | { readonly kind: 'trust'; readonly scope: TrustScope; readonly forSeconds: number | null }
  | { readonly kind: 'block'; readonly scope: TrustScope };

export interface ShowAbove {
  readonly type: 'show-above';
  readonly id: string;
  readonly what: ShownAbove;
}

/** From the top document, for the frame to carry out. */
export interface DoneBelow {
  readonly type: 'done-below';
  readonly frameId: number;
  readonly id: string;
  readonly done: DoneAbove;
}

export type AboveRequest = ShowAbove | DoneBelow;

export interface AboveResponses {
  'show-above': { readonly isShown: boolean };
  'done-below': null;
}

const MAX_PIECES = 20;

export const ABOVE_READERS: Readers<AboveRequest> = {
  'show-above': (from) => ({
    type: 'show-above',
    id: text(from, 'id', MAX_ID_LENGTH),
    what: shown(record(from, 'what')),
  }),
  'done-below': (from) => ({
    type: 'done-below',
    frameId: count(from, 'frameId'),
    id: text(from, 'id', MAX_ID_LENGTH),
    done: done(record(from, 'done')),
  }),
};

function shown(from: Fields): ShownAbove {
  const kind = oneOf(from, 'kind', ['card', 'enter', 'leave', 'toast'], 'what');
  switch (kind) {
    case 'card':
      return {
        kind,
        href: anyText(from, 'href', 'what'),
        answer: readCardVerdict(record(from, 'answer')),
        level: oneOf(from, 'level', ['danger', 'caution', 'unchecked'], 'what'),
        isSender: flag(from, 'isSender'),
        mayOpen: flag(from, 'mayOpen'),
        size: pointIn(record(from, 'size')),
        from: pointIn(record(from, 'from')),
        to: pointIn(record(from, 'to')),
        pointer: nullOr(from, 'pointer', () => pointIn(record(from, 'pointer'))),
      };
    case 'toast':
      return {
        kind,
        sentence: pieces(from, 'sentence'),
        hasUndo: flag(from, 'hasUndo'),
        further: nullOr(from, 'further', () => pieces(from, 'further')),
      };
    case 'enter':
    case 'leave':
      return { kind };
  }
}

function pieces(from: Fields, name: string): Pieces {
  return list(from, name, MAX_PIECES, (value, field) => {
    const piece = asRecord(value, field);
    return { text: anyText(piece, 'text', field), isOutside: flag(piece, 'isOutside') };
  });
}

function done(from: Fields): DoneAbove {
  const kind = oneOf(
    from,
    'kind',
    ['closed', 'trust-once', 'open', 'undo', 'further', 'trust', 'block'],
    'done',
  );
  switch (kind) {
    case 'trust':
      return {
        kind,
        scope: oneOf(from, 'scope', TRUST_SCOPES, 'done'),
        forSeconds: trustSeconds(from),
      };
    case 'block':
      return { kind, scope: oneOf(from, 'scope', TRUST_SCOPES, 'done') };
    case 'closed':
    case 'trust-once':
    case 'open':
    case 'undo':
    case 'further':
      return { kind };
  }
}
