import { delay } from '../../platform/delay.ts';
import { NoAnswer, type askBackground } from '../../platform/frame-bus.ts';
import type { GuardView, Point } from '../../protocol/question-messages.ts';
import { randomName } from '../dom/random-name.ts';

/** Loading the dialog's code or opening a window can take seconds. */
export const SHOWN_WITHIN_MS = 8_000;

/**
 * `above`: in the top frame, because this one may be small, and Firefox's `confirm` then shows only buttons. `window`:
 * of the extension, if no document can show the question.
 */
export type RemotePlace = 'above' | 'window';

/** A question shown elsewhere, while this frame holds the click. */
export class RemoteQuestion {
  readonly #where: RemotePlace;
  readonly #ask: typeof askBackground;
  #open: { readonly id: string; readonly answer: (goOn: boolean | null) => void } | null = null;

  constructor(where: RemotePlace, ask: typeof askBackground) {
    this.#where = where;
    this.#ask = ask;
  }

  /** @returns false if closed by this frame; null if not visible, or no longer */
  async ask(view: GuardView, pointer: Point | null): Promise<boolean | null> {
    this.close();
    const id = randomName();
    const onAnswer = new Promise<boolean | null>((resolve) => {
      this.#open = { id, answer: resolve };
    });
    const isShown = await Promise.race([this.#show(id, view, pointer), onAnswer, delay(SHOWN_WITHIN_MS)]);
    // Closed before it was shown.
    if (!this.isAsking(id)) return onAnswer;
    if (isShown === true) return onAnswer;
    this.close();
    return null;
  }

  change(view: GuardView): void {
    if (this.#open !== null) void this.#show(this.#open.id, view, null);
  }

  close(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    open.answer(false);
    void this.#send({ type: this.#where === 'above' ? 'close-above' : 'close-window', id: open.id });
  }

  onAnswer(id: string, goOn: boolean | null): void {
    if (this.#open?.id !== id) return;
    const { answer } = this.#open;
    this.#open = null;
    answer(goOn);
  }

  isAsking(id: string): boolean {
    return this.#open?.id === id;
  }

  #show(id: string, view: GuardView, pointer: Point | null): Promise<boolean> {
    return this.#send(
      this.#where === 'above'
        ? { type: 'ask-above', id, view, pointer }
        : { type: 'ask-in-window', id, view },
    );
  }

  async #send(request: Parameters<typeof askBackground>[0]): Promise<boolean> {
    try {
      const answer: object | null = await this.#ask(request);
      return answer !== null && 'isShown' in answer && answer.isShown === true;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return false;
    }
  }
}
