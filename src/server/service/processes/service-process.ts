/**
 * The primary process: starts and stops workers, and passes them changes. In one file, because any of its events may
 * interrupt another.
 */
import type { Worker } from 'node:cluster';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { fail, ok, type Result } from '../../../core/result.ts';
import { channelFiles } from '../../node/channel/read-channel.ts';
import { diskFailure, type ExplainedFailure } from '../../node/explained-failure.ts';
import type { SubmitFailure } from '../submit-failure.ts';
import type { ChangeWriter, AppendResult } from '../changes/change-writer.ts';
import type { Change } from '../../node/changes/change.ts';
import { changesIn, ChangeStore, storePath } from '../../node/changes/change-store.ts';
import { storeFailure } from '../../node/changes/store-failure.ts';
import { sqliteRefusal } from '../../node/changes/node-sqlite.ts';
import { EngineNodes } from '../engine/engine-nodes.ts';
import { EngineWriter } from '../engine/engine-writer.ts';
import { EngineListWriter } from '../engine-list/engine-list-writer.ts';
import { identityOf } from '../engine/engine-identity.ts';
import { PositionWaiters } from '../engine/position-waiters.ts';
import { ListFollower } from '../list/list-follower.ts';
import { ReportStore } from '../reports/report-store.ts';
import { lockDataFolder, isTemporary, type LockedDataFolder } from './data-folder.ts';
import type { ToPrimary, WorkerSettings } from './messages.ts';
import { PrimaryMetrics } from './primary-metrics.ts';
import { RecoveryLog } from './recovery-log.ts';
import { tellWorker, WorkerPool } from './worker-pool.ts';

export interface ServiceOptions {
  /** Of `location` each; null: pins a folder's key on first use. */
  readonly channels: readonly { readonly location: string; readonly rootKey: string | null }[];
  /** Folder for lists; with `keeps`, also for changes and reports. */
  readonly data: string;
  readonly keeps: boolean;
  readonly workers: number;
  /** Between reads of the channel. */
  readonly refreshSeconds: number;
  readonly worker: Omit<WorkerSettings, 'changes' | 'channels'> & { readonly port: number };
}

export interface ServiceHooks {
  /** Values must not hold request data. */
  readonly log: (event: string, facts?: Readonly<Record<string, string | number>>) => void;
  readonly now: () => number;
  readonly onListening: (port: number) => void;
  readonly signal: AbortSignal;
}

const ENGINE_WRITE_MS = 2000;

/** How long to wait for workers' metrics. */
const MEASURE_MS = 1000;

const NOT_WRITABLE = {
  kind: 'not-written',
  message: 'The disk cannot be written to: it is full, read-only or broken.',
} as const;

/** Maximum interval of retries after a disk failure at startup. */
const DISK_RETRY_SECONDS = 30;

/** After a failed read of the channel; doubled up to `refreshSeconds`. */
const FIRST_RETRY_SECONDS = 5;

/** How long to wait for a lock on the table. */
const TABLE_MS = 1000;

export async function runService(
  options: ServiceOptions,
  hooks: ServiceHooks,
): Promise<Result<null, ExplainedFailure>> {
  const refusal = sqliteRefusal(process.versions);
  if (refusal !== null) return fail({ kind: 'node-too-old', message: refusal });
  const primary = new Primary(options, hooks);
  try {
    return await primary.run();
  } finally {
    await primary.release();
  }
}

class Primary {
  readonly #options: ServiceOptions;
  readonly #hooks: ServiceHooks;
  readonly #followers: readonly ListFollower[];
  readonly #reports: ReportStore;
  readonly #rounds = new Map<number, { readonly parts: object[]; readonly onPart: () => void }>();
  /** Null from a disk failure at startup until a retry succeeds: read-only operation. */
  #held: LockedDataFolder | null = null;
  /** Only the process that receives changes writes to the engine. */
  #engine: EngineWriter | null = null;
  #listWriter: EngineListWriter | null = null;
  /** Parts that cannot be updated in the engine. */
  readonly #stale = new Set<'changes' | 'list'>();
  /** Requests that wait for the engine. */
  readonly #inEngine = new PositionWaiters();
  #pool: WorkerPool | null = null;
  readonly #metrics = new PrimaryMetrics();
  readonly #changesTrouble: RecoveryLog;
  #nextRound = 0;
  /** Null until the first worker listens. */
  #port: number | null = null;
  /** Port requested of each live worker. */
  readonly #asked = new Map<number, number>();
  #cannotListen: (failure: ExplainedFailure) => void = () => {};
  /** Aborted on stop or failed startup: ends all waits. */
  readonly #ending = new AbortController();

