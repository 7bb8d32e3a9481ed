/**
 * One run of updates, from its start to the alarm for the next. One file, because the queue, the retries and what is
 * remembered of failed steps depend on each other.
 */
import type { Result } from '../../../core/result.ts';
import type { ChannelStore } from '../../platform/storage/channel-store.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';
import type { Patience } from '../../platform/download.ts';
import type { ChannelJournal, SnapshotStore } from '../../platform/storage/snapshot-store.ts';
import type { ChannelActivity } from '../../protocol/channel-messages.ts';
import type { UpdateFailure } from '../../protocol/update-failure.ts';
import { consulted, type KnownChannels } from './channel-list.ts';
import type { Channel } from '../realm/channel.ts';
import type { ReachCheckpoint } from '../realm/checkpoint.ts';
import { dropUnknown } from './drop-unknown.ts';
import { followHead, type HeadOutcome } from './follow-head.ts';
import { GivenUp, ProgressWatch } from './progress-watch.ts';
import { rebuildSnapshot } from './rebuild-snapshot.ts';
import { isDue } from './schedule.ts';
import { updateChannel, type Updated, type UpdateOptions } from './update-channel.ts';
import { type FailedStep, fromStorage } from './update-failure.ts';
import { type Attempt, type SessionValue, UpdateJournal } from './update-journal.ts';

/** Shorter than the 30 seconds after which both browsers stop an idle background realm. */
const KEEP_AWAKE_MS = 20_000;

/** Minimum time between two checks whether an update is due: reading the journals costs a millisecond. */
const LOOK_EVERY_SECONDS = 30;

/** The same while there is no list: until then every message is unchecked. */
const LOOK_WITHOUT_LIST_SECONDS = 2;

/** Longest time until the next alarm: a day. */
const LATEST_WAKE_SECONDS = 86_400;

/** Minimum time between two progress reports of one step. */
const SAY_EVERY_MS = 200;

/**
 * Time to the next alarm while offline. Any event wakes the realm and looks for a connection, so that alarms every half
 * minute would only keep an idle machine from sleeping.
 */
const LOOK_OFFLINE_SECONDS = 15 * 60;

export interface UpdateRunnerOptions {
  readonly store: SnapshotStore;
  readonly channelStore: ChannelStore;
  readonly values: ValueStore;
  /** Session-storage fallback for journal entries that IndexedDB refused. */
  readonly session: SessionValue;
  readonly channels: () => Promise<KnownChannels>;
  readonly saveData: () => Promise<boolean>;
  readonly isOnline: () => boolean;
  /** Unix time, seconds. */
  readonly now: () => number;
  readonly patience: Patience;
  readonly checkpoint: ReachCheckpoint;
  /** Whether the reader looks at a webmail, so that news are worth asking for every few minutes. */
  readonly isWebmailVisible: () => Promise<boolean>;
  /** Updates a channel of origin `list`. */
  readonly updateList: (id: string, options: UpdateOptions) => Promise<Result<Updated, FailedStep>>;
  /** Any extension API call: it resets the browser's idle timer. */
  readonly keepAwake: () => void;
  /** Sets the alarm. Unix time, seconds. */
  readonly wakeAt: (when: number) => Promise<void>;
  /** Something that the pages show of a channel has changed. */
  readonly onStatus: () => void;
  /** A run has begun; the promise settles when it ends. */
  readonly onRun: (run: Promise<void>) => void;
  /** Deletes lists whose removal can no longer be undone. */
  readonly finishRemovals: () => Promise<void>;
  /** Another snapshot is in use. */
  readonly onActivated: (channel: string) => Promise<void>;
  /** A channel has no list and could not be downloaded. Called once, not with each try. */
  readonly onMissing: () => Promise<void>;
}

/** Whether a run may have changed anything that is shown. */
export type RunOutcome = 'done' | 'nothing-new';

type Updating = Extract<ChannelActivity, { kind: 'updating' }>;

const WAITING: Updating = { kind: 'updating', step: 'index', receivedBytes: 0, totalBytes: 0 };

