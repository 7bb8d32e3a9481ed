import type { confirmInFrame, tell } from '../../platform/message-bus.ts';
import type { GuardView } from '../../protocol/question-messages.ts';

interface AskedInWindow {
  readonly id: string;
  readonly view: GuardView;
  readonly tabId: number;
  readonly frameId: number;
  readonly windowTab: number | null;
}

export interface QuestionWindowsOptions {
  readonly tell: typeof tell;
  readonly confirmInFrame: typeof confirmInFrame;
  /** @returns the window's tab; null if none opened */
  readonly open: (id: string) => Promise<number | null>;
  readonly isThere: (windowTab: number) => Promise<boolean>;
  readonly close: (windowTab: number) => Promise<void>;
  /** In session storage: the background may be stopped while the reader decides. */
  readonly session: {
    readonly read: () => Promise<unknown>;
    readonly write: (value: unknown) => Promise<void>;
  };
}

/**
 * Shows a question in a window if no document could. The next question, or the end of window, tab or frame, answers it
 * with "back".
 */
export class QuestionWindows {
  readonly #options: QuestionWindowsOptions;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: QuestionWindowsOptions) {
    this.#options = options;
  }

  async ask(
    { id, view }: Pick<AskedInWindow, 'id' | 'view'>,
    { tabId, frameId }: Pick<AskedInWindow, 'tabId' | 'frameId'>,
  ): Promise<boolean> {
    const { confirmInFrame, open, isThere } = this.#options;
    const change = async (before: AskedInWindow | null): Promise<boolean> => {
      if (before === null || !isOf(before, id, tabId, frameId)) return false;
      await this.#store({ ...before, view });
      return true;
    };
    if (await this.#inTurn(change)) return true;
    // Changes may arrive after the answer.
    if (!(await confirmInFrame({ type: 'is-asking', id }, tabId, frameId))) return false;
    const begun = await this.#inTurn(async (before) => {
      if (await change(before)) return 'changed';
      if (before !== null) await this.#end(before, false);
      await this.#store({ id, view, tabId, frameId, windowTab: null });
      return (await this.#current()) === null ? 'not-stored' : 'stored';
    });
    if (begun === 'changed') return true;
    const windowTab = begun === 'stored' ? await open(id) : null;
    const isKept = await this.#inTurn(async (now) => {
      // Withdrawn or replaced while the window opened.
      if (now === null || !isOf(now, id, tabId, frameId)) return false;
      await this.#store(windowTab === null ? null : { ...now, windowTab });
      return true;
    });
    if (windowTab === null) return false;
    if (!isKept) await this.#options.close(windowTab);
    // If the window closed before its tab was known, no event will come.
    else if (!(await isThere(windowTab))) await this.onTabClosed(windowTab);
    return true;
  }

  /** Null if no frame waits for this answer. */
  async viewOf(id: string): Promise<GuardView | null> {
    const asked = await this.#current();
    if (asked?.id !== id) return null;
    if (await this.#options.confirmInFrame({ type: 'is-asking', id }, asked.tabId, asked.frameId))
      return asked.view;
    await this.answer(id, false);
    return null;
  }

  answer(id: string, goOn: boolean): Promise<void> {
    return this.#endIf((asked) => asked.id === id, goOn);
  }

  withdraw(id: string, { tabId, frameId }: Pick<AskedInWindow, 'tabId' | 'frameId'>): Promise<void> {
    return this.#endIf((asked) => isOf(asked, id, tabId, frameId), false);
  }

  onTabClosed(tabId: number): Promise<void> {
    return this.#endIf((asked) => asked.windowTab === tabId || asked.tabId === tabId, false);
  }

  #endIf(isMeant: (asked: AskedInWindow) => boolean, goOn: boolean): Promise<void> {
    return this.#inTurn(async (asked) => {
      if (asked !== null && isMeant(asked)) await this.#end(asked, goOn);
    });
  }

  async #end({ id, tabId, frameId, windowTab }: AskedInWindow, goOn: boolean): Promise<void> {
    await this.#store(null);
    this.#options.tell({ type: 'question-answered', id, goOn }, tabId, frameId);
    if (windowTab !== null) await this.#options.close(windowTab);
  }

  /** Sequential: a change between another's reading and writing would be lost. Must not wait for frames. */
  #inTurn<T>(work: (asked: AskedInWindow | null) => Promise<T>): Promise<T> {
    const turn = this.#turn.then(async () => work(await this.#current()));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #current(): Promise<AskedInWindow | null> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nobody else writes it
    return ((await this.#options.session.read()) ?? null) as AskedInWindow | null;
  }

  #store(asked: AskedInWindow | null): Promise<void> {
    return this.#options.session.write(asked);
  }
}

function isOf(asked: AskedInWindow, id: string, tabId: number, frameId: number): boolean {
  return asked.id === id && asked.tabId === tabId && asked.frameId === frameId;
}
