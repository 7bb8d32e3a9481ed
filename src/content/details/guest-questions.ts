import { NoAnswer, type askBackground } from '../../platform/frame-bus.ts';
import type { Point } from '../../protocol/question-messages.ts';
import type { ToContent } from '../../protocol/told.ts';
import { boxOf, deepFocus, findAll, isMatch } from '../unclobbered.ts';
import type { GuardDialog } from './guard-dialog.ts';

type Question = Extract<ToContent, { readonly type: 'question' }>;

/** Between looks whether the frame that asked is still there. Milliseconds. */
const LOOK_MS = 500;

/**
 * Questions of frames in this tab, drawn here in its own document. When the frame goes or is replaced while its question
 * is open, the question goes too, and nothing opens.
 */
export class GuestQuestions {
  readonly #dialog: GuardDialog;
  readonly #ask: typeof askBackground;
  #open: { readonly frameId: number; readonly id: string } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(dialog: GuardDialog, ask: typeof askBackground) {
    this.#dialog = dialog;
    this.#ask = ask;
  }

  /** @returns whether the reader sees it */
  async show({ frameId, id, view, pointer }: Question): Promise<boolean> {
    if (this.#open?.id === id) {
      this.#dialog.change(view);
      return true;
    }
    const open = { frameId, id };
    this.#open = open;
    const frame = askingFrame();
    const { isShown, answer } = this.#dialog.begin(view, frame === null ? null : within(frame, pointer));
    void answer.then((goOn) => {
      if (this.#open === open) this.#open = null;
      // Back into it, to the link that has the focus there.
      if (frame instanceof HTMLElement) frame.focus();
      void this.#send({ type: 'answer-below', frameId, id, goOn });
    });
    this.#lookLater();
    return isShown;
  }

  close(id: string): void {
    if (this.#open?.id === id) this.#dialog.close();
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), LOOK_MS);
  }

  async #look(): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    const answer = await this.#send({ type: 'still-asking', ...open });
    if (this.#open !== open) return;
    if (answer !== null && 'isAsking' in answer && !answer.isAsking) this.#dialog.close();
    else this.#lookLater();
  }

  /** @returns null if the background is away, which says nothing of the frame */
  async #send(request: Parameters<typeof askBackground>[0]): Promise<object | null> {
    try {
      return await this.#ask(request);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return null;
    }
  }
}

/** The one that has the focus, or the pointer: no document sees more of a frame of another origin. */
function askingFrame(): Element | null {
  const focused = deepFocus();
  if (focused !== null && isMatch(focused, 'iframe, frame')) return focused;
  return findAll(document, 'iframe:hover, frame:hover')[0] ?? null;
}

function within(frame: Element, pointer: Point | null): Point | null {
  if (pointer === null) return null;
  const { left, top, right, bottom } = boxOf(frame);
  return { x: Math.min(right, left + pointer.x), y: Math.min(bottom, top + pointer.y) };
}