/** Runs updates: one at a time, when they are due or asked for, and remembers how they went. */
export class UpdateRunner {
  readonly #options: UpdateRunnerOptions;
  readonly #journal: UpdateJournal;
  readonly #updating = new Map<string, Updating>();
  /** Unreadable, not yet repaired. */
  readonly #damaged = new Set<string>();
  /** Unreadable and rebuilt, but the result could not be stored. */
  readonly #unstored = new Set<string>();
  /** Unreadable and beyond repair: to be downloaded again, even at the same serial. */
  readonly #lost = new Set<string>();
  /** Channels that the reader asked for and that the current run has not reached. */
  readonly #waiting = new Set<string>();
  /** Number of queued runs over all channels. */
  #allAsked = 0;
  /** Channels that the reader asked for since the current run began. */
  readonly #asked = new Set<string>();
  #queue: Promise<void> = Promise.resolve();
  #lookedAt = 0;
  #isWaitingForNetwork = false;
  #saidAt = 0;
  /** Watchdog of the current step. */
  #watch = new ProgressWatch();

  constructor(options: UpdateRunnerOptions) {
    this.#options = options;
    this.#journal = new UpdateJournal(options);
  }

  /** Updates what is due, unless that was checked a moment ago. For events that come often. */
  async runIfDue({ hasLists = true } = {}): Promise<void> {
    const { now, isOnline } = this.#options;
    const wait = hasLists ? LOOK_EVERY_SECONDS : LOOK_WITHOUT_LIST_SECONDS;
    // If the clock was set back, look anyway.
    const sinceLook = now() - this.#lookedAt;
    if (sinceLook >= 0 && sinceLook < wait && !this.#isWaitingForNetwork) return;
    this.#isWaitingForNetwork = !isOnline();
    this.#lookedAt = now();
    await this.run('due');
  }

  /**
   * Updates one channel after the other, and sets the next alarm.
   *
   * @param which - `installed`: what is due, and the packaged list of this version
   * @returns `'nothing-new'` if heads were asked, nothing else was due, and none of them had news
   */
  run(which: 'due' | 'all' | 'installed'): Promise<RunOutcome> {
    if (which === 'all') this.#allAsked++;
    const run = this.#queue.then(() => this.#runNow(which));
    // The next run starts even if this one fails; the caller gets the error.
    this.#queue = run.then(
      () => undefined,
      () => undefined,
    );
    this.#options.onRun(this.#queue);
    return run;
  }

  /** Updates one channel, due or not, if it has an address. */
  async runOne(channel: string): Promise<void> {
    this.#asked.add(channel);
    await this.run('due');
  }

