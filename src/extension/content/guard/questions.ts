import { within } from '../../platform/after.ts';
import type { askBackground } from '../../platform/frame-bus.ts';
import type { GuardView, Point } from '../../protocol/question-messages.ts';
import { QuestionElsewhere, SHOWN_WITHIN_MS } from './question-elsewhere.ts';

/** Draws a question in this document. */
interface QuestionDialog {
  /** @returns what the reader said; null if nobody can see it there (any more) */
  readonly ask: (view: GuardView, pointer: Point | null) => Promise<boolean | null>;
  readonly changeQuestion: (view: GuardView) => void;
  readonly closeQuestion: () => void;
}

export interface QuestionsOptions {
  readonly load: () => Promise<QuestionDialog | null>;
  readonly loaded: () => QuestionDialog | null;
  readonly ask: typeof askBackground;
  /** One sentence, for a frame too small for the whole question. */
  readonly sentenceOf: (view: GuardView) => string;
}

/** Where a question can be asked. */
interface QuestionPlace {
  /** @returns what the reader said; null if nobody can see it there (any more) */
  readonly ask: (view: GuardView, pointer: Point | null) => Promise<boolean | null>;
  readonly change: (view: GuardView) => void;
  readonly close: () => void;
}

/** The question that a held click waits for. One at a time; it may begin before the code that draws it is loaded. */
export class Questions {
  readonly #options: QuestionsOptions;
  readonly #elsewhere: readonly QuestionElsewhere[];
  /** In order of preference: the next one takes over when the question cannot be seen in the one before. */
  readonly #places: readonly QuestionPlace[];
  #view: GuardView | null = null;
  #agreed = '';
  /** Incremented when a question begins or ends. */
  #turn = 0;

  constructor(options: QuestionsOptions) {
    this.#options = options;
    const { ask, load, loaded } = options;
    const above = window === window.top ? [] : [new QuestionElsewhere('above', ask)];
    const inWindow = new QuestionElsewhere('window', ask);
    const here: QuestionPlace = {
      ask: async (_, pointer) => {
        const details = await within(load(), SHOWN_WITHIN_MS);
        // The question may have changed or closed meanwhile.
        return (this.#view && details?.ask(this.#view, pointer)) ?? null;
      },
      change: (view) => loaded()?.changeQuestion(view),
      close: () => loaded()?.closeQuestion(),
    };
    this.#elsewhere = [...above, inWindow];
    this.#places = [...above, here, inWindow];
  }

  /** Id of the last question that was answered with yes outside of this document; empty if none was. */
  get agreed(): string {
    return this.#agreed;
  }

  /** Records the same for a card of this document that was shown elsewhere. */
  agree(id: string): void {
    this.#agreed = id;
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
    for (const place of this.#places) {
      const said = await place.ask(this.#view ?? view, pointer);
      if (turn !== this.#turn) return false;
      if (said === null) continue;
      this.#view = null;
      return said;
    }
    const goOn = this.#askPlainly();
    this.#view = null;
    return goOn;
  }

  /** Changes the text of the open question, if there is one. */
  change(view: GuardView): void {
    if (this.#view === null) return;
    this.#view = view;
    for (const place of this.#places) place.change(view);
  }

  close(): void {
    this.#turn += 1;
    this.#view = null;
    for (const place of this.#places) place.close();
  }

  /** The answer to a question of this frame that is shown elsewhere. */
  answered(id: string, goOn: boolean | null): void {
    if (goOn === true) this.#agreed = id;
    for (const each of this.#elsewhere) each.answered(id, goOn);
  }

  /** Whether this frame waits for the answer to that question. */
  isAsking(id: string): boolean {
    return this.#elsewhere.some((each) => each.isAsking(id));
  }

  /** If the browser lets no frame ask, the answer is no, and the link stays closed. */
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
