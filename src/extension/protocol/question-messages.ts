import * as v from 'valibot';
import { answers, frame, page } from './request-row.ts';
import { count, fields, text, variants } from '../../core/fields/schema.ts';
import { QUESTION_VERDICT } from './verdict-schema.ts';

/** Names a question, card or toast for its two ends. */
export const OVERLAY_ID = text(100);

const COORDINATE = v.pipe(v.number(), v.finite());

/** CSS pixels in the sending frame's viewport. */
export const POINT = fields({ x: COORDINATE, y: COORDINATE });
export type Point = Readonly<v.InferOutput<typeof POINT>>;

const LINK = { href: v.string(), isForm: v.boolean() };

export const GUARD_VIEW = variants('kind', [
  v.object({ kind: v.picklist(['ask', 'refuse']), ...LINK, answer: QUESTION_VERDICT }),
  v.object({ kind: v.picklist(['checking', 'slow']), ...LINK }),
]);
/** A question about a held click. */
export type GuardView = Readonly<v.InferOutput<typeof GUARD_VIEW>>;

/** Whether the question is shown. False: no answer will come. */
interface Shown {
  readonly isShown: boolean;
}

const ASKED = { id: OVERLAY_ID, view: GUARD_VIEW };

export const QUESTION_REQUESTS = {
  /**
   * The top document draws the question, because a frame may be too small. The same id again replaces the question.
   * `pointer`: null if a key was pressed.
   */
  'ask-above': frame({ ...ASKED, pointer: v.nullable(POINT) }, answers<Shown>()),
  /** Closes a question, card or toast. */
  'close-above': frame({ id: OVERLAY_ID }),
  /** For when no document can show the question. The same id again replaces the question. */
  'ask-in-window': frame(ASKED, answers<Shown>()),
  'close-window': frame({ id: OVERLAY_ID }),
  /** Answer from the top document. Null: the question is no longer visible there. */
  'answer-below': frame({ frameId: count(), id: OVERLAY_ID, goOn: v.nullable(v.boolean()) }),
  /** The top document asks whether the frame still waits. */
  'still-asking': frame({ frameId: count(), id: OVERLAY_ID }, answers<{ readonly isAsking: boolean }>()),
  /**
   * Opens the link, `isBehind` in a background tab: browsers let this frame open no tab, since the reader agreed in
   * another document. Once per answer.
   */
  'open-agreed': frame({ id: OVERLAY_ID, href: v.string(), isBehind: v.boolean() }),
  /** Polled by the question's window. Null: the frame no longer waits. */
  'get-question': page({ id: OVERLAY_ID }, answers<{ readonly view: GuardView | null }>()),
  'answer-question': page({ id: OVERLAY_ID, goOn: v.boolean() }),
};
