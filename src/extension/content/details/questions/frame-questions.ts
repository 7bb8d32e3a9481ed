import type { askBackground } from '../../../platform/frame-bus.ts';
import type { Point } from '../../../protocol/question-messages.ts';
import type { ContentMessage } from '../../../protocol/background-messages.ts';
import { boxOf, deepFocus, findAll, isMatch } from '../../dom/unclobbered.ts';
import type { GuardDialog } from './guard-dialog.ts';
import { askOrNull, pollWhileOpen, type OverlayOwner } from '../views/poll-while-open.ts';

type Dialog = Pick<GuardDialog, 'begin' | 'change' | 'close'>;
type Question = Extract<ContentMessage, { readonly type: 'question' }>;

/** Shows questions of small frames in the top frame. Removing the frame closes its question, and no link opens. */
export class FrameQuestions {
  readonly #dialog: Dialog;
  readonly #ask: typeof askBackground;
  #open: OverlayOwner | null = null;
  #answered = '';

  constructor(dialog: Dialog, ask: typeof askBackground) {
    this.#dialog = dialog;
    this.#ask = ask;
  }

  async show({ frameId, id, view, pointer }: Question): Promise<boolean> {
    // A change can arrive after the answer.
    if (this.#answered === id) return true;
    if (this.#open?.id === id) {
      this.#dialog.change(view);
      return true;
    }
    const open = { frameId, id };
    this.#open = open;
    const frame = askingFrame();
    const { isShown, answer } = this.#dialog.begin(
      view,
      frame === null || pointer === null ? null : toPagePoint(frame, pointer),
    );
    void answer.then((goOn) => {
      this.#answered = id;
      if (this.#open === open) this.#open = null;
      // The focused frame then focuses its link again.
      if (goOn !== null && frame instanceof HTMLElement) frame.focus();
      void askOrNull(this.#ask, { type: 'answer-below', frameId, id, goOn });
    });
    pollWhileOpen(
      this.#ask,
      open,
      () => this.#open === open,
      () => this.#dialog.close(),
    );
    return isShown;
  }

  close(id: string): void {
    if (this.#open?.id === id) this.#dialog.close();
  }
}

/**
 * The frame that asks, recognised by focus or pointer, as nothing else identifies cross-origin frames. Chromium does
 * not report the pointer in another process's frame.
 *
 * @param size - of the frame's viewport; last resort: the only frame of this size
 */
export function askingFrame(size: Point | null = null): Element | null {
  const focused = deepFocus();
  if (focused !== null && isMatch(focused, 'iframe, frame')) return focused;
  const [hovered] = findAll(document, 'iframe:hover, frame:hover');
  if (hovered !== undefined || size === null) return hovered ?? null;
  const [same, another] = findAll(document, 'iframe, frame').filter(
    ({ clientWidth, clientHeight }) =>
      Math.abs(clientWidth - size.x) <= 1 && Math.abs(clientHeight - size.y) <= 1,
  );
  return another === undefined ? (same ?? null) : null;
}

export function toPagePoint(frame: Element, { x, y }: Point): Point {
  const { left, top, right, bottom } = boxOf(frame);
  return { x: Math.min(right, left + x), y: Math.min(bottom, top + y) };
}
