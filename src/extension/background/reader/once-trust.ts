import type { Rule } from '../../../core/verdict/rules.ts';
import { readSession, writeSession } from '../../platform/session-storage.ts';

export interface LinkPlace {
  readonly tabId: number;
  readonly frameId: number;
  readonly messageKey: string;
}

export interface LinkInMessage extends LinkPlace {
  readonly href: string;
  /** See `Rule`. */
  readonly subject: string;
}

/** Nobody reads one message longer. */
export const ONCE_SECONDS = 3_600;

/** The oldest are dropped; their links are flagged again. */
const MAX_RECORDS = 200;

const KEY = 'once';

interface OnceRecord extends LinkPlace {
  readonly id: string;
  readonly hrefHash: string;
  /** See `Rule`. */
  readonly subject: string;
  readonly addedAt: number;
  /** Unix seconds. */
  readonly expiresAt: number;
  /** Messages open in the tab then; others end the trust. */
  readonly beside: readonly string[];
}

export interface OnceTrustOptions {
  /** Under a key of this session. */
  readonly hashOf: (href: string) => Promise<string>;
  readonly shownIn: (tabId: number) => Promise<ReadonlySet<string>>;
  /** Unix seconds. */
  readonly now: () => number;
}

/** One link in one message, until another is opened or the page is left. In session storage, never on disk. */
export class OnceTrust {
  readonly #options: OnceTrustOptions;
  #records: Promise<readonly OnceRecord[]> | null = null;

  constructor(options: OnceTrustOptions) {
    this.#options = options;
  }

  /** @returns id to undo all */
  async add(links: readonly LinkInMessage[]): Promise<string> {
    const { hashOf, now, shownIn } = this.#options;
    const id = crypto.randomUUID();
    const added: OnceRecord[] = [];
    for (const { tabId, frameId, messageKey, href, subject } of links) {
      const [hrefHash, beside] = await Promise.all([hashOf(href), shownIn(tabId)]);
      added.push({
        tabId,
        frameId,
        messageKey,
        id,
        hrefHash,
        subject,
        addedAt: now(),
        expiresAt: now() + ONCE_SECONDS,
        beside: [...beside],
      });
    }
    await this.#store([...(await this.#all()), ...added].slice(-MAX_RECORDS));
    return id;
  }

  /** By hash of the href. */
  async rulesAt({ tabId, frameId, messageKey }: LinkPlace): Promise<ReadonlyMap<string, Rule>> {
    const now = this.#options.now();
    const here = (await this.#all()).filter(
      (record) =>
        record.tabId === tabId &&
        record.frameId === frameId &&
        record.messageKey === messageKey &&
        record.expiresAt > now,
    );
    return new Map(here.map((record) => [record.hrefHash, ruleOf(record)]));
  }

  /**
   * Call after the tab's frames have reported.
   *
   * @returns whether some trust has ended
   */
  async dropEnded(tabId: number): Promise<boolean> {
    const records = await this.#all();
    if (!records.some((record) => record.tabId === tabId)) return false;
    const shown = await this.#options.shownIn(tabId);
    return this.#drop(
      (record) =>
        record.tabId === tabId &&
        (!shown.has(record.messageKey) ||
          [...shown].some((key) => key !== record.messageKey && !record.beside.includes(key))),
    );
  }

  forgetTab(tabId: number): Promise<boolean> {
    return this.#drop((record) => record.tabId === tabId);
  }

  /** @returns the tab, or null */
  async undo(id: string): Promise<number | null> {
    const found = (await this.#all()).find((record) => record.id === id);
    if (found === undefined) return null;
    await this.#drop((record) => record.id === id);
    return found.tabId;
  }

  /** Unix seconds, or `Infinity`. */
  async nextEnd(): Promise<number> {
    const now = this.#options.now();
    await this.#drop(({ expiresAt }) => expiresAt <= now);
    return Math.min(...(await this.#all()).map(({ expiresAt }) => expiresAt));
  }

  async #drop(isOver: (record: OnceRecord) => boolean): Promise<boolean> {
    const records = await this.#all();
    const kept = records.filter((record) => !isOver(record));
    if (kept.length === records.length) return false;
    await this.#store(kept);
    return true;
  }

  async #store(records: readonly OnceRecord[]): Promise<void> {
    this.#records = Promise.resolve(records);
    await writeSession(KEY, records);
  }

  #all(): Promise<readonly OnceRecord[]> {
    this.#records ??= readRecords();
    return this.#records;
  }
}

function ruleOf({ id, subject, addedAt, expiresAt }: OnceRecord): Rule {
  return { id, action: 'trust', scope: 'link', subject, addedAt, expiresAt, note: '', by: 'reader' };
}

async function readRecords(): Promise<readonly OnceRecord[]> {
  const stored = await readSession(KEY);
  // Not parsed: written only here, for this session.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (stored ?? []) as readonly OnceRecord[];
}
