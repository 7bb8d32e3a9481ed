import { isRecord } from '../../../core/fields/is-record.ts';
import { count, fields, OPTIONAL_TRUE, readOrNull } from '../../../core/fields/schema.ts';
import type { ChannelJournal, SnapshotStore } from '../../platform/storage/snapshot-store.ts';
import type { UpdateFailure } from '../../protocol/update-failure.ts';
import { ignoreFailure } from '../../../core/result.ts';
import type { HeadOutcome } from './follow-head.ts';
import { headInterval, Jitter, nextAfterFailure, nextAfterSuccess, nextHead } from './schedule.ts';
import type { UpdateResult } from './update-channel.ts';
import type { FailedStep } from './update-failure.ts';

/** The connection may have returned by then. */
const OFFLINE_RETRY_SECONDS = 60;

const MAX_DETAIL_LENGTH = 200;

/** Times are Unix seconds. */
export interface Attempt {
  readonly checkedAt: number;
  readonly nextAt: number;
  /** Failures in a row. */
  readonly times: number;
  /** When to request the head, while a webmail is visible. Absent after a failure. */
  readonly headAt?: number;
  /**
   * Storage was unreadable, and may hold no list. Only the alarm waits until `nextAt`; code that needs the list retries
   * at once.
   */
  readonly isUnread?: true;
}

/** Survives the realm, but not the browser's session. */
export interface SessionValue {
  readonly read: () => Promise<unknown>;
  readonly write: (value: unknown) => Promise<void>;
}

export interface UpdateJournalOptions {
  readonly store: SnapshotStore;
  /** Fallback for attempts that the disk refused. */
  readonly session: SessionValue;
  readonly saveData: () => Promise<boolean>;
  readonly isOnline: () => boolean;
  readonly now: () => number;
}

/**
 * An unwritable journal stays in memory: otherwise, on a full disk, every check would download a base that cannot be
 * stored either.
 */
export class UpdateJournal {
  readonly #options: UpdateJournalOptions;
  /** By channel. */
  readonly #unwritten = new Map<string, Attempt>();
  readonly #failures = new Map<string, UpdateFailure>();
  #isLoaded = false;

  constructor(options: UpdateJournalOptions) {
    this.#options = options;
  }

  /** Null if unreadable. */
  async attempt(channel: string): Promise<Attempt | null> {
    await this.#load();
    const unwritten = this.#unwritten.get(channel);
    if (unwritten !== undefined) return unwritten;
    const read = await this.#options.store.journal(channel);
    return read.ok ? attemptOf(read.value) : null;
  }

  /** Drops unwritten attempts, so that they delay nothing. */
  async forget(channel: string): Promise<void> {
    await this.#load();
    this.#failures.delete(channel);
    if (this.#unwritten.delete(channel)) await this.#save();
  }

  unwrittenFailure(channel: string): UpdateFailure | null {
    return this.#failures.get(channel) ?? null;
  }

  async writeSuccess(
    channel: string,
    secret: Uint8Array,
    { refreshAfter, hasHead }: Pick<UpdateResult, 'refreshAfter' | 'hasHead'>,
  ): Promise<void> {
    const { now, saveData } = this.#options;
    const checkedAt = now();
    const jitter = new Jitter(secret, channel).at(checkedAt);
    const nextAt = nextAfterSuccess(checkedAt, { refreshAfter, saveData: await saveData(), jitter });
    const headEvery = headInterval(refreshAfter, hasHead === true);
    const headAt = nextHead(checkedAt, { interval: headEvery, jitter });
    const attempt = { checkedAt, nextAt, times: 0, ...(headEvery === 0 ? {} : { headAt }) };
    await this.#write(channel, attempt, null, headEvery);
  }

  /**
   * Schedules the next request of the head. If the write fails, the old time stays, so the next look requests the head
   * again.
   */
  async writeHead(
    channel: string,
    secret: Uint8Array,
    outcome: HeadOutcome | 'index-unchanged',
  ): Promise<void> {
    const { store, now } = this.#options;
    const journal = await store.journal(channel);
    if (!journal.ok) return;
    const { headEvery = 0, nextAt } = journal.value;
    const jitter = new Jitter(secret, channel).at(now());
    ignoreFailure(await store.writeJournal(channel, { headAt: headAfter(outcome) }));

    function headAfter(ended: typeof outcome): number {
      if (headEvery === 0) return 0;
      // There may be no head: wait for the next index.
      if (ended === 'unusable') return nextAt;
      const isHeldUp = ended === 'unreachable' || ended === 'index-unchanged';
      if (isHeldUp) return nextAfterFailure(now(), { times: 1, jitter });
      return nextHead(now(), { interval: headEvery, jitter });
    }
  }

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

  async #write(
    channel: string,
    attempt: Attempt,
    lastFailure: UpdateFailure | null,
    headEvery?: number,
  ): Promise<void> {
    // After a failure `headAt` is 0: the index comes first, because its update finds a host that answers.
    const { checkedAt, nextAt, headAt = 0, isUnread } = attempt;
    const head = { headAt, ...(headEvery === undefined ? {} : { headEvery }) };
    // Not stored after a failure to read storage: the list may be gone, and its retry must not wait.
    const isWritten =
      isUnread !== true &&
      (await this.#options.store.writeJournal(channel, { checkedAt, nextAt, lastFailure, ...head })).ok;
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

  /** Reads from the session's storage the attempts that earlier realms could not write to the journal. */
  async #load(): Promise<void> {
    if (this.#isLoaded) return;
    const found = await this.#options.session.read();
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    for (const [channel, value] of Object.entries(isRecord(found) ? found : {})) {
      const attempt = readOrNull(ATTEMPT, value);
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

function attemptOf({ checkedAt, nextAt, lastFailure, headAt = 0 }: ChannelJournal): Attempt {
  const times = lastFailure?.times ?? 0;
  return { checkedAt, nextAt, times, ...(headAt === 0 ? {} : { headAt }) };
}

const ATTEMPT = fields({
  checkedAt: count(),
  nextAt: count(),
  times: count(),
  isUnread: OPTIONAL_TRUE,
});
