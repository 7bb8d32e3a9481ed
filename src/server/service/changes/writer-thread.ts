import { mkdir } from 'node:fs/promises';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { isRecord } from '../../../core/fields/is-record.ts';
import { fail, ignoreFailure, ok, type Result } from '../../../core/result.ts';
import type { Change } from '../../node/changes/change.ts';
import { ChangeStore, storePath, type ChangeOutcome } from '../../node/changes/change-store.ts';
import { storeFailure, type StoreFailure } from '../../node/changes/store-failure.ts';
import { systemErrorCode } from '../../node/explained-failure.ts';
import { syncFolder } from '../../node/write-file.ts';
import { faultText } from '../fault-text.ts';
import { ClockWatch } from './clock-watch.ts';

export const CHANGE_WRITER = 'spamlight-change-writer';

export interface WriterSettings {
  readonly role: typeof CHANGE_WRITER;
  readonly folder: string;
}

export type ToWriter =
  | { readonly kind: 'append'; readonly id: number; readonly changes: readonly Change[] }
  | { readonly kind: 'close' };

export type FromWriter =
  | { readonly kind: 'opened'; readonly last: number }
  | { readonly kind: 'not-opened'; readonly failure: StoreFailure }
  | {
      readonly kind: 'taken';
      readonly id: number;
      readonly outcomes: readonly ChangeOutcome[];
      readonly last: number;
    }
  | { readonly kind: 'not-taken'; readonly id: number; readonly message: string };

/** How long to wait for other programs, such as `sqlite3`. */
const TIMEOUT_MS = 5000;

/** Interval of deleting expired changes, and pause between batches. */
const FORGET_EVERY_MS = 3_600_000;
const FORGET_PAUSE_MS = 50;

/** Changes per commit; the first sender waits for all. */
const MOST_AT_ONCE = 20_000;

type Append = Extract<ToWriter, { kind: 'append' }>;

/** Group commit: changes that arrive during a commit form the next one. */
class WriterThread {
  readonly #store: ChangeStore;
  readonly #path: string;
  readonly #port: MessagePort;
  #waiting: Append[] = [];
  #isWriting = false;
  readonly #clock = new ClockWatch();

  constructor(store: ChangeStore, path: string, port: MessagePort) {
    this.#store = store;
    this.#path = path;
    this.#port = port;
  }

  run(): void {
    setInterval(() => this.#forget(), FORGET_EVERY_MS).unref();
    this.#port.on('message', (message: ToWriter) => {
      if (message.kind === 'close') return this.#close();
      this.#waiting.push(message);
      if (this.#isWriting) return;
      this.#isWriting = true;
      // Runs after all queued messages.
      setImmediate(() => this.#write());
    });
  }

  #write(): void {
    this.#isWriting = false;
    while (this.#waiting.length > 0) {
      const some: Append[] = [];
      for (let count = 0; count < MOST_AT_ONCE;) {
        const next = this.#waiting.shift();
        if (next === undefined) break;
        some.push(next);
        count += next.changes.length;
      }
      this.#take(some);
    }
  }

  #take(some: readonly Append[]): void {
    const batches = some.map(({ changes }) => changes);
    const taken = this.#try(() => this.#store.append(batches));
    for (const [index, { id }] of some.entries()) {
      const answer: FromWriter = taken.ok
        ? { kind: 'taken', id, outcomes: taken.value.outcomes[index] ?? [], last: taken.value.last }
        : { kind: 'not-taken', id, message: taken.failure };
      tell(this.#port, answer);
    }
  }

  /** Catches bugs too, which must not end processes that only check. */
  #try<Value>(work: () => Value): Result<Value, string> {
    try {
      return ok(work());
    } catch (error) {
      return fail(storeFailure(this.#path, error)?.message ?? faultText(error));
    }
  }

  #forget(): void {
    if (!this.#clock.isSteady(Date.now(), performance.now())) return;
    const forgotten = this.#try(() => this.#store.deleteExpired(Math.floor(Date.now() / 1000)));
    // After a failure, the hourly interval retries.
    if (forgotten.ok && forgotten.value) setTimeout(() => this.#forget(), FORGET_PAUSE_MS).unref();
  }

  #close(): void {
    this.#write();
    // If it fails, everything acknowledged is in the WAL.
    ignoreFailure(this.#try(() => this.#store.close()));
    this.#port.close();
  }
}

async function openStore(folder: string): Promise<ChangeStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const store = ChangeStore.open(storePath(folder), TIMEOUT_MS);
  try {
    await syncFolder(folder);
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

export function becomeChangeWriter(): boolean {
  const settings: unknown = workerData;
  if (!isRecord(settings) || settings['role'] !== CHANGE_WRITER || parentPort === null) return false;
  const folder = String(settings['folder']);
  const port = parentPort;
  const path = storePath(folder);
  openStore(folder).then(
    (store) => {
      const { last } = store.state();
      new WriterThread(store, path, port).run();
      tell(port, { kind: 'opened', last });
    },
    (error: unknown) => {
      const failure = storeFailure(systemErrorCode(error) === null ? path : folder, error);
      if (failure === null) throw error;
      tell(port, { kind: 'not-opened', failure });
      port.close();
    },
  );
  return true;
}

function tell(port: MessagePort, message: FromWriter): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the thread that has started this one
  port.postMessage(message);
}
