import type { askBackground } from '../platform/frame-bus.ts';
import type { GuardView, Point } from '../protocol/question-messages.ts';
import type { Details } from './details/details.ts';
import { QuestionAbove } from './question-above.ts';

export interface QuestionsOptions {
  readonly load: () => Promise<Details | null>;
  readonly loaded: () => Details | null;
  readonly ask: typeof askBackground;
  /** In one sentence, for a frame that cannot have more. */
  readonly sentenceOf: (view: GuardView) => string;
}

/** The question that a held click waits for, from before what asks it is here. One at a time. */
export class Questions {
  readonly #options: QuestionsOptions;
  /** Null in the tab's own document. */
  readonly #above: QuestionAbove | null;
  #view: GuardView | null = null;
  /** Rises with each question and each end of one. */
  #turn = 0;

  constructor(options: QuestionsOptions) {
    this.#options = options;
    this.#above = window === window.top ? null : new QuestionAbove(options.ask);
  }

  get isOpen(): boolean {
    return this.#view !== null;
  }

  /**
   * Shows `view` and waits for the reader.
   *
   * @param pointer - where the click was; null for a key
   * @returns whether to go on; false also when the question is closed from elsewhere
   */
  async ask(view: GuardView, pointer: Point | null): Promise<boolean> {
    this.close();
    this.#turn += 1;
    const turn = this.#turn;
    this.#view = view;
    const said = (await this.#above?.ask(view, pointer)) ?? null;
    if (turn !== this.#turn) return false;
    if (said !== null) {
      this.#view = null;
      return said;
    }
    const details = await this.#options.load();
    if (turn !== this.#turn) return false;
    const goOn = await (details === null ? this.#askPlainly() : details.ask(this.#view, pointer));
    if (turn === this.#turn) this.#view = null;
    return goOn;
  }

  /** Says something else in the question that is open, if it is. */
  change(view: GuardView): void {
    if (this.#view === null) return;
    this.#view = view;
    this.#above?.change(view);
    this.#options.loaded()?.changeQuestion(view);
  }

  close(): void {
    this.#turn += 1;
    this.#view = null;
    this.#above?.close();
    this.#options.loaded()?.closeQuestion();
  }

  /** The tab's own document says what the reader said to a question of this frame. */
  answered(id: string, goOn: boolean): void {
    this.#above?.answered(id, goOn);
  }

  /** Whether this frame waits for the answer to that question. */
  isAsking(id: string): boolean {
    return this.#above?.isAsking(id) === true;
  }

  /** Where the browser lets no frame ask, it says no for the reader, and the link stays shut. */
  #askPlainly(): boolean {
    const view = this.#view;
    return (
      view !== null &&
      view.kind !== 'checking' &&
      view.kind !== 'refuse' &&
      confirm(this.#options.sentenceOf(view))
    );
  }
}
