import type { confirmInFrame, tell } from '../../platform/message-bus.ts';
import { inTurn } from '../../platform/in-turn.ts';
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
  readonly #inTurn = inTurn();

  constructor(options: QuestionWindowsOptions) {
    this.#options = options;
  }

  async ask(
    { id, view }: Pick<AskedInWindow, 'id' | 'view'>,
    { tabId, frameId }: Pick<AskedInWindow, 'tabId' | 'frameId'>,
  ): Promise<boolean> {
    const { confirmInFrame, open, isThere } = this.#options;
    // Changes may arrive after the answer.
    if (!(await confirmInFrame({ type: 'is-asking', id }, tabId, frameId))) return false;
    const begun = await this.#change(async (before) => {
      if (before !== null && isOf(before, id, tabId, frameId)) {
        await this.#store({ ...before, view });
        return 'changed';
      }
      if (before !== null) await this.#end(before, false);
      await this.#store({ id, view, tabId, frameId, windowTab: null });
      return (await this.#current()) === null ? 'not-stored' : 'stored';
    });
    if (begun !== 'stored') return begun === 'changed';
    const windowTab = await open(id);
    const isKept = await this.#change(async (now) => {
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
    return this.#change(async (asked) => {
      if (asked !== null && isMeant(asked)) await this.#end(asked, goOn);
    });
  }

  async #end({ id, tabId, frameId, windowTab }: AskedInWindow, goOn: boolean): Promise<void> {
    await this.#store(null);
    this.#options.tell({ type: 'question-answered', id, goOn }, tabId, frameId);
    if (windowTab !== null) await this.#options.close(windowTab);
  }

  /** One after the other, or one would undo the other. `work` must not wait for a frame, which may be stuck. */
  #change<Value>(work: (asked: AskedInWindow | null) => Promise<Value>): Promise<Value> {
    return this.#inTurn(async () => work(await this.#current()));
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
