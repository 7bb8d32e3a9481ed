/** One file, because queue, retries and remembered failures depend on each other. */
import { canVerify } from '../../../core/snapshot/read-jws.ts';
import type { ChannelStore } from '../../platform/storage/channel-store.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';
import type { Patience } from '../../platform/download.ts';
import type { ChannelJournal, SnapshotStore } from '../../platform/storage/snapshot-store.ts';
import type { ChannelActivity } from '../../protocol/channel-messages.ts';
import type { UpdateFailure } from '../../protocol/update-failure.ts';
import { usedChannelIds, type KnownChannels } from './channel-list.ts';
import type { Channel } from '../realm/channel.ts';
import type { ReachCheckpoint } from '../realm/checkpoint.ts';
import { dropUnknown } from './drop-unknown.ts';
import { followHead, type HeadOutcome } from './follow-head.ts';
import { GivenUp, ProgressWatch } from './progress-watch.ts';
import { rebuildSnapshot } from './rebuild-snapshot.ts';
import { isDue } from './schedule.ts';
import { updateChannel, type UpdateOptions } from './update-channel.ts';
import { type FailedStep, fromStorage } from './update-failure.ts';
import { type Attempt, type SessionValue, UpdateJournal } from './update-journal.ts';

/** Browsers stop an idle realm after 30 seconds. */
const KEEP_AWAKE_MS = 20_000;

/** Seconds between checks for due updates; reading the journals costs a millisecond. */
const LOOK_EVERY_SECONDS = 30;

/** Without a list every message is unchecked: check more often. */
const LOOK_WITHOUT_LIST_SECONDS = 2;

const LATEST_WAKE_SECONDS = 86_400;

/** Between reports of one step's progress. */
const PROGRESS_EVERY_MS = 200;

/** Any event also checks the connection. Frequent alarms would keep an idle machine awake. */
const LOOK_OFFLINE_SECONDS = 15 * 60;

export interface UpdateRunnerOptions {
  readonly store: SnapshotStore;
  readonly channelStore: ChannelStore;
  readonly values: ValueStore;
  readonly session: SessionValue;
  readonly channels: () => Promise<KnownChannels>;
  readonly saveData: () => Promise<boolean>;
  readonly isOnline: () => boolean;
  readonly now: () => number;
  readonly patience: Patience;
  readonly checkpoint: ReachCheckpoint;
  /** If so, the head is requested every few minutes. */
  readonly isWebmailVisible: () => Promise<boolean>;
  /** Updates channels of origin `list`. */
  readonly deviceLists: { update(id: string, options: UpdateOptions): ReturnType<typeof updateChannel> };
  readonly keepAwake: () => void;
  /** Unix seconds. */
  readonly wakeAt: (when: number) => Promise<void>;
  readonly onStatus: () => void;
  readonly onRun: (run: Promise<void>) => void;
  readonly finishRemovals: () => Promise<void>;
  readonly onActivated: (channel: string) => Promise<void>;
  /** A channel without a list could not be downloaded. Not called for retries. */
  readonly onMissing: () => Promise<void>;
}

/** Whether anything visible may have changed. */
export type RunOutcome = 'done' | 'nothing-new';

type Updating = Extract<ChannelActivity, { kind: 'updating' }>;

const WAITING: Updating = { kind: 'updating', step: 'index', receivedBytes: 0, totalBytes: 0 };

export class UpdateRunner {
  readonly #options: UpdateRunnerOptions;
  readonly #journal: UpdateJournal;
  readonly #updating = new Map<string, Updating>();
  /** Channels whose list is unreadable and not yet repaired. */
  readonly #damaged = new Set<string>();
  /** Channels whose list was rebuilt, but not stored. */
  readonly #unstored = new Set<string>();
  /** Channels whose list is beyond repair: download even the same serial. */
  readonly #lost = new Set<string>();
  /** Channels requested, but not yet reached by the current run. */
  readonly #waiting = new Set<string>();
  /** Queued runs of `all`. */
  #allAsked = 0;
  readonly #asked = new Set<string>();
  #queue: Promise<void> = Promise.resolve();
  #lookedAt = 0;
  #isWaitingForNetwork = false;
  #saidAt = 0;
  #watch = new ProgressWatch();

  constructor(options: UpdateRunnerOptions) {
    this.#options = options;
    this.#journal = new UpdateJournal(options);
  }

  /** Runs due updates, unless checked a moment ago. */
  async runIfDue({ hasLists = true } = {}): Promise<void> {
    const { now, isOnline } = this.#options;
    const wait = hasLists ? LOOK_EVERY_SECONDS : LOOK_WITHOUT_LIST_SECONDS;
    // Negative if the clock was set back.
    const sinceLook = now() - this.#lookedAt;
    if (sinceLook >= 0 && sinceLook < wait && !this.#isWaitingForNetwork) return;
    this.#isWaitingForNetwork = !isOnline();
    this.#lookedAt = now();
    await this.run('due');
  }

  /**
   * @param which - `installed`: also this version's packaged list
   * @returns `'nothing-new'` if only heads were requested, without news
   */
  run(which: 'due' | 'all' | 'installed'): Promise<RunOutcome> {
    if (which === 'all') this.#allAsked++;
    const run = this.#queue.then(() => this.#runNow(which));
    // The caller gets the error; the next run starts anyway.
    this.#queue = run.then(
      () => undefined,
      () => undefined,
    );
    this.#options.onRun(this.#queue);
    return run;
  }

