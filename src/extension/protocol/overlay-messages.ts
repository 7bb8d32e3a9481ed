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

/** Our text, with strings from outside marked. */
export type TextPieces = readonly { readonly text: string; readonly isOutside: boolean }[];

/**
 * What the top document shows for a frame that is too small. `enter` focuses the frame's card. `leave`: the pointer
 * left the link; dismiss the card unless the pointer is in it.
 */
export type OverlayContent =
  | {
      readonly kind: 'card';
      readonly href: string;
      readonly answer: LinkVerdict;
      readonly level: 'danger' | 'caution' | 'unchecked';
      readonly isSender: boolean;
      readonly mayOpen: boolean;
      /** CSS pixels of the frame's viewport, by which a frame without pointer or focus is found. */
      readonly size: Point;
      /** The link's corners in that viewport. */
      readonly from: Point;
      readonly to: Point;
      readonly pointer: Point | null;
    }
  | { readonly kind: 'enter' | 'leave' }
  | {
      readonly kind: 'toast';
      readonly sentence: TextPieces;
      readonly hasUndo: boolean;
      readonly further: TextPieces | null;
    };

export type OverlayAction =
  | { readonly kind: 'closed' | 'trust-once' | 'open' | 'undo' | 'further' }
  | { readonly kind: 'trust'; readonly scope: TrustScope; readonly forSeconds: number | null }
  | { readonly kind: 'block'; readonly scope: TrustScope };

export interface ShowOverlay {
  readonly type: 'show-above';
  readonly id: string;
  readonly what: OverlayContent;
}

/** From the top document, for the frame to carry out. */
export interface ReportOverlayAction {
  readonly type: 'done-below';
  readonly frameId: number;
  readonly id: string;
  readonly done: OverlayAction;
}

export type OverlayRequest = ShowOverlay | ReportOverlayAction;

export interface OverlayResponses {
  'show-above': { readonly isShown: boolean };
  'done-below': null;
}

const MAX_PIECES = 20;

export const OVERLAY_READERS: Readers<OverlayRequest> = {
  'show-above': (from) => ({
    type: 'show-above',
    id: text(from, 'id', MAX_ID_LENGTH),
    what: readContent(record(from, 'what')),
  }),
  'done-below': (from) => ({
    type: 'done-below',
    frameId: count(from, 'frameId'),
    id: text(from, 'id', MAX_ID_LENGTH),
    done: readAction(record(from, 'done')),
  }),
};

function readContent(from: Fields): OverlayContent {
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

function pieces(from: Fields, name: string): TextPieces {
  return list(from, name, MAX_PIECES, (value, field) => {
    const piece = asRecord(value, field);
    return { text: anyText(piece, 'text', field), isOutside: flag(piece, 'isOutside') };
  });
}

function readAction(from: Fields): OverlayAction {
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
