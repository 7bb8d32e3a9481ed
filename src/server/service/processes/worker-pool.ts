import cluster, { type Worker } from 'node:cluster';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ToPrimary, ToWorker } from './messages.ts';

/** Workers that die sooner restart with a delay. */
const SHORT_LIFE_MS = 5_000;
const MAX_WAIT_MS = 30_000;

/** When remaining workers are killed; they exit by themselves after 10 s. */
const KILL_MS = 12_000;

export interface PoolEvents {
  onMessage(worker: Worker, message: Exclude<ToPrimary, { kind: 'drained' }>): void;
  onDeath(worker: Worker, how: string): void;
}

export class WorkerPool {
  readonly #events: PoolEvents;
  readonly #workers = new Map<number, Worker>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Workers that have yet to drain. */
  readonly #draining = new Set<number>();
  #shortLives = 0;
  #isStopping = false;
  #onEmpty: () => void = () => {};

  constructor(count: number, events: PoolEvents) {
    this.#events = events;
    cluster.setupPrimary(commandOfWorker());
    for (let index = 0; index < count; index++) this.#start();
  }

  workers(): IterableIterator<Worker> {
    return this.#workers.values();
  }

  tellAll(message: ToWorker): void {
    for (const worker of this.#workers.values()) tellWorker(worker, message);
  }

  /**
   * Resolves when all have exited. None closes its listener before all have drained, or a connection just being handed
   * over would hang.
   */
  stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const id of this.#workers.keys()) this.#draining.add(id);
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
      if (this.#workers.size === 0) resolve();
      else this.tellAll({ kind: 'drain' });
      setTimeout(() => {
        for (const worker of this.#workers.values()) worker.process.kill('SIGKILL');
      }, KILL_MS).unref();
    });
  }

  #start(): void {
    const startedAt = performance.now();
    const worker = cluster.fork();
    this.#workers.set(worker.id, worker);
    worker.on('message', (message: ToPrimary) => {
      if (message.kind === 'drained') this.#onDrained(worker.id);
      else this.#events.onMessage(worker, message);
    });
    worker.on('error', () => {
      // A message to a dead process; `exit` follows.
    });
    worker.on('exit', (code, signal) => {
      this.#workers.delete(worker.id);
      this.#events.onDeath(worker, signal ?? String(code));
      if (this.#isStopping) {
        this.#onDrained(worker.id);
        if (this.#workers.size === 0) this.#onEmpty();
        return;
      }
      this.#shortLives = performance.now() - startedAt < SHORT_LIFE_MS ? this.#shortLives + 1 : 0;
      const wait = this.#shortLives === 0 ? 0 : Math.min(MAX_WAIT_MS, 250 * 2 ** this.#shortLives);
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.#start();
      }, wait);
      this.#timers.add(timer);
    });
  }

  #onDrained(id: number): void {
    this.#draining.delete(id);
    if (this.#draining.size === 0) this.tellAll({ kind: 'stop' });
  }
}

export function tellWorker(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

/** The built command is one file that recognizes workers; the source tree needs TypeScript. */
function commandOfWorker(): { exec: string; args: string[]; execArgv: string[] } {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) return { exec: fileURLToPath(here), args: [], execArgv: process.execArgv };
  const tsx = pathToFileURL(createRequire(here).resolve('tsx')).href;
  return {
    exec: fileURLToPath(new URL('../../command/spamlight.ts', here)),
    args: [],
    execArgv: ['--import', tsx],
  };
}
