import type { Worker } from 'node:worker_threads';
import { startThread } from '../../../node/start-thread.ts';
import {
  FEED_WORKER,
  FeedTaskRunner,
  type FeedTask,
  type FeedTaskResult,
  type FeedWorkerSettings,
} from './feed-worker.ts';

type Settings = Omit<FeedWorkerSettings, 'role'>;

const MODULE = new URL('feed-worker.ts', import.meta.url);

/** Tasks that may wait at one worker: enough that it never idles, few enough that memory stays bounded. */
const TASKS_AHEAD = 3;

/**
 * Runs feed tasks, on threads or in this one; `close` it. What a worker or an `onResult` fails with ends it: `add` and
 * `idle` reject with the first failure from then on, and no further result is handed on.
 */
export interface FeedWorkers {
  /** Resolves when there is room for another task, and not when the task is done: `onResult` hears of that. */
  add(task: Omit<FeedTask, 'id'>, onResult: (result: FeedTaskResult) => void): Promise<void>;
  /** Resolves when all tasks are done. */
  idle(): Promise<void>;
  /** Ends the threads. Whoever still adds is told by a rejection. */
  close(): Promise<void>;
}

/** @param threads - 0: in this thread, without the 50 to 300 ms that a worker takes to start */
export function startFeedWorkers(threads: number, settings: Settings): FeedWorkers {
  return threads > 0 ? new ThreadedFeedWorkers(threads, settings) : new OwnThread(settings);
}

class OwnThread implements FeedWorkers {
  readonly #runner: FeedTaskRunner;
  #failure: unknown = null;

  constructor(settings: Settings) {
    this.#runner = new FeedTaskRunner(settings);
  }

  async add(task: Omit<FeedTask, 'id'>, onResult: (result: FeedTaskResult) => void): Promise<void> {
    await this.idle();
    try {
      onResult(this.#runner.run({ ...task, id: 0 }));
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  async idle(): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
  }

  async close(): Promise<void> {
    this.#failure ??= closed();
  }
}

function closed(): Error {
  return new Error('the feed workers are closed');
}

interface Seat {
  readonly worker: Worker;
  readonly waiting: Map<number, (result: FeedTaskResult) => void>;
}

class ThreadedFeedWorkers implements FeedWorkers {
  readonly #seats: readonly Seat[];
  /** Which seat has a reading that is not finished. */
  readonly #readings = new Map<number, Seat>();
  #nextId = 0;
  #wake: (() => void)[] = [];
  #failure: unknown = null;

  constructor(threads: number, { epochKey, guards, rekeying }: Settings) {
    // By name: what else a caller's object holds may be no data.
    const workerData: FeedWorkerSettings = { role: FEED_WORKER, epochKey, guards, rekeying };
    this.#seats = Array.from({ length: threads }, () => {
      const seat: Seat = { worker: startThread(MODULE, 'becomeFeedWorker', workerData), waiting: new Map() };
      seat.worker.on('message', (result: FeedTaskResult) => {
        const onResult = seat.waiting.get(result.id);
        seat.waiting.delete(result.id);
        try {
          if (this.#failure === null) onResult?.(result);
        } catch (error) {
          this.#failure = error;
        }
        this.#wakeAll();
      });
      seat.worker.on('error', (error) => {
        this.#failure ??= error;
        this.#wakeAll();
      });
      return seat;
    });
  }

  async add(task: Omit<FeedTask, 'id'>, onResult: (result: FeedTaskResult) => void): Promise<void> {
    const known = this.#readings.get(task.reading);
    let seat = known ?? this.#freest();
    // After a failure `#change` waits for nothing, and a worker that is gone never has room again.
    while (this.#failure === null && seat.waiting.size >= TASKS_AHEAD) {
      await this.#change();
      seat = known ?? this.#freest();
    }
    if (this.#failure !== null) throw this.#failure;
    if (task.isLast) this.#readings.delete(task.reading);
    else this.#readings.set(task.reading, seat);
    const id = this.#nextId++;
    seat.waiting.set(id, onResult);
    const { buffer, byteOffset, byteLength } = task.bytes;
    const isWhole = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
    seat.worker.postMessage({ ...task, id }, isWhole ? [buffer] : []);
  }

  async idle(): Promise<void> {
    while (this.#failure === null && this.#seats.some(({ waiting }) => waiting.size > 0))
      await this.#change();
    if (this.#failure !== null) throw this.#failure;
  }

  async close(): Promise<void> {
    this.#failure ??= closed();
    this.#wakeAll();
    await Promise.all(this.#seats.map(({ worker }) => worker.terminate()));
  }

  #freest(): Seat {
    const [first, ...rest] = this.#seats;
    if (first === undefined) throw new RangeError('no worker threads');
    return rest.reduce((best, seat) => (seat.waiting.size < best.waiting.size ? seat : best), first);
  }

  #change(): Promise<void> {
    if (this.#failure !== null) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake.push(resolve);
    });
  }

  #wakeAll(): void {
    const wake = this.#wake;
    this.#wake = [];
    for (const resolve of wake) resolve();
  }
}
