/**
 * One run of updates from its beginning to the alarm for the next. It stays in one piece because who waits for whom, and
 * what is remembered when a step fails, is one story.
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
import { GivenUp, ProgressWatch } from './progress-watch.ts';
import { rebuildSnapshot } from './rebuild-snapshot.ts';
import { isDue } from './schedule.ts';
import { updateChannel, type Updated, type UpdateOptions } from './update-channel.ts';
import { type FailedStep, fromStorage } from './update-failure.ts';
import { type Attempt, type SessionValue, UpdateJournal } from './update-journal.ts';

/** Shorter than the 30 seconds after which both browsers stop an idle background realm. */
const KEEP_AWAKE_MS = 20_000;

/** How often events may look whether an update is due: reading the journals costs a millisecond. */
const LOOK_EVERY_SECONDS = 30;

/** The same while there is no list at all: every message is unchecked until there is one. */
const LOOK_WITHOUT_LIST_SECONDS = 2;

/** A day. */
const LATEST_WAKE_SECONDS = 86_400;

/** How often the progress of one step is told. */
const SAY_EVERY_MS = 200;

/**
 * How soon the realm is woken while there is no connection. No browser wakes it when there is one again, but every
 * event does, and looks; an alarm every half minute would only keep an idle machine from sleeping.
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
  /** What a channel of origin `list` is updated by. */
  readonly updateList: (id: string, options: UpdateOptions) => Promise<Result<Updated, FailedStep>>;
  /** A call that the browser counts as a sign of life. */
  readonly keepAwake: () => void;
  /** Unix time, seconds: when the realm should be woken. */
  readonly wakeAt: (when: number) => Promise<void>;
  /** Anything that the pages show of a channel has changed. */
  readonly onStatus: () => void;
  /** Lists are being looked after until this ends. */
  readonly onRun: (run: Promise<void>) => void;
  /** Leaves no trace of lists that were removed long enough ago. */
  readonly finishRemovals: () => Promise<void>;
  /** Another snapshot is in use. */
  readonly onActivated: (channel: string) => Promise<void>;
  /** A channel could not be fetched, and there is no list of it: said once, not with each try. */
  readonly onMissing: () => Promise<void>;
}

type Updating = Extract<ChannelActivity, { kind: 'updating' }>;

const WAITING: Updating = { kind: 'updating', step: 'index', receivedBytes: 0, totalBytes: 0 };

/** Runs updates: one at a time, when they are due or asked for, and remembers how they went. */
export class UpdateRunner {
  readonly #options: UpdateRunnerOptions;
  readonly #journal: UpdateJournal;
  readonly #updating = new Map<string, Updating>();
  /** Found unreadable, and not looked after yet. */
  readonly #damaged = new Set<string>();
  /** Unreadable and built again, which could not be stored. */
  readonly #unstored = new Set<string>();
  /** Unreadable and beyond repair here: to be fetched again, whatever their serial. */
  readonly #lost = new Set<string>();
  /** Channels that the reader asked for, and whose turn is still to come in the run that goes on. */
  readonly #waiting = new Set<string>();
  /** Runs of all that have not begun. */
  #allAsked = 0;
  /** Single ones that the reader asked for, after the run that goes on had begun. */
  readonly #asked = new Set<string>();
  #queue: Promise<void> = Promise.resolve();
  #lookedAt = 0;
  #isWaitingForNetwork = false;
  #saidAt = 0;
  /** Of what is done at this moment. */
  #watch = new ProgressWatch();

  constructor(options: UpdateRunnerOptions) {
    this.#options = options;
    this.#journal = new UpdateJournal(options);
  }

  /** Updates what is due, unless somebody has just looked. For events that come often. */
  async runIfDue({ hasLists = true } = {}): Promise<void> {
    const { now, isOnline } = this.#options;
    const wait = hasLists ? LOOK_EVERY_SECONDS : LOOK_WITHOUT_LIST_SECONDS;
    // A clock that was set back must not keep us from looking.
    const sinceLook = now() - this.#lookedAt;
    if (sinceLook >= 0 && sinceLook < wait && !this.#isWaitingForNetwork) return;
    this.#isWaitingForNetwork = !isOnline();
    this.#lookedAt = now();
    await this.run('due');
  }

  /**
   * Updates one channel after the other, and sees to being woken again.
   *
   * @param which - `installed`: what is due, and what came with this version of the extension
   */
  run(which: 'due' | 'all' | 'installed'): Promise<void> {
    if (which === 'all') this.#allAsked++;
    const run = this.#queue.then(() => this.#runNow(which));
    // The next run starts however this one ends; who called for it gets its error.
    this.#queue = run.catch(() => undefined);
    this.#options.onRun(this.#queue);
    return run;
  }

  /** Updates one, due or not, as far as it has an address. */
  async runOne(channel: string): Promise<void> {
    this.#asked.add(channel);
    await this.run('due');
  }

  /** Stored lists that turned out to be unreadable: built again from what is left of them, or fetched. */
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

  /** Why the last update failed, where even that could not be stored. */
  unwrittenFailure(channel: string): UpdateFailure | null {
    return this.#journal.unwrittenFailure(channel);
  }

  async #runNow(which: 'due' | 'all' | 'installed'): Promise<void> {
    const awake = setInterval(() => {
      this.#options.keepAwake();
      this.#watch.look();
    }, KEEP_AWAKE_MS);
    try {
      await this.#runThrough(which);
      await this.#watched(this.#options.finishRemovals());
      await this.#watched(dropUnknown(this.#options));
      await this.#watched(this.#wakeForNext());
    } finally {
      clearInterval(awake);
    }
  }

