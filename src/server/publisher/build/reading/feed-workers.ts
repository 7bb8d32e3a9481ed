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

/** Unfinished tasks per worker: enough to keep it busy, few enough to bound memory. */
const TASKS_AHEAD = 3;

/** After a failure of a worker or `onResult`, `add` and `idle` reject, and no more results arrive. */
export interface FeedWorkers {
  /** Backpressure: resolves once a worker has room for the task. */
  add(task: Omit<FeedTask, 'id'>, onResult: (result: FeedTaskResult) => void): Promise<void>;
  idle(): Promise<void>;
  /** Pending `add` and `idle` calls reject. */
  close(): Promise<void>;
}

/** @param threads - 0: reads in this thread, since a worker takes 50 to 300 ms to start */
export function startFeedWorkers(threads: number, settings: Settings): FeedWorkers {
  return threads > 0 ? new ThreadedFeedWorkers(threads, settings) : new InlineFeedWorkers(settings);
}

class InlineFeedWorkers implements FeedWorkers {
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
    this.#failure ??= closedError();
  }
}

function closedError(): Error {
  return new Error('the feed workers are closed');
}

interface WorkerQueue {
  readonly worker: Worker;
  readonly waiting: Map<number, (result: FeedTaskResult) => void>;
}

class ThreadedFeedWorkers implements FeedWorkers {
  readonly #queues: readonly WorkerQueue[];
  readonly #readings = new Map<number, WorkerQueue>();
  #nextId = 0;
  #wake: (() => void)[] = [];
  #failure: unknown = null;

  constructor(threads: number, { epochKey, guards, rekeying }: Settings) {
    // Pick fields by name: others may not be cloneable.
    const workerData: FeedWorkerSettings = { role: FEED_WORKER, epochKey, guards, rekeying };
    this.#queues = Array.from({ length: threads }, () => {
      const queue: WorkerQueue = {
        worker: startThread(MODULE, 'becomeFeedWorker', workerData),
        waiting: new Map(),
      };
      queue.worker.on('message', (result: FeedTaskResult) => {
        const onResult = queue.waiting.get(result.id);
        queue.waiting.delete(result.id);
        try {
          if (this.#failure === null) onResult?.(result);
        } catch (error) {
          this.#failure = error;
        }
        this.#wakeAll();
      });
      queue.worker.on('error', (error) => {
        this.#failure ??= error;
        this.#wakeAll();
      });
      return queue;
    });
  }

  async add(task: Omit<FeedTask, 'id'>, onResult: (result: FeedTaskResult) => void): Promise<void> {
    const known = this.#readings.get(task.reading);
    let queue = known ?? this.#shortestQueue();
    // Stops on failure: `#nextEvent` then resolves at once, so waiting for a dead worker's room would spin.
    while (this.#failure === null && queue.waiting.size >= TASKS_AHEAD) {
      await this.#nextEvent();
      queue = known ?? this.#shortestQueue();
    }
    if (this.#failure !== null) throw this.#failure;
    if (task.isLast) this.#readings.delete(task.reading);
    else this.#readings.set(task.reading, queue);
    const id = this.#nextId++;
    queue.waiting.set(id, onResult);
    const { buffer, byteOffset, byteLength } = task.bytes;
    const isWhole = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
    queue.worker.postMessage({ ...task, id }, isWhole ? [buffer] : []);
  }

  async idle(): Promise<void> {
    while (this.#failure === null && this.#queues.some(({ waiting }) => waiting.size > 0))
      await this.#nextEvent();
    if (this.#failure !== null) throw this.#failure;
  }

  async close(): Promise<void> {
    this.#failure ??= closedError();
    this.#wakeAll();
    await Promise.all(this.#queues.map(({ worker }) => worker.terminate()));
  }

  #shortestQueue(): WorkerQueue {
    const [first, ...rest] = this.#queues;
    if (first === undefined) throw new RangeError('no worker threads');
    return rest.reduce((best, queue) => (queue.waiting.size < best.waiting.size ? queue : best), first);
  }

  #nextEvent(): Promise<void> {
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
