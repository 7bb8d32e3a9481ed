import * as v from 'valibot';
import { TRUST_SCOPES } from '../../core/verdict/verdict.ts';
import { OVERLAY_ID, POINT } from './question-messages.ts';
import { answers, frame } from './request-row.ts';
import { TRUST_SECONDS } from './rule-messages.ts';
import { count, fields, list, variants } from '../../core/fields/schema.ts';
import { CARD_VERDICT } from './verdict-schema.ts';

const PIECES = list(fields({ text: v.string(), isOutside: v.boolean() }), 20);
/** Our text, with strings from outside marked. */
export type TextPieces = v.InferOutput<typeof PIECES>;

const CONTENT = variants('kind', [
  v.object({
    kind: v.literal('card'),
    href: v.string(),
    answer: CARD_VERDICT,
    level: v.picklist(['danger', 'caution', 'unchecked']),
    isSender: v.boolean(),
    mayOpen: v.boolean(),
    /** CSS pixels of the frame's viewport, by which a frame without pointer or focus is found. */
    size: POINT,
    /** The link's corners in that viewport. */
    from: POINT,
    to: POINT,
    pointer: v.nullable(POINT),
  }),
  v.object({ kind: v.picklist(['enter', 'leave']) }),
  v.object({
    kind: v.literal('toast'),
    sentence: PIECES,
    hasUndo: v.boolean(),
    further: v.nullable(PIECES),
  }),
]);
/**
 * What the top document shows for a frame that is too small. `enter` focuses the frame's card. `leave`: the pointer
 * left the link; dismiss the card unless the pointer is in it.
 */
export type OverlayContent = Readonly<v.InferOutput<typeof CONTENT>>;

const ACTION = variants('kind', [
  v.object({ kind: v.picklist(['closed', 'trust-once', 'open', 'undo', 'further']) }),
  v.object({ kind: v.literal('trust'), scope: v.picklist(TRUST_SCOPES), forSeconds: TRUST_SECONDS }),
  v.object({ kind: v.literal('block'), scope: v.picklist(TRUST_SCOPES) }),
]);
export type OverlayAction = Readonly<v.InferOutput<typeof ACTION>>;

export const OVERLAY_REQUESTS = {
  'show-above': frame({ id: OVERLAY_ID, what: CONTENT }, answers<{ readonly isShown: boolean }>()),
  /** From the top document, for the frame to carry out. */
  'done-below': frame({ frameId: count(), id: OVERLAY_ID, done: ACTION }),
};
