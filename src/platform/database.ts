import { type DBSchema, type IDBPDatabase, openDB, type OpenDBCallbacks } from 'idb';
import { fail, ok, type Result } from '../core/result.ts';

/**
 * What may become of a request to IndexedDB through no fault of ours. `full`: the disk or the quota.
 * `unavailable`: closed, deleted, blocked, corrupt or forbidden; the next request opens it anew.
 */
export type StorageFailure = 'full' | 'unavailable';

/** How long a blocked opening is waited for. Another realm of ours closes at once when it is asked to. */
const OPEN_TIMEOUT_MS = 10_000;

const FULL_ERRORS = new Set(['QuotaExceededError']);
const UNAVAILABLE_ERRORS = new Set([
  'AbortError',
  'DataCloneError',
  'InvalidStateError',
  'NotAllowedError',
  'NotFoundError',
  'NotReadableError',
  'SecurityError',
  'TimeoutError',
  'TransactionInactiveError',
  'UnknownError',
  'VersionError',
]);

export interface DatabaseOptions<Schema extends DBSchema> {
  readonly name: string;
  readonly version: number;
  readonly upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>;
  /**
   * True if everything in it can be downloaded again: a database that cannot be opened is then deleted
   * and made anew. What is the reader's own is never deleted.
   */
  readonly isReplaceable: boolean;
}

/**
 * A database that opens itself when it is first needed and again when it was closed under us: by the
 * browser (corruption, storage cleared) or by a newer realm that upgrades it.
 */
export class Database<Schema extends DBSchema> {
  readonly #options: DatabaseOptions<Schema>;
  #opening: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(options: DatabaseOptions<Schema>) {
    this.#options = options;
  }

  /**
   * Runs one piece of work, at most twice: a connection that turns out to be closed is opened anew. The
   * work must therefore be one transaction.
   */
  async use<Value>(
    work: (db: IDBPDatabase<Schema>) => Promise<Value>,
  ): Promise<Result<Value, StorageFailure>> {
    const first = await this.#attempt(work);
    if (first.ok || first.failure !== 'unavailable') return first;
    this.#forget();
    return this.#attempt(work);
  }

  /** Closes the connection; the next use opens it again. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    if (opening !== null) (await opening).close();
  }

  async #attempt<Value>(
    work: (db: IDBPDatabase<Schema>) => Promise<Value>,
  ): Promise<Result<Value, StorageFailure>> {
    try {
      this.#opening ??= this.#open();
      return ok(await work(await this.#opening));
    } catch (error) {
      return fail(storageFailureOf(error));
    }
  }

  #forget(): void {
    const opening = this.#opening;
    this.#opening = null;
    opening?.then(
      (db) => db.close(),
      // It never opened: nothing to close.
      () => undefined,
    );
  }

  async #open(): Promise<IDBPDatabase<Schema>> {
    try {
      return await this.#openOnce();
    } catch (error) {
      const isHopeless = isNamed(error, 'VersionError') || isNamed(error, 'UnknownError');
      if (!this.#options.isReplaceable || !isHopeless) throw error;
      await deleteDatabase(this.#options.name);
      return this.#openOnce();
    }
  }

  #openOnce(): Promise<IDBPDatabase<Schema>> {
    const { name, version, upgrade } = this.#options;
    const opening = openDB<Schema>(name, version, {
      upgrade,
      // Somebody wants to upgrade or delete it. Make way at once; the next use opens what is there then.
      blocking: () => this.#forget(),
      terminated: () => this.#forget(),
    });
    return withTimeout(opening, OPEN_TIMEOUT_MS, () => {
      // It may still open one day, and would then block others for nothing.
      opening.then(
        (db) => db.close(),
        () => undefined,
      );
    });
  }
}

/**
 * Makes the writes of one transaction: all of them or none. A `put` may throw at once (a value that cannot be
 * stored), and without the abort the requests made before it would be committed all the same.
 *
 * @param write - awaits only requests of this transaction
 */
export async function allOrNone<Value>(
  tx: { readonly done: Promise<void>; abort(): void },
  write: () => Promise<Value>,
): Promise<Value> {
  // Awaited below if the writes succeed; its rejection is the same error if they do not.
  tx.done.catch(() => undefined);
  let value: Value;
  try {
    value = await write();
  } catch (error) {
    abort(tx);
    throw error;
  }
  await tx.done;
  return value;
}

function abort(tx: { abort(): void }): void {
  try {
    tx.abort();
  } catch (error) {
    // It was aborted already, by the browser.
    if (!isNamed(error, 'InvalidStateError')) throw error;
  }
}

/** @throws the error itself, if it is not one that storage is known for: that is a bug of ours */
export function storageFailureOf(error: unknown): StorageFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (FULL_ERRORS.has(name)) return 'full';
  if (UNAVAILABLE_ERRORS.has(name)) return 'unavailable';
  throw error;
}

function isNamed(error: unknown, name: string): boolean {
  return (error instanceof Error || error instanceof DOMException) && error.name === name;
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new DOMException('', 'UnknownError')));
  });
}

function withTimeout<Value>(promise: Promise<Value>, ms: number, onTimeout: () => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onTimeout();
      reject(new DOMException(`no database within ${ms} ms`, 'TimeoutError'));
    }, ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
