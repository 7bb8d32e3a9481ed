import type { HeadFacts } from '../../../core/evidence/message-facts.ts';
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
  /** Messages open when the link was trusted. Any other message ends the trust. */
  readonly beside: readonly string[];
  /** Hashes of sender and subject, each null until a head shows it. Another sender or subject ends the trust. */
  readonly head: OnceHead;
}

type ShownHead = Pick<HeadFacts, 'address' | 'subject'>;
type OnceHead = readonly [sender: string | null, subject: string | null];

export interface OnceTrustOptions {
  /** The hash's key lasts for this session. */
  readonly hashOf: (href: string) => Promise<string>;
  readonly shownIn: (tabId: number) => Promise<ReadonlySet<string>>;
  /** A message's head, as far as frames have sent it. */
  readonly headOf: (tabId: number, messageKey: string) => ShownHead | null;
  readonly now: () => number;
}

/** Trust in one link of one message, until another message is opened or the page is left. In session storage. */
export class OnceTrust {
  readonly #options: OnceTrustOptions;
  #records: Promise<readonly OnceRecord[]> | null = null;

  constructor(options: OnceTrustOptions) {
    this.#options = options;
  }

  /** @returns id to undo all */
  async add(links: readonly LinkInMessage[]): Promise<string> {
    const { hashOf, headOf, now, shownIn } = this.#options;
    const id = crypto.randomUUID();
    const added: OnceRecord[] = [];
    for (const { tabId, frameId, messageKey, href, subject } of links) {
      const [hrefHash, beside, head] = await Promise.all([
        hashOf(href),
        shownIn(tabId),
        this.#hashesOf(headOf(tabId, messageKey)),
      ]);
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
        head,
      });
    }
    await this.#store([...(await this.#all()), ...added].slice(-MAX_RECORDS));
    return id;
  }

  /** Rules by hash of the href. */
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

  /**
   * Call when a frame sends a message's head. Some webmails show message after message under one key.
   *
   * @returns whether some once-trust has ended
   */
  async dropOtherHead(tabId: number, messageKey: string, shown: ShownHead): Promise<boolean> {
    const isOfMessage = (record: OnceRecord): boolean =>
      record.tabId === tabId && record.messageKey === messageKey;
    if (!(await this.#all()).some(isOfMessage)) return false;
    const head = await this.#hashesOf(shown);
    if (await this.#drop((record) => isOfMessage(record) && isOther(record.head, head))) return true;
    const records = await this.#all();
    const lacks = (record: OnceRecord): boolean =>
      isOfMessage(record) && record.head.some((part, index) => part === null && head[index] !== null);
    if (records.some(lacks))
      await this.#store(records.map((record) => (lacks(record) ? withHead(record, head) : record)));
    return false;
  }

  forgetFrame(tabId: number, frameId: number): Promise<boolean> {
    return this.#drop((record) => record.tabId === tabId && record.frameId === frameId);
  }

  forgetTab(tabId: number): Promise<boolean> {
    return this.#drop((record) => record.tabId === tabId);
  }

  /** @returns the tab whose trust ended; null if there was none */
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

  async #hashesOf(head: ShownHead | null): Promise<OnceHead> {
    const hashOf = async (text: string | null = null): Promise<string | null> =>
      text === null || text === '' ? null : this.#options.hashOf(text);
    return [await hashOf(head?.address), await hashOf(head?.subject)];
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

function withHead(record: OnceRecord, [sender, subject]: OnceHead): OnceRecord {
  return { ...record, head: [record.head[0] ?? sender, record.head[1] ?? subject] };
}

/** A part that only one head has proves nothing: heads may come in parts. */
function isOther(before: OnceHead, now: OnceHead): boolean {
  return before.some((part, index) => part !== null && now[index] !== null && part !== now[index]);
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