  async #runThrough(which: 'due' | 'all' | 'installed'): Promise<void> {
    const { now, isOnline, onStatus } = this.#options;
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
        // Nor could what is fetched be stored.
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
        if (isWanted && (isPackaged || isOnline())) await this.#update(channel);
      }
    } finally {
      // One that is gone, or that this run has not come to before it failed, is not waited for. What was asked for
      // since it began has a run of its own.
      this.#waiting.clear();
      onStatus();
    }
  }

  /** What was asked for is this run's from here on. @returns all channels */
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

  /** Before any is looked at: whether the packaged list stands in depends on what is stored of the others. */
  async #dropUnderOtherKeys(all: readonly Channel[]): Promise<void> {
    const { store, onActivated } = this.#options;
    for (const { id, rootKeys } of all.filter(isPinned)) {
      const dropped = await store.keepOnlyUnder(rootKeys, id);
      // Where it could not be dropped it is asked by nobody, and tried again by the next run.
      if (!dropped.ok || !dropped.value) continue;
      await this.#journal.forget(id);
      await onActivated(id);
    }
  }

  /** Its turn has come: what was asked for is no longer. @returns whether it was asked for */
  #takeAsked({ id }: Channel): boolean {
    const isWaiting = this.#waiting.delete(id);
    return this.#asked.delete(id) || isWaiting;
  }

  /** @throws GivenUp if it gives no sign of life: the next run begins without it */
  async #watched<Value>(work: Promise<Value>): Promise<Value> {
    const watch = new ProgressWatch();
    this.#watch = watch;
    const done = await watch.during(work);
    if (done === 'given-up') throw new GivenUp('a run of updates got no further');
    return done;
  }

  /**
   * Builds what is damaged from what is left of it. Needs no network, and so waits for none; what could not be stored
   * waits until the channel is due.
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
    // Without the private database there is still a list to be had; it is then built with a secret of its own,
    // which is kept in its record.
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
      // A bug. It must not stop the other channels, nor be tried again at once.
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
      await this.#journal.writeSuccess(channel.id, secret, updated.value.refreshAfter);
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
    const soonest = now() + (isOnline() ? LOOK_EVERY_SECONDS : LOOK_OFFLINE_SECONDS);
    // Without a channel too: a list grows old by itself, and the badge must say so.
    await wakeAt(Math.max(Math.min(...times, now() + LATEST_WAKE_SECONDS), soonest));
  }

  #progress(channel: Channel, activity: Updating): void {
    const before = this.#updating.get(channel.id);
    this.#updating.set(channel.id, activity);
    // Bytes come in hundreds of pieces; a page that draws a bar needs a few of them.
    const saidAgo = Date.now() - this.#saidAt;
    if (before?.step === activity.step && saidAgo >= 0 && saidAgo < SAY_EVERY_MS) return;
    this.#saidAt = Date.now();
    this.#options.onStatus();
  }
}

/** A file of the reader's is compiled once. */
function isFile({ url }: Channel): boolean {
  return url === '';
}

/** It was fetched, and is not there: the reader has cleared the storage, or the browser has. */
function isGone({ times }: Attempt, isStored: boolean): boolean {
  return !isStored && times === 0;
}

/** What lies in the package changes its key with it, and a list that is compiled here has none. */
function isPinned({ origin, rootKeys }: Channel): boolean {
  return origin !== 'packaged' && rootKeys.length > 0;
}

function isRenewed(channel: Channel): boolean {
  return channel.origin !== 'packaged' && !isFile(channel);
}

/** It is there at once and without a network: the first minute is protected while the others are fetched. */
function packagedFirst(channels: readonly Channel[]): readonly Channel[] {
  const isPackaged = ({ origin }: Channel): boolean => origin === 'packaged';
  return [...channels.filter(isPackaged), ...channels.filter((channel) => !isPackaged(channel))];
}