  constructor(options: ServiceOptions, hooks: ServiceHooks) {
    this.#options = options;
    this.#hooks = hooks;
    this.#followers = options.channels.map(
      ({ location, rootKey }, place) =>
        new ListFollower(
          channelFiles(location, AbortSignal.any([hooks.signal, this.#ending.signal])),
          rootKey,
          join(options.data, place === 0 ? 'lists' : `lists-${digestOf(location)}`),
          options.keeps || !options.worker.isListInEngine,
        ),
    );
    this.#reports = new ReportStore(join(options.data, 'reports'));
    const { log } = hooks;
    this.#changesTrouble = new RecoveryLog(
      (process, message) => log('changes-unreadable', { process, message }),
      (process) => log('changes-readable', { process }),
    );
  }

  async release(): Promise<void> {
    await this.#held?.release();
  }

  async run(): Promise<Result<null, ExplainedFailure>> {
    const { log, signal } = this.#hooks;
    const { workers } = this.#options;
    const held = await this.#hold();
    if (!held.ok && !isTemporary(held.failure)) return held;
    if (!held.ok) {
      log('disk-failed', { message: held.failure.message });
      this.#metrics.failed('disk', this.#hooks.now());
      if (this.#options.worker.engine !== null) this.#stale.add('changes');
    }
    const firstGood = await Promise.all(
      this.#followers.map(async (follower) => {
        const kept = await follower.resume();
        if (kept !== null)
          log('list-kept', { channel: kept.channel, serial: kept.serial, entries: kept.entries });
        // Without a stored list only, since an unresponsive host takes a minute.
        return kept === null && this.#held !== null ? this.#look(follower) : null;
      }),
    );
    const folder = this.#followers[0]?.folder() ?? null;
    if (folder !== null) this.#listWriter?.use(folder);
    if (this.#followers.some((follower) => follower.facts() === null) && !signal.aborted) log('no-list-yet');

    const failed = new Promise<ExplainedFailure>((resolve) => {
      this.#cannotListen = resolve;
    });
    const stopped = new Promise<null>((resolve) => {
      if (signal.aborted) resolve(null);
      signal.addEventListener('abort', () => resolve(null), { once: true });
    });
    const pool = new WorkerPool(workers, {
      onMessage: (worker, message) => this.#hear(worker, message),
      onDeath: (worker, how) => {
        this.#asked.delete(worker.id);
        log('process-ended', { process: worker.id, how });
        if (!this.#ending.signal.aborted) this.#metrics.processEnded();
      },
    });
    this.#pool = pool;
    const working = this.#work(firstGood, this.#ending.signal);
    const failure = await Promise.race([failed, stopped]);
    log('stopping');
    this.#ending.abort();
    this.#inEngine.close();
    await pool.stop();
    await working;
    await this.#held?.changes?.close();
    log('stopped');
    return failure === null ? ok(null) : fail(failure);
  }

  async #hold(): Promise<Result<null, ExplainedFailure>> {
    const { data, keeps } = this.#options;
    const held = await lockDataFolder(data, keeps);
    if (!held.ok) return held;
    try {
      if (held.value.changes !== null) await this.#openEngine(held.value.changes);
    } catch (error) {
      await held.value.changes?.close();
      await held.value.release();
      const trouble = diskFailure(data, error) ?? storeFailure(data, error);
      if (trouble === null) throw error;
      return fail(trouble);
    }
    this.#held = held.value;
    return ok(null);
  }

  async #work(firstGood: readonly (boolean | null)[], signal: AbortSignal): Promise<void> {
    const { log } = this.#hooks;
    while (this.#held === null) {
      const wait = Math.min(DISK_RETRY_SECONDS, this.#options.refreshSeconds);
      await sleep(wait * 1000, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const held = await this.#hold();
      if (held.ok) log('disk-back');
      // Another service may have taken the folder: continue read-only.
      else if (!isTemporary(held.failure))
        log('disk-failed', { kind: held.failure.kind, message: held.failure.message });
    }
    await Promise.all([
      ...this.#followers.map((follower, place) => this.#follow(follower, firstGood[place] ?? null, signal)),
      this.#engine?.run(signal),
      this.#listWriter?.run(signal),
    ]);
  }

  /** @param wasFirstGood - result of the first read; null: none yet */
  async #follow(follower: ListFollower, wasFirstGood: boolean | null, signal: AbortSignal): Promise<void> {
    const { refreshSeconds } = this.#options;
    const isGood = wasFirstGood ?? (await this.#look(follower));
    let wait = isGood ? refreshSeconds : Math.min(FIRST_RETRY_SECONDS, refreshSeconds);
    while (!signal.aborted) {
      await sleep(wait * 1000, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      wait = (await this.#look(follower)) ? refreshSeconds : Math.min(refreshSeconds, wait * 2);
    }
  }

  async #look(follower: ListFollower): Promise<boolean> {
    const { log, now } = this.#hooks;
    const looked = await follower.look(now());
    if (!looked.ok && (this.#hooks.signal.aborted || this.#ending.signal.aborted)) return false;
    if (!looked.ok) {
      // The current list stays; its age is visible.
      const { kind, message } = looked.failure;
      log('channel-failed', { kind, message });
      this.#metrics.failed(kind === 'not-written' ? 'disk' : 'channel', now());
      return false;
    }
    this.#metrics.looked(now());
    const folder = follower.folder();
    if (looked.value === null || folder === null) return true;
    const { channel, serial, entries } = looked.value;
    log('list-in-use', { channel, serial, entries });
    this.#listWriter?.use(folder);
    this.#pool?.tellAll({ kind: 'list', folder, channel: this.#followers.indexOf(follower) });
    return true;
  }

  #hear(worker: Worker, message: Exclude<ToPrimary, { kind: 'drained' }>): void {
    const { log, now, onListening } = this.#hooks;
    switch (message.kind) {
      case 'hello': {
        const { data, keeps } = this.#options;
        const channels = this.#followers.length;
        const settings = { ...this.#options.worker, channels, changes: keeps ? changesIn(data) : null };
        const lists = this.#followers.map((follower) => follower.folder());
        tellWorker(worker, { kind: 'start', settings, lists });
        return;
      }
      case 'prepared':
        tellWorker(worker, { kind: 'engine', isStale: this.#stale.size > 0 });
        tellWorker(worker, { kind: 'listen', port: this.#portFor(worker) });
        return;
      case 'listening':
        if (this.#port !== null && message.port !== this.#port) {
          // The last worker with the shared port ended meanwhile, so this one got another. Its successor gets the
          // shared one.
          worker.process.kill('SIGKILL');
          return;
        }
        log('process-ready', { process: worker.id });
        if (this.#port === null) onListening(message.port);
        this.#port = message.port;
        return;
      case 'cannot-listen':
        this.#cannotListen({ kind: 'cannot-listen', message: message.message });
        return;
      case 'append':
        void this.#append(worker, message.request, message.changes);
        return;
      case 'report':
        void this.#unlessReadOnly(() => this.#reports.keep(message.report, now())).then((kept) => {
          const { request } = message;
          tellWorker(
            worker,
            kept.ok
              ? { kind: 'report-kept', request, outcome: kept.value }
              : { kind: 'not-taken', request, failure: kept.failure },
          );
        });
        return;
      case 'feed':
        void this.#unlessReadOnly(() => this.#reports.feed(now())).then((feed) => {
          const { request } = message;
          tellWorker(
            worker,
            feed.ok
              ? { kind: 'feed', request, text: feed.value }
              : { kind: 'not-taken', request, failure: feed.failure },
          );
        });
        return;
      case 'metrics':
        void this.#gatherMetrics().then((text) =>
          tellWorker(worker, { kind: 'metrics', request: message.request, text }),
        );
        return;
      case 'measured': {
        const round = this.#rounds.get(message.round);
        round?.parts.push(message.metrics);
        round?.onPart();
        return;
      }
      case 'changes-trouble':
        this.#changesTrouble.say(worker.id, message.message);
        return;
      case 'fault':
        log('fault', { process: worker.id, what: message.message });
        return;
    }
  }

  async #unlessReadOnly<Value>(
    work: () => Promise<Result<Value, SubmitFailure>>,
  ): Promise<Result<Value, SubmitFailure>> {
    const done =
      this.#held === null ? fail({ ...NOT_WRITABLE, retryAfter: DISK_RETRY_SECONDS }) : await work();
    if (!done.ok && done.failure.kind === 'not-written') this.#metrics.failed('disk', this.#hooks.now());
    return done;
  }

  /**
   * Workers share a socket only if they request the same port. With port 0 all request 0; the actual number is
   * requested only if no other worker lives.
   */
  #portFor(worker: Worker): number {
    const [shared] = this.#asked.values();
    const port = shared ?? this.#port ?? this.#options.worker.port;
    this.#asked.set(worker.id, port);
    return port;
  }

  async #append(worker: Worker, request: number, changes: readonly Change[]): Promise<void> {
    const writer = this.#held?.changes ?? null;
    const taken = writer === null ? fail(NOT_WRITABLE) : await writer.append(changes);
    if (taken.ok) {
      if (await this.#isInEngine(taken.value))
        tellWorker(worker, { kind: 'taken', request, outcomes: taken.value.outcomes });
      return;
    }
    const { kind, message } = taken.failure;
    this.#hooks.log('change-refused', { kind, message });
    if (kind === 'not-written') this.#metrics.failed('disk', this.#hooks.now());
    tellWorker(worker, {
      kind: 'not-taken',
      request,
      failure: {
        kind: kind === 'not-written' ? kind : 'busy',
        message,
        retryAfter: kind === 'not-written' ? DISK_RETRY_SECONDS : 1,
      },
    });
  }

  /** @returns false if the service stops before the engine has the changes */
  async #isInEngine({ last }: AppendResult): Promise<boolean> {
    if (this.#engine === null) return true;
    this.#engine.advance(last);
    return this.#inEngine.when(last);
  }

  async #openEngine(changes: ChangeWriter): Promise<void> {
    const { engine } = this.#options.worker;
    if (engine === null) return;
    const identity = await identityOf(this.#options.data);
    const nodes = new EngineNodes(engine, ENGINE_WRITE_MS);
    const store = ChangeStore.read(storePath(changesIn(this.#options.data)), TABLE_MS);
    this.#engine = new EngineWriter(nodes, store, identity, changes.last(), {
      log: this.#hooks.log,
      onReached: (position) => this.#inEngine.reach(position),
      onTrouble: (kind) => this.#onStale('changes', kind !== null),
    });
    this.#onStale('changes', true);
    if (!this.#options.worker.isListInEngine) return;
    this.#listWriter = new EngineListWriter(new EngineNodes(engine, ENGINE_WRITE_MS), identity, {
      log: this.#hooks.log,
      onTrouble: (kind) => this.#onStale('list', kind !== null),
    });
    this.#onStale('list', true);
    const folder = this.#followers[0]?.folder() ?? null;
    if (folder !== null) this.#listWriter.use(folder);
  }

  #onStale(what: 'changes' | 'list', isStale: boolean): void {
    if (isStale) this.#stale.add(what);
    else this.#stale.delete(what);
    this.#pool?.tellAll({ kind: 'engine', isStale: this.#stale.size > 0 });
  }

  async #gatherMetrics(): Promise<string> {
    const round = this.#nextRound++;
    const expected = [...(this.#pool?.workers() ?? [])].length;
    const parts: object[] = [];
    const all = new Promise<void>((resolve) => {
      this.#rounds.set(round, { parts, onPart: () => parts.length >= expected && resolve() });
    });
    this.#pool?.tellAll({ kind: 'measure', round });
    await Promise.race([all, sleep(MEASURE_MS)]);
    this.#rounds.delete(round);
    const [ofWorkers, own] = await Promise.all([
      AggregatorRegistry.aggregate(parts).metrics(),
      this.#metrics.text(),
    ]);
    return `${ofWorkers}${own}`;
  }
}

/** Names the folder of a further channel's lists. */
function digestOf(location: string): string {
  return createHash('sha256').update(location).digest('hex').slice(0, 12);
}
