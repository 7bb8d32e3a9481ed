import type { Details, Point } from './details/details.ts';
import type { GuardView } from './guard-view.ts';

export interface QuestionsOptions {
  readonly load: () => Promise<Details | null>;
  readonly loaded: () => Details | null;
  /** In one sentence, for a frame that cannot have more. */
  readonly sentenceOf: (view: GuardView) => string;
}

/** The question that a held click waits for, from before what asks it is here. One at a time. */
export class Questions {
  readonly #options: QuestionsOptions;
  #view: GuardView | null = null;
  /** Rises with each question and each end of one. */
  #turn = 0;

  constructor(options: QuestionsOptions) {
    this.#options = options;
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
    this.#options.loaded()?.changeQuestion(view);
  }

  close(): void {
    this.#turn += 1;
    this.#view = null;
    this.#options.loaded()?.closeQuestion();
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
