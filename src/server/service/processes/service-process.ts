/**
 * The primary process: starts workers, hands them changes and ends them. In one piece, because each of its events may come
 * in the middle of any other, and what holds then can only be seen beside it.
 */
import type { Worker } from 'node:cluster';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { fail, ok, type Result } from '../../../core/result.ts';
import { channelFiles } from '../../node/channel/read-channel.ts';
import { diskTrouble, type ToldFailure } from '../../node/told-failure.ts';
import type { NotTaken } from '../not-taken.ts';
import { ChangeInbox } from '../changes/change-inbox.ts';
import type { ChangeWriter, Taken } from '../changes/change-writer.ts';
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
import { holdData, mayPass, type HeldData } from './data-folder.ts';
import type { ToPrimary, WorkerSettings } from './messages.ts';
import { PrimaryMetrics } from './primary-metrics.ts';
import { RecoveryLog } from './recovery-log.ts';
import { tellWorker, WorkerPool } from './worker-pool.ts';

export interface ServiceOptions {
  readonly location: string;
  readonly rootKey: string | null;
  /** Where the list in use is kept, and changes and reports if `keeps`. */
  readonly data: string;
  readonly keeps: boolean;
  readonly workers: number;
  /** Between two looks at the channel. Seconds. */
  readonly refreshSeconds: number;
  readonly worker: Omit<WorkerSettings, 'changes'> & { readonly port: number };
}

export interface ServiceWorld {
  /** One event of the log; no value holds anything of a request. */
  readonly log: (event: string, facts?: Readonly<Record<string, string | number>>) => void;
  /** Unix time, seconds. */
  readonly now: () => number;
  /** The first worker answers requests. */
  readonly onListening: (port: number) => void;
  readonly signal: AbortSignal;
}

/** How long the engine may take for what is written to it. Milliseconds. */
const ENGINE_WRITE_MS = 2000;

/** How long numbers of a process are waited for. Milliseconds. */
const MEASURE_MS = 1000;

const NOT_WRITABLE = {
  kind: 'not-written',
  message: 'The disk cannot be written to: it is full, read-only or broken.',
} as const;

const STOPPING: ToldFailure = { kind: 'stopping', message: 'The service is being stopped.' };

/** Between two looks at the folder of change files, and after one that failed. Seconds. */
const INBOX_SECONDS = 1;
const INBOX_RETRY_SECONDS = 30;

/** Between two tries to write again to a disk that could not be written to at the start. Seconds, at most. */
const DISK_RETRY_SECONDS = 30;

/** After a failed look at the channel: the first wait, doubled up to the usual one. Seconds. */
const FIRST_RETRY_SECONDS = 5;

/** Another process that has the table locked is waited for. Milliseconds. */
const TABLE_MS = 1000;

/** Runs the service until it is told to stop: follows the channel, takes in changes, keeps workers alive. */
export async function runService(
  options: ServiceOptions,
  world: ServiceWorld,
): Promise<Result<null, ToldFailure>> {
  const refusal = sqliteRefusal(process.versions);
  if (refusal !== null) return fail({ kind: 'node-too-old', message: refusal });
  const primary = new Primary(options, world);
  try {
    return await primary.run();
  } finally {
    await primary.release();
  }
}

class Primary {
  readonly #options: ServiceOptions;
  readonly #world: ServiceWorld;
  readonly #follower: ListFollower;
  readonly #reports: ReportStore;
  readonly #rounds = new Map<number, { readonly parts: object[]; readonly onPart: () => void }>();
  /** Null: the disk could not be written to at the start. What can be read is answered from, and nothing is written. */
  #held: HeldData | null = null;
  /** Where an engine holds the changes: it is written to by whoever takes them in. */
  #engine: EngineWriter | null = null;
  #listWriter: EngineListWriter | null = null;
  /** What of these cannot be brought to the engine. */
  readonly #stale = new Set<'changes' | 'list'>();
  /** For what the engine is to hold. */
  readonly #inEngine = new PositionWaiters();
  #pool: WorkerPool | null = null;
  readonly #metrics = new PrimaryMetrics();
  readonly #changesTrouble: RecoveryLog;
  #nextRound = 0;
  /** Where the service is found, from the first worker that listens to its end. */
  #port: number | null = null;
  /** What each living worker was told to listen at. */
  readonly #asked = new Map<number, number>();
  #cannotListen: (failure: ToldFailure) => void = () => {};
  /** The service is being stopped, or cannot start: nothing is waited for that may never come. */
  readonly #ending = new AbortController();