  /** Repairs stored lists that cannot be read: rebuilds them from what is left, or downloads them. */
  async repair(channels: readonly string[]): Promise<void> {
    const known = [this.#damaged, this.#unstored, this.#lost];
    const found = channels.filter((channel) => !known.some((each) => each.has(channel)));
    for (const channel of found) this.#damaged.add(channel);
    if (found.length > 0) await this.run('due');
  }

  activity(journal: ChannelJournal, channel: Channel): ChannelActivity {
    const updating = this.#updating.get(channel.id);
    if (updating !== undefined) return updating;
    if (this.#allAsked > 0 || this.#asked.has(channel.id) || this.#waiting.has(channel.id)) return WAITING;
    return { kind: 'idle', nextAt: isRenewed(channel) ? journal.nextAt : null };
  }

  /** Whether the last update of a channel failed. */
  async hasFailed(channel: string): Promise<boolean> {
    return ((await this.#journal.attempt(channel))?.times ?? 0) > 0;
  }

  /** Why the last update failed, if that could not be stored. */
  unwrittenFailure(channel: string): UpdateFailure | null {
    return this.#journal.unwrittenFailure(channel);
  }

  async #runNow(which: 'due' | 'all' | 'installed'): Promise<RunOutcome> {
    const awake = setInterval(() => {
      this.#options.keepAwake();
      this.#watch.look();
    }, KEEP_AWAKE_MS);
    try {
      const outcome = await this.#runThrough(which);
      if (outcome === 'done') {
        await this.#watched(this.#options.finishRemovals());
        await this.#watched(dropUnknown(this.#options));
      }
      await this.#watched(this.#wakeForNext());
      return outcome;
    } finally {
      clearInterval(awake);
    }
  }

  async #runThrough(which: 'due' | 'all' | 'installed'): Promise<RunOutcome> {
    const { now, isOnline, onStatus } = this.#options;
    let outcome: RunOutcome | null = null;
    try {
      const all = await this.#begin(which);
      await this.#watched(this.#dropUnderOtherKeys(all));
      for (const channel of packagedFirst(all)) {
        const isPackaged = channel.origin === 'packaged';
        const stored = await this.#stored();
        if (isPackaged && !consulted(all, stored).has(channel.id)) continue;
        const attempt = await this.#journal.attempt(channel.id);
        const isBackingOff = attempt !== null && attempt.times > 0 && !isDue(attempt, now());
        const found = await this.#watched(this.#rebuildIfDamaged(channel, isBackingOff));
        // A download could not be stored either.
        if (found === 'not-stored') continue;
        const isJustLost = found === 'lost' && !isBackingOff;
        const isAsked = this.#takeAsked(channel);
        const isWanted =
          (isAsked && !isFile(channel)) ||
          isJustLost ||
          attempt === null ||
          attempt.isUnread === true ||
          (isPackaged
            ? which === 'installed' || !stored.has(channel.id)
            : !isFile(channel) && (isDue(attempt, now()) || isGone(attempt, stored.has(channel.id))));
        if (isWanted && (isPackaged || isOnline())) {
          outcome = 'done';
          await this.#update(channel);
        } else if (isOnline() && isRenewed(channel) && (await this.#isHeadDue(attempt))) {
          const looked = await this.#followHead(channel);
          if (outcome !== 'done') outcome = looked;
        }
      }
    } finally {
      // Nobody waits for channels that are gone, or that a failed run did not reach. What was asked for since has a run
      // of its own.
      this.#waiting.clear();
      if (outcome !== 'nothing-new') onStatus();
    }
    return outcome ?? 'done';
  }

  /**
   * Takes over what was asked for.
   *
   * @returns all channels
   */
  async #begin(which: 'due' | 'all' | 'installed'): Promise<readonly Channel[]> {
    for (const id of this.#asked) this.#waiting.add(id);
    this.#asked.clear();
    try {
      const { channels } = await this.#watched(this.#options.channels());
      if (which === 'all') for (const { id } of channels) this.#waiting.add(id);
      return channels;
    } finally {
      if (which === 'all') this.#allAsked--;
    }
  }

  /** While nobody looks at a webmail, or data is to be saved, the index is enough. */
  async #isHeadDue(attempt: Attempt | null): Promise<boolean> {
    const { now, saveData, isWebmailVisible } = this.#options;
    if (attempt?.headAt === undefined || attempt.times > 0) return false;
    const isTime = isDue({ checkedAt: attempt.checkedAt, nextAt: attempt.headAt }, now());
    return isTime && !(await saveData()) && (await isWebmailVisible());
  }

  /** Looks at the head; nothing is shown unless there is something new. */
  async #followHead(channel: Channel): Promise<RunOutcome> {
    const { store, now, patience, onActivated } = this.#options;
    const secret = await this.#secret();
    const watch = new ProgressWatch();
    this.#watch = watch;
    const checkpoint: ReachCheckpoint = async (place) => {
      await this.#options.checkpoint(place);
      await watch.reached(place);
    };
    const onProgress = (activity: Updating): void => {
      if (!watch.isGivenUp) this.#progress(channel, activity);
    };
    const options = { store, secret, now, patience, checkpoint, onProgress };
    let outcome: HeadOutcome | 'given-up' = 'unusable';
    try {
      outcome = await watch.during(followHead(channel, options));
    } catch (error) {
      console.error('Spamlight: a look at a head ended in an exception', error);
    } finally {
      this.#updating.delete(channel.id);
    }
    if (outcome === 'ask-index') {
      const before = await this.#serialOf(channel);
      await this.#update(channel);
      // A cache on the way may have the new head and the old index.
      const hasMoved = (await this.#serialOf(channel)) !== before;
      if (!hasMoved && !(await this.hasFailed(channel.id)))
        await this.#journal.writeHead(channel.id, secret, 'index-unchanged');
      return 'done';
    }
    await this.#journal.writeHead(channel.id, secret, outcome === 'given-up' ? 'unusable' : outcome);
    if (outcome === 'activated') await onActivated(channel.id);
    return outcome === 'activated' ? 'done' : 'nothing-new';
  }

  async #serialOf({ id }: Channel): Promise<number> {
    const stored = await this.#options.store.snapshot(id);
    return stored.ok ? (stored.value?.serial ?? 0) : 0;
  }

  /** Runs first: whether the packaged list is used depends on what is stored of the others. */
  async #dropUnderOtherKeys(all: readonly Channel[]): Promise<void> {
    const { store, onActivated } = this.#options;
    for (const { id, rootKeys } of all.filter(isPinned)) {
      const dropped = await store.keepOnlyUnder(rootKeys, id);
      // If it could not be deleted, it is not used, and the next run tries again.
      if (!dropped.ok || !dropped.value) continue;
      await this.#journal.forget(id);
      await onActivated(id);
    }
  }

