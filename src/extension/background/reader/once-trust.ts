import type { Rule } from '../../../core/verdict/rules.ts';
import { readSession, writeSession } from '../../platform/session-storage.ts';

/** A link's place: message, frame and tab. */
export interface LinkPlace {
  readonly tabId: number;
  readonly frameId: number;
  readonly messageKey: string;
}

/** A link that is trusted once. */
export interface LinkInMessage extends LinkPlace {
  /** As it is written. */
  readonly href: string;
  /** Scope and subject of the trusted part: see `Rule`. */
  readonly subject: string;
}

/** Maximum duration, in seconds: nobody reads one message longer. */
export const ONCE_SECONDS = 3_600;

/** Records of all tabs together; the oldest go first, and their links are flagged again. */
const MAX_RECORDS = 200;

const KEY = 'once';

interface OnceRecord extends LinkPlace {
  readonly id: string;
  /** Hash of the address as it is written in the message. */
  readonly hrefHash: string;
  /** Of the part of it that is trusted: see `Rule`. */
  readonly subject: string;
  readonly addedAt: number;
  /** Unix time, seconds. */
  readonly expiresAt: number;
  /** Keys of the messages open in the tab then: any other message ends it. */
  readonly beside: readonly string[];
}

export interface OnceTrustOptions {
  /** Hash of an href under a key of this session. */
  readonly hashOf: (href: string) => Promise<string>;
  /** Keys of the messages that the frames of a tab show. */
  readonly shownIn: (tabId: number) => Promise<ReadonlySet<string>>;
  /** Unix time, seconds. */
  readonly now: () => number;
}

/**
 * Links that the reader trusts once: this link in this message, until another message is opened or the page is left,
 * an hour at most. In the session's memory and never on disk.
 */
export class OnceTrust {
  readonly #options: OnceTrustOptions;
  #records: Promise<readonly OnceRecord[]> | null = null;

  constructor(options: OnceTrustOptions) {
    this.#options = options;
  }

  /** @returns the id by which all are undone */
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
    await this.#keep([...(await this.#all()), ...added].slice(-MAX_RECORDS));
    return id;
  }

  /** The rule for a link at this place, by the hash of its href; empty for nearly every message. */
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
   * Call when the tab's frames have reported which messages they show.
   *
   * @returns whether some once-trust has ended
   */
  async endsWhenMovedOn(tabId: number): Promise<boolean> {
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

  /** The tab is gone, or shows another page. */
  forgetTab(tabId: number): Promise<boolean> {
    return this.#drop((record) => record.tabId === tabId);
  }

  /** @returns the tab of the record; null if there is none with this id */
  async undo(id: string): Promise<number | null> {
    const found = (await this.#all()).find((record) => record.id === id);
    if (found === undefined) return null;
    await this.#drop((record) => record.id === id);
    return found.tabId;
  }

  /** Unix time, seconds; infinite if nothing is trusted once. */
  async nextEnd(): Promise<number> {
    const now = this.#options.now();
    await this.#drop(({ expiresAt }) => expiresAt <= now);
    return Math.min(...(await this.#all()).map(({ expiresAt }) => expiresAt));
  }

  async #drop(isOver: (record: OnceRecord) => boolean): Promise<boolean> {
    const records = await this.#all();
    const kept = records.filter((record) => !isOver(record));
    if (kept.length === records.length) return false;
    await this.#keep(kept);
    return true;
  }

  async #keep(records: readonly OnceRecord[]): Promise<void> {
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
  // Only this class writes the key, and the session ends with the browser: the shape is its own.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (stored ?? []) as readonly OnceRecord[];
}