  /** Also if not due; not if from a file. */
  async runOne(channel: string): Promise<void> {
    this.#asked.add(channel);
    await this.run('due');
  }

  /** Rebuilds unreadable lists from their stored state, or downloads them. */
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

  async hasFailed(channel: string): Promise<boolean> {
    return ((await this.#journal.attempt(channel))?.times ?? 0) > 0;
  }

  unwrittenFailure(channel: string): UpdateFailure | null {
    return this.#journal.unwrittenFailure(channel);
  }

  async #runNow(which: 'due' | 'all' | 'installed'): Promise<RunOutcome> {
    const awake = setInterval(() => {
      this.#options.keepAwake();
      this.#watch.check();
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
        if (isPackaged && !usedChannelIds(all, stored).has(channel.id)) continue;
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
      // Left are removed channels, or those that a failed run did not reach.
      this.#waiting.clear();
      if (outcome !== 'nothing-new') onStatus();
    }
    return outcome ?? 'done';
  }

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

  async #isHeadDue(attempt: Attempt | null): Promise<boolean> {
    const { now, saveData, isWebmailVisible } = this.#options;
    if (attempt?.headAt === undefined || attempt.times > 0) return false;
    const isTime = isDue({ checkedAt: attempt.checkedAt, nextAt: attempt.headAt }, now());
    return isTime && !(await saveData()) && (await isWebmailVisible());
  }

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
      // A cache may hold the new head and the old index: retry later.
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

  /** Call first: it decides whether the packaged list is used. */
  async #dropUnderOtherKeys(all: readonly Channel[]): Promise<void> {
    const { store, onActivated } = this.#options;
    for (const { id, rootKeys } of all.filter(isPinned)) {
      const dropped = await store.deleteUnderOtherKeys(rootKeys, id);
      // If this fails, the list is unused, and the next run retries.
      if (!dropped.ok || !dropped.value) continue;
      await this.#journal.forget(id);
      await onActivated(id);
    }
  }

  #takeAsked({ id }: Channel): boolean {
    const isWaiting = this.#waiting.delete(id);
    return this.#asked.delete(id) || isWaiting;
  }

  /** @throws GivenUp without progress */
  async #watched<Value>(work: Promise<Value>): Promise<Value> {
    const watch = new ProgressWatch();
    this.#watch = watch;
    const done = await watch.during(work);
    if (done === 'given-up') throw new GivenUp('a run of updates got no further');
    return done;
  }

  /** Unstored results are retried when the channel is due. */
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
    // If the private database fails, a random secret works too: the list's record keeps it.
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
          detail: watch.lastPlace,
        });
      }
    } catch (error) {
      // A bug must neither stop other channels nor be retried at once.
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
        ? await this.#options.deviceLists.update(channel.id, options)
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
    const isOfBrowser = UNVERIFIED.has(step.kind) && !(await canVerify());
    const told: FailedStep = isOfBrowser ? { kind: 'cannot-verify', detail: '' } : step;
    const attempt = await this.#journal.writeFailure(channel.id, secret, told);
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
    // Even without channels, the badge must show a list's age.
    await wakeAt(Math.max(Math.min(...times, now() + LATEST_WAKE_SECONDS), soonest));
  }

  #progress(channel: Channel, activity: Updating): void {
    const before = this.#updating.get(channel.id);
    this.#updating.set(channel.id, activity);
    const saidAgo = Date.now() - this.#saidAt;
    if (before?.step === activity.step && saidAgo >= 0 && saidAgo < PROGRESS_EVERY_MS) return;
    this.#saidAt = Date.now();
    this.#options.onStatus();
  }
}

/** As what a browser without Ed25519 fails. */
const UNVERIFIED: ReadonlySet<FailedStep['kind']> = new Set(['internal', 'bad-signature', 'wrong-root-key']);

/** Read from a reader's file by an older version. */
function isFile({ url }: Channel): boolean {
  return url === '';
}

/** Updated without failure, yet nothing is stored: storage was cleared. */
function isGone({ times }: Attempt, isStored: boolean): boolean {
  return !isStored && times === 0;
}

/** The packaged key changes with each package; lists compiled on the device have none. */
function isPinned({ origin, rootKeys }: Channel): boolean {
  return origin !== 'packaged' && rootKeys.length > 0;
}

function isRenewed(channel: Channel): boolean {
  return channel.origin !== 'packaged' && !isFile(channel);
}

/** The packaged list needs no network, and protects the first minute. */
function packagedFirst(channels: readonly Channel[]): readonly Channel[] {
  const isPackaged = ({ origin }: Channel): boolean => origin === 'packaged';
  return [...channels.filter(isPackaged), ...channels.filter((channel) => !isPackaged(channel))];
}