  constructor(options: ServiceOptions, world: ServiceWorld) {
    this.#options = options;
    this.#world = world;
    this.#follower = new ListFollower(
      channelFiles(options.location, AbortSignal.any([world.signal, this.#ending.signal])),
      options.rootKey,
      join(options.data, 'lists'),
      options.keeps || !options.worker.isListInEngine,
    );
    this.#reports = new ReportStore(join(options.data, 'reports'));
    const { log } = world;
    this.#changesTrouble = new RecoveryLog(
      (process, message) => log('changes-unreadable', { process, message }),
      (process) => log('changes-readable', { process }),
    );
  }

  /** The folder may be another service's from now on. */
  async release(): Promise<void> {
    await this.#held?.release();
  }

  async run(): Promise<Result<null, ToldFailure>> {
    const { log, signal } = this.#world;
    const { workers } = this.#options;
    const held = await this.#hold();
    if (!held.ok && !mayPass(held.failure)) return held;
    if (!held.ok) {
      log('disk-failed', { message: held.failure.message });
      this.#metrics.failed('disk', this.#world.now());
      if (this.#options.worker.engine !== null) this.#stale.add('changes');
    }
    const kept = await this.#follower.resume();
    if (kept !== null) log('list-kept', { serial: kept.serial, entries: kept.entries });
    const folder = this.#follower.folder();
    if (folder !== null) this.#listWriter?.use(folder);
    // With a list of before, requests are answered at once: a host that accepts and never answers takes a minute.
    const isFirstGood = kept === null && this.#held !== null ? await this.#look() : null;
    if (this.#follower.facts() === null && !signal.aborted) log('no-list-yet');

    const failed = new Promise<ToldFailure>((resolve) => {
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
    const working = this.#work(isFirstGood, this.#ending.signal);
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

  /** Takes the folder of data, and opens what is written there. */
  async #hold(): Promise<Result<null, ToldFailure>> {
    const { data, keeps } = this.#options;
    const held = await holdData(data, keeps, (lines) => this.#world.log('changes-imported', { lines }));
    if (!held.ok) return held;
    try {
      if (held.value.changes !== null) await this.#openEngine(held.value.changes);
    } catch (error) {
      await held.value.changes?.close();
      await held.value.release();
      const trouble = diskTrouble(data, error) ?? storeFailure(data, error);
      if (trouble === null) throw error;
      return fail(trouble);
    }
    this.#held = held.value;
    return ok(null);
  }

  /** All that goes on beside requests, from when the folder of data is held. */
  async #work(isFirstGood: boolean | null, signal: AbortSignal): Promise<void> {
    const { log } = this.#world;
    while (this.#held === null) {
      const wait = Math.min(DISK_RETRY_SECONDS, this.#options.refreshSeconds);
      await sleep(wait * 1000, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const held = await this.#hold();
      if (held.ok) log('disk-back');
      // Another service may have taken the folder meanwhile: this one goes on with what it can read.
      else if (!mayPass(held.failure))
        log('disk-failed', { kind: held.failure.kind, message: held.failure.message });
    }
    await Promise.all([
      this.#follow(isFirstGood, signal),
      this.#engine?.run(signal),
      this.#listWriter?.run(signal),
      this.#takeFiles(signal),
    ]);
  }

  /** @param wasFirstGood - whether the channel was as it should be; null: nobody has looked yet */
  async #follow(wasFirstGood: boolean | null, signal: AbortSignal): Promise<void> {
    const { refreshSeconds } = this.#options;
    const isGood = wasFirstGood ?? (await this.#look());
    let wait = isGood ? refreshSeconds : Math.min(FIRST_RETRY_SECONDS, refreshSeconds);
    while (!signal.aborted) {
      await sleep(wait * 1000, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      wait = (await this.#look()) ? refreshSeconds : Math.min(refreshSeconds, wait * 2);
    }
  }

  /** Takes in changes from files, if changes are kept. */
  async #takeFiles(signal: AbortSignal): Promise<void> {
    const { log, now } = this.#world;
    const changes = this.#held?.changes ?? null;
    if (changes === null) return;
    const inbox = new ChangeInbox(join(this.#options.data, 'inbox'), async (batch) => {
      if (signal.aborted) return fail(STOPPING);
      const taken = await changes.append(batch);
      if (!taken.ok) return taken;
      // An engine that is away cannot confirm it: the file stays, and is read again at the next start.
      return (await this.#isInEngine(taken.value)) ? taken : fail(STOPPING);
    });
    while (!signal.aborted) {
      const looked = await inbox.look(now(), (file, { lines, taken, refused }) =>
        log('changes-file', { file, lines, taken, refused }),
      );
      if (!looked.ok && !signal.aborted) {
        log('changes-file-failed', { kind: looked.failure.kind, message: looked.failure.message });
        if (looked.failure.kind === 'not-written') this.#metrics.failed('disk', now());
      }
      const wait = looked.ok ? INBOX_SECONDS : INBOX_RETRY_SECONDS;
      await sleep(wait * 1000, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @returns whether the channel is as it should be */
  async #look(): Promise<boolean> {
    const { log, now } = this.#world;
    const looked = await this.#follower.look(now());
    if (!looked.ok && (this.#world.signal.aborted || this.#ending.signal.aborted)) return false;
    if (!looked.ok) {
      // What is in use stays; its age says the rest.
      const { kind, message } = looked.failure;
      log('channel-failed', { kind, message });
      this.#metrics.failed(kind === 'not-written' ? 'disk' : 'channel', now());
      return false;
    }
    this.#metrics.looked(now());
    const folder = this.#follower.folder();
    if (looked.value === null || folder === null) return true;
    const { serial, entries } = looked.value;
    log('list-in-use', { serial, entries });
    this.#listWriter?.use(folder);
    this.#pool?.tellAll({ kind: 'list', folder });
    return true;
  }

  #hear(worker: Worker, message: Exclude<ToPrimary, { kind: 'drained' }>): void {
    const { log, now, onListening } = this.#world;
    switch (message.kind) {
      case 'hello': {
        const { data, keeps } = this.#options;
        const settings = { ...this.#options.worker, changes: keeps ? changesIn(data) : null };
        tellWorker(worker, { kind: 'start', settings, list: this.#follower.folder() });
        return;
      }
      case 'prepared':
        tellWorker(worker, { kind: 'engine', isStale: this.#stale.size > 0 });
        tellWorker(worker, { kind: 'listen', port: this.#portFor(worker) });
        return;
      case 'listening':
        if (this.#port !== null && message.port !== this.#port) {
          // The last one that shared the port ended while this one was asking for it: the next one finds it free.
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
    work: () => Promise<Result<Value, NotTaken>>,
  ): Promise<Result<Value, NotTaken>> {
    const done =
      this.#held === null ? fail({ ...NOT_WRITABLE, retryAfter: DISK_RETRY_SECONDS }) : await work();
    if (!done.ok && done.failure.kind === 'not-written') this.#metrics.failed('disk', this.#world.now());
    return done;
  }

  /**
   * Workers share a socket only if they ask in the same words. Where any port was asked for, "any" is what the others
   * go on to ask for; only when none is left does its number bring it back.
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
    this.#world.log('change-refused', { kind, message });
    if (kind === 'not-written') this.#metrics.failed('disk', this.#world.now());
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

  /** @returns false if the service is stopped before the engine, if there is one, has what was taken in */
  async #isInEngine({ last }: Taken): Promise<boolean> {
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
      log: this.#world.log,
      onReached: (position) => this.#inEngine.reach(position),
      onTrouble: (kind) => this.#onStale('changes', kind !== null),
    });
    this.#onStale('changes', true);
    if (!this.#options.worker.isListInEngine) return;
    this.#listWriter = new EngineListWriter(new EngineNodes(engine, ENGINE_WRITE_MS), identity, {
      log: this.#world.log,
      onTrouble: (kind) => this.#onStale('list', kind !== null),
    });
    this.#onStale('list', true);
    const folder = this.#follower.folder();
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
