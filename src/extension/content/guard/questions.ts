import { resolveWithin } from '../../platform/delay.ts';
import type { askBackground } from '../../platform/frame-bus.ts';
import type { GuardView, Point } from '../../protocol/question-messages.ts';
import { RemoteQuestion, SHOWN_WITHIN_MS } from './remote-question.ts';

interface QuestionDialog {
  /** @returns whether to open the link; null if the question is not visible, or no longer */
  readonly ask: (view: GuardView, pointer: Point | null) => Promise<boolean | null>;
  readonly changeQuestion: (view: GuardView) => void;
  readonly closeQuestion: () => void;
}

export interface QuestionsOptions {
  readonly load: () => Promise<QuestionDialog | null>;
  readonly loaded: () => QuestionDialog | null;
  readonly ask: typeof askBackground;
  /** For `confirm`, if no place can show the question. */
  readonly sentenceOf: (view: GuardView) => string;
}

interface QuestionPlace {
  readonly ask: (view: GuardView, pointer: Point | null) => Promise<boolean | null>;
  readonly change: (view: GuardView) => void;
  readonly close: () => void;
}

/** One question at a time; may start before the dialog's code is loaded. */
export class Questions {
  readonly #options: QuestionsOptions;
  readonly #remote: readonly RemoteQuestion[];
  readonly #places: readonly QuestionPlace[];
  #view: GuardView | null = null;
  #agreed = '';
  #turn = 0;

  constructor(options: QuestionsOptions) {
    this.#options = options;
    const { ask, load, loaded } = options;
    const above = window === window.top ? [] : [new RemoteQuestion('above', ask)];
    const inWindow = new RemoteQuestion('window', ask);
    const here: QuestionPlace = {
      ask: async (_, pointer) => {
        const details = await resolveWithin(load(), SHOWN_WITHIN_MS);
        // The question may have changed or closed meanwhile.
        return (this.#view && details?.ask(this.#view, pointer)) ?? null;
      },
      change: (view) => loaded()?.changeQuestion(view),
      close: () => loaded()?.closeQuestion(),
    };
    this.#remote = [...above, inWindow];
    this.#places = [...above, here, inWindow];
  }

  /** Id of the last question accepted in another document, or empty. */
  get agreed(): string {
    return this.#agreed;
  }

  /** For a card in another document. */
  agree(id: string): void {
    this.#agreed = id;
  }

  get isOpen(): boolean {
    return this.#view !== null;
  }

  /**
   * @param pointer - null for a key
   *
   * @returns whether to open the link; false also if closed without an answer
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

  /** Late changes may be meant for another question. */
  change(view: GuardView): void {
    if (this.#view?.kind !== 'checking') return;
    this.#view = view;
    for (const place of this.#places) place.change(view);
  }

  close(): void {
    this.#turn += 1;
    this.#view = null;
    for (const place of this.#places) place.close();
  }

  onAnswer(id: string, goOn: boolean | null): void {
    if (goOn === true) this.#agreed = id;
    for (const each of this.#remote) each.onAnswer(id, goOn);
  }

  isAsking(id: string): boolean {
    return this.#remote.some((each) => each.isAsking(id));
  }

  /** If blocked, `confirm` returns false; the link stays closed. */
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