  /**
   * Clears the request for this channel.
   *
   * @returns whether there was one
   */
  #takeAsked({ id }: Channel): boolean {
    const isWaiting = this.#waiting.delete(id);
    return this.#asked.delete(id) || isWaiting;
  }

  /** @throws GivenUp if it makes no progress: the next run begins without it */
  async #watched<Value>(work: Promise<Value>): Promise<Value> {
    const watch = new ProgressWatch();
    this.#watch = watch;
    const done = await watch.during(work);
    if (done === 'given-up') throw new GivenUp('a run of updates got no further');
    return done;
  }

  /**
   * Rebuilds a damaged list from what is left. It needs no network. A result that could not be stored waits until the
   * channel is due.
   */
  async #rebuildIfDamaged({ id }: Channel, isBackingOff: boolean): Promise<'whole' | 'lost' | 'not-stored'> {
    const { store, onActivated } = this.#options;
    const isDamaged = this.#damaged.delete(id) || (!isBackingOff && this.#unstored.has(id));
    if (!isDamaged) return 'whole';
    this.#unstored.delete(id);
    const secret = await this.#secret();
    const rebuilt = await rebuildSnapshot(store, id, secret);
    if (!rebuilt.ok) {
      this.#unstored.add(id);
      if (!isBackingOff) await this.#journal.writeFailure(id, secret, fromStorage(rebuilt.failure));
      return 'not-stored';
    }
    if (rebuilt.value === 'lost') {
      this.#lost.add(id);
      return 'lost';
    }
    await onActivated(id);
    return 'whole';
  }

  async #secret(): Promise<Uint8Array<ArrayBuffer>> {
    const fresh = crypto.getRandomValues(new Uint8Array(16));
    const secret = await this.#options.values.secret(fresh);
    // If the private database fails, lists still work: the secret is then random, and kept in the list's record.
    return secret.ok ? secret.value : fresh;
  }

  async #update(channel: Channel): Promise<void> {
    this.#progress(channel, WAITING);
    const watch = new ProgressWatch();
    this.#watch = watch;
    try {
      const ended = await watch.during(this.#updateWatched(channel, watch));
      if (ended === 'given-up') {
        await this.#failed(channel, new Uint8Array(16), {
          kind: 'stuck',
          detail: watch.lastSign,
        });
      }
    } catch (error) {
      // A bug: it must neither stop the other channels nor be retried at once.
      console.error('Spamlight: an update ended in an exception', error);
      const name = error instanceof Error ? error.name : 'unknown';
      await this.#failed(channel, new Uint8Array(16), { kind: 'internal', detail: name });
    } finally {
      this.#updating.delete(channel.id);
      this.#options.onStatus();
    }
  }

  async #updateWatched(channel: Channel, watch: ProgressWatch): Promise<'done'> {
    const { store, now, patience, onActivated } = this.#options;
    const checkpoint: ReachCheckpoint = async (place) => {
      await this.#options.checkpoint(place);
      await watch.reached(place);
    };
    const secret = await this.#secret();
    const options: UpdateOptions = {
      store,
      secret,
      now,
      patience,
      repair: this.#lost.has(channel.id),
      checkpoint,
      onProgress: (activity) => {
        if (watch.isGivenUp) return;
        void watch.reached(activity.step);
        this.#progress(channel, activity);
      },
    };
    const updated =
      channel.origin === 'list'
        ? await this.#options.updateList(channel.id, options)
        : await updateChannel(channel, options);
    await watch.reached('ended');
    if (updated.ok) {
      this.#lost.delete(channel.id);
      this.#unstored.delete(channel.id);
      await this.#journal.writeSuccess(channel.id, secret, updated.value);
      await checkpoint('journal-written');
      if (updated.value.kind === 'activated') await onActivated(channel.id);
    } else {
      await this.#failed(channel, secret, updated.failure);
    }
    return 'done';
  }

  async #failed(channel: Channel, secret: Uint8Array, step: FailedStep): Promise<void> {
    const attempt = await this.#journal.writeFailure(channel.id, secret, step);
    if (attempt.times > 1 || !isPinned(channel) || (await this.#stored()).has(channel.id)) return;
    await this.#options.onMissing();
  }

  async #stored(): Promise<ReadonlySet<string>> {
    const stored = await this.#options.store.snapshots();
    return new Set(stored.ok ? stored.value.map(({ channel }) => channel) : []);
  }

  async #wakeForNext(): Promise<void> {
    const { now, isOnline, wakeAt } = this.#options;
    const { channels } = await this.#options.channels();
    const attempts = await Promise.all(channels.filter(isRenewed).map(({ id }) => this.#journal.attempt(id)));
    const times = attempts.map((attempt) => attempt?.nextAt ?? 0);
    const heads = attempts.flatMap((attempt) =>
      attempt?.headAt === undefined || attempt.times > 0 ? [] : [attempt.headAt],
    );
    const isHeadAwaited =
      heads.length > 0 && !(await this.#options.saveData()) && (await this.#options.isWebmailVisible());
    if (isHeadAwaited) times.push(...heads);
    const soonest = now() + (isOnline() ? LOOK_EVERY_SECONDS : LOOK_OFFLINE_SECONDS);
    // Even without channels: a list ages, and the badge must say so.
    await wakeAt(Math.max(Math.min(...times, now() + LATEST_WAKE_SECONDS), soonest));
  }

  #progress(channel: Channel, activity: Updating): void {
    const before = this.#updating.get(channel.id);
    this.#updating.set(channel.id, activity);
    // A download has hundreds of chunks; a progress bar needs a few reports.
    const saidAgo = Date.now() - this.#saidAt;
    if (before?.step === activity.step && saidAgo >= 0 && saidAgo < SAY_EVERY_MS) return;
    this.#saidAt = Date.now();
    this.#options.onStatus();
  }
}

/** A list from a reader's file, which is compiled once. */
function isFile({ url }: Channel): boolean {
  return url === '';
}

/** It was downloaded and is not there: the storage was cleared. */
function isGone({ times }: Attempt, isStored: boolean): boolean {
  return !isStored && times === 0;
}

/** The packaged list has a new key with each package, and a list compiled on the device has none. */
function isPinned({ origin, rootKeys }: Channel): boolean {
  return origin !== 'packaged' && rootKeys.length > 0;
}

function isRenewed(channel: Channel): boolean {
  return channel.origin !== 'packaged' && !isFile(channel);
}

/** It needs no network, so that the first minute is protected while the others are downloaded. */
function packagedFirst(channels: readonly Channel[]): readonly Channel[] {
  const isPackaged = ({ origin }: Channel): boolean => origin === 'packaged';
  return [...channels.filter(isPackaged), ...channels.filter((channel) => !isPackaged(channel))];
}
