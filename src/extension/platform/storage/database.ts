import { type DBSchema, type IDBPDatabase, openDB, type OpenDBCallbacks } from 'idb';
import { fail, ok, type Result } from '../../../core/result.ts';
import { after } from '../after.ts';
import { withTimeout } from '../with-timeout.ts';

/**
 * What may become of a request to IndexedDB through no fault of ours. `full`: the disk or the quota.
 * `unavailable`: closed, deleted, blocked, corrupt or forbidden; the next request opens it anew.
 */
export type StorageFailure = 'full' | 'unavailable';

/**
 * How long a blocked opening is waited for. Another realm of ours closes at once when it is asked to. Half of what a
 * message waits for its answer, so that it is told what is wrong and not only that nothing came.
 */
const OPEN_TIMEOUT_MS = 5_000;

/**
 * How long one transaction is waited for. Reading takes milliseconds and storing the largest snapshot seconds; a
 * request that the browser never answers would otherwise hold up every later update, or a verdict, for ever.
 */
const WORK_TIMEOUT_MS = 60_000;

/** How soon a database is tried once more that could not be opened, or that was blocked: who asks waits for it. */
const REOPEN_AFTER_MS = 500;

/** Made and deleted at once, to learn whether the disk takes any. */
const PROBE = 'spamlight-probe';

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
   * True if what is in it can be had again: a database that cannot be opened, twice, though another one can be made, is
   * then deleted and made anew. What is the reader's own is never deleted.
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
  /** Settles when a request does that was waited for in vain: a browser answers those of one database in their order. */
  #blocked: Promise<void> | null = null;

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
    if (first.ok) return first;
    if (first.failure !== 'closed') return fail(first.failure);
    const second = await this.#attempt(work);
    if (second.ok) return second;
    return fail(second.failure === 'closed' ? 'unavailable' : second.failure);
  }

  /** Closes the connection; the next use opens it again. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    if (opening !== null) (await opening).close();
  }

  /** @returns `'closed'` if it may go better with a new connection */
  async #attempt<Value>(
    work: (db: IDBPDatabase<Schema>) => Promise<Value>,
  ): Promise<Result<Value, StorageFailure | 'closed'>> {
    const opening = this.#opening ?? this.#open();
    this.#opening = opening;
    let isOpen = false;
    try {
      const db = await opening;
      isOpen = true;
      return ok(await withTimeout(work(db), WORK_TIMEOUT_MS));
    } catch (error) {
      const failure = storageFailureOf(error);
      // An opening that failed, for whatever reason, is not asked again; nor is a connection that gave no answer.
      if (failure === 'unavailable' || !isOpen) this.#forget(opening);
      // Don't retry after a timeout.
      return fail(failure === 'unavailable' && !isNamed(error, 'TimeoutError') ? 'closed' : failure);
    }
  }

  #forget(opening: Promise<IDBPDatabase<Schema>>): void {
    // Another one may have been opened meanwhile, and be in use.
    if (this.#opening === opening) this.#opening = null;
    closeOnceOpen(opening);
  }

  async #open(): Promise<IDBPDatabase<Schema>> {
    // One answer may need several requests, and who asks does not wait for each of them as long as for the first.
    if (this.#blocked !== null) await withTimeout(this.#blocked, REOPEN_AFTER_MS);
    try {
      return await this.#openOnce();
    } catch (error) {
      const { isReplaceable, name } = this.#options;
      if (!isReplaceable) throw error;
      if (isNamed(error, 'UnknownError')) {
        const second = await this.#openLater();
        if (second !== null) return second;
      } else if (!isNamed(error, 'VersionError')) throw error;
      // Somebody who has it open may keep us from it.
      await this.#inTime(deleteDatabase(name));
      return this.#openOnce();
    }
  }

  /**
   * Once more, a moment later: a disk that is busy or full fails with the same words as a damaged file.
   *
   * @returns null if the database itself is beyond repair
   * @throws what the second try failed of, unless another database can be made on this disk
   */
  async #openLater(): Promise<IDBPDatabase<Schema> | null> {
    await after(REOPEN_AFTER_MS);
    try {
      return await this.#openOnce();
    } catch (error) {
      if (isNamed(error, 'UnknownError') && (await takesDatabases())) return null;
      throw error;
    }
  }

  #openOnce(): Promise<IDBPDatabase<Schema>> {
    const { name, version, upgrade } = this.#options;
    const opening = openDB<Schema>(name, version, {
      upgrade,
      // Somebody wants to upgrade or delete it. Make way at once; the next use opens what is there then, as it does
      // when the browser itself closed the connection.
      blocking: () => closeOnceOpen(opening),
    });
    // A late open would block deletes and upgrades, so close it.
    return this.#inTime(opening, () => closeOnceOpen(opening));
  }

  #inTime<Value>(request: Promise<Value>, onTimeout: () => void = () => undefined): Promise<Value> {
    return withTimeout(request, OPEN_TIMEOUT_MS, () => {
      onTimeout();
      const over = (): void => {
        if (this.#blocked === blocked) this.#blocked = null;
      };
      const blocked = request.then(over, over);
      this.#blocked = blocked;
    });
  }
}

function closeOnceOpen(opening: Promise<{ close(): void }>): void {
  opening.then(
    (db) => db.close(),
    // It never opened: nothing to close.
    () => undefined,
  );
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

/** Whether the disk lets a database be made that was not there: then it has room, and is not what is broken. */
async function takesDatabases(): Promise<boolean> {
  try {
    const made = openDB(PROBE, 1, { upgrade: (db) => void db.createObjectStore('probe') });
    (await withTimeout(made, OPEN_TIMEOUT_MS, () => closeOnceOpen(made))).close();
    await withTimeout(deleteDatabase(PROBE), OPEN_TIMEOUT_MS);
    return true;
  } catch (error) {
    storageFailureOf(error);
    return false;
  }
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new DOMException('', 'UnknownError')));
  });
}
