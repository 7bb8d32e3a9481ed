import { NoAnswer, type askBackground } from '../platform/frame-bus.ts';
import type { GuardView, Point } from '../protocol/question-messages.ts';
import { randomName } from './random-name.ts';

/** For as long as the tab's own document may take to show a question; most often it has to load what draws it. Milliseconds. */
const SHOWN_WITHIN_MS = 4_000;

/**
 * The question of a frame, drawn by the tab's own document: a frame may have no room for it, and Firefox then shows
 * buttons and nothing else. What the reader says comes back here, where the click is held.
 */
export class QuestionAbove {
  readonly #ask: typeof askBackground;
  #open: { readonly id: string; readonly answer: (goOn: boolean) => void } | null = null;

  constructor(ask: typeof askBackground) {
    this.#ask = ask;
  }

  /** @returns what the reader said; false if it was closed from here; null if nobody shows it there */
  async ask(view: GuardView, pointer: Point | null): Promise<boolean | null> {
    this.close();
    const id = randomName();
    const answered = new Promise<boolean>((resolve) => {
      this.#open = { id, answer: resolve };
    });
    const isShown = await Promise.race([
      this.#send({ type: 'ask-above', id, view, pointer }),
      answered,
      tooLong(),
    ]);
    // Closed from here before it was there.
    if (!this.isAsking(id)) return answered;
    if (isShown) return answered;
    this.close();
    return null;
  }

  /** Says something else in the question that is open, if it is. */
  change(view: GuardView): void {
    if (this.#open !== null) void this.#send({ type: 'ask-above', id: this.#open.id, view, pointer: null });
  }

  close(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    open.answer(false);
    void this.#send({ type: 'close-above', id: open.id });
  }

  /** The tab's own document says what the reader said. */
  answered(id: string, goOn: boolean): void {
    if (this.#open?.id !== id) return;
    const { answer } = this.#open;
    this.#open = null;
    answer(goOn);
  }

  isAsking(id: string): boolean {
    return this.#open?.id === id;
  }

  async #send(request: Parameters<typeof askBackground>[0]): Promise<boolean> {
    try {
      const answer: unknown = await this.#ask(request);
      return typeof answer === 'object' && answer !== null && 'isShown' in answer && answer.isShown === true;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return false;
    }
  }
}

function tooLong(): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), SHOWN_WITHIN_MS);
  });
}
