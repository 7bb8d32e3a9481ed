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

  constructor(options: QuestionWindowsOptions) {
    this.#options = options;
  }

  async ask(
    { id, view }: Pick<AskedInWindow, 'id' | 'view'>,
    { tabId, frameId }: Pick<AskedInWindow, 'tabId' | 'frameId'>,
  ): Promise<boolean> {
    const { confirmInFrame, open, isThere } = this.#options;
    const before = await this.#current();
    if (before !== null && isOf(before, id, tabId, frameId)) {
      await this.#store({ ...before, view });
      return true;
    }
    // Changes may arrive after the answer.
    if (!(await confirmInFrame({ type: 'is-asking', id }, tabId, frameId))) return false;
    if (before !== null) await this.#end(before, false);
    const asked = { id, view, tabId, frameId, windowTab: null };
    await this.#store(asked);
    const windowTab = (await this.#current()) === null ? null : await open(id);
    if (windowTab === null) {
      await this.#store(null);
      return false;
    }
    const now = await this.#current();
    // Withdrawn or replaced while the window opened.
    if (now === null || !isOf(now, id, tabId, frameId)) {
      await this.#options.close(windowTab);
      return true;
    }
    await this.#store({ ...now, windowTab });
    // If the window closed before its tab was known, no event will come.
    if (!(await isThere(windowTab))) await this.onTabClosed(windowTab);
    return true;
  }

  /** Null if no frame waits for this answer. */
  async viewOf(id: string): Promise<GuardView | null> {
    const asked = await this.#current();
    if (asked?.id !== id) return null;
    if (await this.#options.confirmInFrame({ type: 'is-asking', id }, asked.tabId, asked.frameId))
      return asked.view;
    await this.#end(asked, false);
    return null;
  }

  async answer(id: string, goOn: boolean): Promise<void> {
    const asked = await this.#current();
    if (asked?.id === id) await this.#end(asked, goOn);
  }

  async withdraw(id: string, { tabId, frameId }: Pick<AskedInWindow, 'tabId' | 'frameId'>): Promise<void> {
    const asked = await this.#current();
    if (asked !== null && isOf(asked, id, tabId, frameId)) await this.#end(asked, false);
  }

  async onTabClosed(tabId: number): Promise<void> {
    const asked = await this.#current();
    if (asked !== null && (asked.windowTab === tabId || asked.tabId === tabId)) await this.#end(asked, false);
  }

  async #end({ id, tabId, frameId, windowTab }: AskedInWindow, goOn: boolean): Promise<void> {
    await this.#store(null);
    this.#options.tell({ type: 'question-answered', id, goOn }, tabId, frameId);
    if (windowTab !== null) await this.#options.close(windowTab);
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
