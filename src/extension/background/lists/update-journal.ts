import { isRecord } from '../../../core/fields/is-record.ts';
import { asRecord, count, orNull, own } from '../../../core/fields/read-fields.ts';
import type { ChannelJournal, SnapshotStore } from '../../platform/storage/snapshot-store.ts';
import type { UpdateFailure } from '../../protocol/update-failure.ts';
import { Jitter, nextAfterFailure, nextAfterSuccess } from './schedule.ts';
import type { FailedStep } from './update-failure.ts';

/** When a connection is back, it may be noticed after this time. */
const OFFLINE_RETRY_SECONDS = 60;

const MAX_DETAIL_LENGTH = 200;

/** How the last try of a channel ended, as far as the next one depends on it. Times are Unix seconds. */
export interface Attempt {
  readonly checkedAt: number;
  readonly nextAt: number;
  /** Failures in a row; 0 after a success. */
  readonly times: number;
  /**
   * What is stored could not be read, so that nobody was asked: whoever needs the list may try again at once, and only
   * the alarm waits. As soon as the storage answers there may be no list in it.
   */
  readonly isUnread?: true;
}

/** Values that outlast the realm and not the browser. */
export interface SessionValue {
  readonly read: () => Promise<unknown>;
  readonly write: (value: unknown) => Promise<void>;
}

export interface UpdateJournalOptions {
  readonly store: SnapshotStore;
  /** Where attempts are kept that the disk would not take. */
  readonly session: SessionValue;
  readonly saveData: () => Promise<boolean>;
  readonly isOnline: () => boolean;
  /** Unix time, seconds. */
  readonly now: () => number;
}

/**
 * How updates went, and when the next ones are due.
 *
 * A journal that cannot be written holds all the same, in memory: on a full disk each look would otherwise find the
 * channel overdue and fetch a whole base that cannot be stored either. Where what is stored could not even be read,
 * nothing was fetched, and it is tried again as soon as somebody needs the list.
 */
export class UpdateJournal {
  readonly #options: UpdateJournalOptions;
  /** What the disk would not take, by channel. */
  readonly #unwritten = new Map<string, Attempt>();
  readonly #failures = new Map<string, UpdateFailure>();
  #isLoaded = false;

  constructor(options: UpdateJournalOptions) {
    this.#options = options;
  }

  /** Null if nothing can be known of it. */
  async attempt(channel: string): Promise<Attempt | null> {
    await this.#load();
    const unwritten = this.#unwritten.get(channel);
    if (unwritten !== undefined) return unwritten;
    const read = await this.#options.store.journal(channel);
    return read.ok ? attemptOf(read.value) : null;
  }

  /** What was tried before is no more to be told, nor to be waited for. */
  async forget(channel: string): Promise<void> {
    await this.#load();
    this.#failures.delete(channel);
    if (this.#unwritten.delete(channel)) await this.#save();
  }

  /** A failure that could not be written down, for the pages; null if there is none. */
  unwrittenFailure(channel: string): UpdateFailure | null {
    return this.#failures.get(channel) ?? null;
  }

  /** @param secret - of the installation, for the jitter */
  async writeSuccess(channel: string, secret: Uint8Array, refreshAfter: number): Promise<void> {
    const { now, saveData } = this.#options;
    const checkedAt = now();
    const nextAt = nextAfterSuccess(checkedAt, {
      refreshAfter,
      saveData: await saveData(),
      jitter: new Jitter(secret, channel).at(checkedAt),
    });
    await this.#write(channel, { checkedAt, nextAt, times: 0 }, null);
  }

  /** @param secret - of the installation, for the jitter */
  async writeFailure(
    channel: string,
    secret: Uint8Array,
    { kind, detail, isUnread }: FailedStep,
  ): Promise<Attempt> {
    const { now, isOnline } = this.#options;
    const checkedAt = now();
    const times = ((await this.attempt(channel))?.times ?? 0) + 1;
    const nextAt = isOnline()
      ? nextAfterFailure(checkedAt, { times, jitter: new Jitter(secret, channel).at(checkedAt) })
      : checkedAt + OFFLINE_RETRY_SECONDS;
    const failure = { kind, detail: detail.slice(0, MAX_DETAIL_LENGTH), at: checkedAt, times };
    const attempt = { checkedAt, nextAt, times, ...(isUnread === true ? { isUnread } : {}) };
    await this.#write(channel, attempt, failure);
    return attempt;
  }

  async #write(channel: string, attempt: Attempt, lastFailure: UpdateFailure | null): Promise<void> {
    const { checkedAt, nextAt, isUnread } = attempt;
    // Where it can be written by now after all, what was stored may be gone: it is no reason to wait.
    const isWritten =
      isUnread !== true &&
      (await this.#options.store.writeJournal(channel, { checkedAt, nextAt, lastFailure })).ok;
    await this.#load();
    this.#failures.delete(channel);
    if (isWritten) {
      if (this.#unwritten.delete(channel)) await this.#save();
      return;
    }
    this.#unwritten.set(channel, attempt);
    if (lastFailure !== null) this.#failures.set(channel, lastFailure);
    await this.#save();
  }

  /** What an earlier realm of this browser could not write. */
  async #load(): Promise<void> {
    if (this.#isLoaded) return;
    const found = await this.#options.session.read();
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    for (const [channel, value] of Object.entries(isRecord(found) ? found : {})) {
      const attempt = parseAttempt(value);
      if (attempt === null) continue;
      this.#unwritten.set(channel, attempt);
      const { checkedAt: at, times, isUnread } = attempt;
      const kind = isUnread === true ? 'storage-failed' : 'storage-full';
      if (times > 0) this.#failures.set(channel, { kind, detail: '', at, times });
    }
  }

  async #save(): Promise<void> {
    await this.#options.session.write(Object.fromEntries(this.#unwritten));
  }
}

function attemptOf({ checkedAt, nextAt, lastFailure }: ChannelJournal): Attempt {
  return { checkedAt, nextAt, times: lastFailure?.times ?? 0 };
}

function parseAttempt(value: unknown): Attempt | null {
  return orNull(() => {
    const from = asRecord(value, 'attempt');
    return {
      checkedAt: count(from, 'checkedAt'),
      nextAt: count(from, 'nextAt'),
      times: count(from, 'times'),
      ...(own(from, 'isUnread') === true ? { isUnread: true } : {}),
    };
  });
}
