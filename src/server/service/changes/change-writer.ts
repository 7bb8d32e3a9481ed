import type { Worker } from 'node:worker_threads';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { Change } from '../../node/changes/change.ts';
import type { ChangeOutcome } from '../../node/changes/change-store.ts';
import type { StoreFailure } from '../../node/changes/store-failure.ts';
import { startThread } from '../../node/start-thread.ts';
import type { ExplainedFailure } from '../../node/explained-failure.ts';
import { faultText } from '../fault-text.ts';
import { CHANGE_WRITER, type FromWriter, type ToWriter, type WriterSettings } from './writer-thread.ts';

const MODULE = new URL('writer-thread.ts', import.meta.url);

/** Backpressure: refuse instead of buffering. */
const MAX_WAITING = 100_000;

export type AppendFailure = ExplainedFailure<'too-many-changes' | 'not-written'>;

export interface AppendResult {
  readonly outcomes: readonly ChangeOutcome[];
  readonly last: number;
}

interface Waiting {
  readonly count: number;
  readonly settle: (result: Result<AppendResult, AppendFailure>) => void;
}

/** Uses a thread, as a commit blocks until the disk is done. */
export class ChangeWriter {
  readonly #folder: string;
  /** Null if ended; the next `append` restarts it. */
  #thread: Worker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #waitingCount = 0;
  #nextId = 0;
  #last = 0;
  #onExit: () => void = () => {};

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(folder: string): Promise<Result<ChangeWriter, StoreFailure>> {
    const writer = new ChangeWriter(folder);
    const opened = await new Promise<FromWriter>((resolve, reject) => {
      const thread = writer.#start();
      thread.once('message', resolve);
      thread.once('error', reject);
    });
    if (opened.kind === 'not-opened') return fail(opened.failure);
    return ok(writer);
  }

  /** Last position on disk. */
  last(): number {
    return this.#last;
  }

  /** Resolves when all or none are on disk. */
  append(changes: readonly Change[]): Promise<Result<AppendResult, AppendFailure>> {
    if (this.#waitingCount + changes.length > MAX_WAITING) {
      return Promise.resolve(
        fail({ kind: 'too-many-changes', message: 'More changes arrive than the disk takes in.' }),
      );
    }
    const id = this.#nextId++;
    this.#waitingCount += changes.length;
    return new Promise((settle) => {
      this.#waiting.set(id, { count: changes.length, settle });
      tell(this.#thread ?? this.#start(), { kind: 'append', id, changes });
    });
  }

  /** Resolves once earlier changes are on disk and the thread has ended. */
  close(): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onExit = resolve;
      tell(thread, { kind: 'close' });
    });
  }

  #start(): Worker {
    const settings: WriterSettings = { role: CHANGE_WRITER, folder: this.#folder };
    const thread = startThread(MODULE, 'becomeChangeWriter', settings);
    let because = 'the thread that writes them has ended';
    thread.on('message', (message: FromWriter) => {
      if (message.kind === 'not-opened') because = message.failure.message;
      else this.#hear(message);
    });
    thread.on('error', (error) => (because = faultText(error)));
    thread.on('exit', () => {
      this.#thread = null;
      for (const id of this.#waiting.keys()) this.#settle(id, notWritten(because));
      this.#onExit();
    });
    this.#thread = thread;
    return thread;
  }

  #hear(message: Exclude<FromWriter, { kind: 'not-opened' }>): void {
    if (message.kind === 'not-taken') return this.#settle(message.id, notWritten(message.message));
    this.#last = Math.max(this.#last, message.last);
    if (message.kind === 'taken') this.#settle(message.id, ok(message));
  }

  #settle(id: number, result: Result<AppendResult, AppendFailure>): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#waitingCount -= waiting.count;
    waiting.settle(result);
  }
}

function notWritten(why: string): Result<never, AppendFailure> {
  return fail({ kind: 'not-written', message: `The changes cannot be written: ${why}` });
}

function tell(thread: Worker, message: ToWriter): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  thread.postMessage(message);
}
