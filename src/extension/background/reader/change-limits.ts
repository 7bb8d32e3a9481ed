import { readSession, removeFromSession, writeSession } from '../../platform/session-storage.ts';
import type { ContentCaller, ContentHandlers } from '../../platform/message-bus.ts';

/** Per tab: more than a person does, too little to do harm. */
export const CHANGES_PER_MINUTE = {
  /** Each is written, and makes all open messages ask again. */
  rules: 20,
  /** Opened links, each stored for two weeks. */
  opened: 60,
  /** Our pages, in new tabs. */
  pages: 3,
  questions: 20,
  /** Tabs of links that need no question, opened after a check that took long. */
  tabs: 10,
} as const;

type Kind = keyof typeof CHANGES_PER_MINUTE;

/**
 * Limits changes, as a page may control its content script. Counts are in memory: a flood keeps the realm awake. The
 * popup's count of refusals lasts until the tab closes.
 */
export class ChangeLimits {
  readonly #now: () => number;
  readonly #onRefused: () => void;
  readonly #counts = new Map<string, { minute: number; changes: number }>();

  constructor(now: () => number, onRefused: () => void) {
    this.#now = now;
    this.#onRefused = onRefused;
  }

  async admits(kind: Kind, { tabId }: Pick<ContentCaller, 'tabId'>): Promise<boolean> {
    const minute = Math.floor(this.#now() / 60);
    for (const [key, { minute: counted }] of this.#counts) {
      if (counted !== minute) this.#counts.delete(key);
    }
    const key = `${kind} ${tabId}`;
    const count = this.#counts.get(key) ?? { minute, changes: 0 };
    this.#counts.set(key, count);
    count.changes += 1;
    if (count.changes <= CHANGES_PER_MINUTE[kind]) return true;
    const refused = await this.refused(tabId);
    await writeSession(refusedKey(tabId), refused + 1);
    // Reported once: repeated events would flood too.
    if (refused === 0) this.#onRefused();
    return false;
  }

  async refused(tabId: number): Promise<number> {
    const stored = await readSession(refusedKey(tabId));
    return typeof stored === 'number' ? stored : 0;
  }

  forgetTab(tabId: number): Promise<void> {
    return removeFromSession([refusedKey(tabId)]);
  }
}

const refusedKey = (tabId: number): string => `refused-changes:${tabId}`;

/** For requests that write or open something. Undo needs no limit: frames undo only their own changes. */
export function withChangeLimits(handlers: ContentHandlers, limits: ChangeLimits): ContentHandlers {
  const within =
    <Asked, Answer, Refusal>(
      kind: Kind,
      handler: (request: Asked, caller: ContentCaller) => Promise<Answer>,
      refusal: Refusal,
    ) =>
    async (request: Asked, caller: ContentCaller): Promise<Answer | Refusal> =>
      (await limits.admits(kind, caller)) ? handler(request, caller) : refusal;
  const tooFast = { refused: 'too-fast' } as const;
  return {
    ...handlers,
    'trust-link': within('rules', handlers['trust-link'], tooFast),
    'trust-once': within('rules', handlers['trust-once'], tooFast),
    'block-link': within('rules', handlers['block-link'], tooFast),
    'correct-message': within('rules', handlers['correct-message'], tooFast),
    'link-opened': within('opened', handlers['link-opened'], null),
    'open-decisions': within('pages', handlers['open-decisions'], null),
    'open-first-aid': within('pages', handlers['open-first-aid'], null),
    'ask-in-window': within('questions', handlers['ask-in-window'], { isShown: false }),
  };
}
