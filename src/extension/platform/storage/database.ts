import { type DBSchema, type IDBPDatabase, openDB, type OpenDBCallbacks } from 'idb';
import { fail, ok, type Result } from '../../../core/result.ts';
import { delay } from '../delay.ts';
import { withTimeout } from '../with-timeout.ts';

/**
 * `full`: disk or quota. `unavailable`: closed, deleted, blocked, corrupt or forbidden; the next request reopens it.
 */
export type StorageFailure = 'full' | 'unavailable';

/**
 * Opening may be blocked by another connection. Half of the 10 s that frames wait for an answer, so that they learn of
 * this failure first.
 */
const OPEN_TIMEOUT_MS = 5_000;

/**
 * Per transaction: reads take milliseconds, the largest snapshot seconds. A request that never settles must not block
 * later updates or verdicts.
 */
const WORK_TIMEOUT_MS = 60_000;

/** Wait before another attempt to open; short, since a caller is waiting. */
const REOPEN_AFTER_MS = 500;

/** Temporary database, to test whether the disk can hold new ones. */
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
   * True if the content can be fetched again: a database of a newer version, or one that fails to open twice although
   * another can be created, is then deleted. False for the reader's own data.
   */
  readonly isReplaceable: boolean;
}

/**
 * Opens on first use, and again after the browser (corruption, cleared storage) or a newer realm's upgrade closed it.
 */
export class Database<Schema extends DBSchema> {
  readonly #options: DatabaseOptions<Schema>;
  #opening: Promise<IDBPDatabase<Schema>> | null = null;
  /** Settles with the open or delete that timed out: browsers queue later ones behind it. */
  #blocked: Promise<void> | null = null;

  constructor(options: DatabaseOptions<Schema>) {
    this.#options = options;
  }

  /** Retries once on a new connection if the old one was closed, so `work` must be one transaction. */
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

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    if (opening !== null) (await opening).close();
  }

  /** @returns `'closed'` if a new connection may help */
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
      // Don't reuse a failed open or an unresponsive connection.
      if (failure === 'unavailable' || !isOpen) this.#forget(opening);
      return fail(failure === 'unavailable' && !isNamed(error, 'TimeoutError') ? 'closed' : failure);
    }
  }

  #forget(opening: Promise<IDBPDatabase<Schema>>): void {
    if (this.#opening === opening) this.#opening = null;
    closeOnceOpen(opening);
  }

  async #open(): Promise<IDBPDatabase<Schema>> {
    // Fails soon while an earlier open is stuck: one answer may take several requests, whose waits would add up.
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
      // Deleting may be blocked by another connection.
      await this.#withOpenTimeout(deleteDatabase(name));
      return this.#openOnce();
    }
  }

  /**
   * Retries later: a busy or full disk fails with the same error as a damaged file.
   *
   * @returns null if the database is damaged
   * @throws the second failure, unless another database can be created
   */
  async #openLater(): Promise<IDBPDatabase<Schema> | null> {
    await delay(REOPEN_AFTER_MS);
    try {
      return await this.#openOnce();
    } catch (error) {
      if (isNamed(error, 'UnknownError') && (await canCreateDatabase())) return null;
      throw error;
    }
  }

  #openOnce(): Promise<IDBPDatabase<Schema>> {
    const { name, version, upgrade } = this.#options;
    const opening = openDB<Schema>(name, version, {
      upgrade,
      // Another connection wants to upgrade or delete the database. The next use reopens it.
      blocking: () => closeOnceOpen(opening),
    });
    // A late open would block deletes and upgrades, so close it.
    return this.#withOpenTimeout(opening, () => closeOnceOpen(opening));
  }

  #withOpenTimeout<Value>(request: Promise<Value>, onTimeout: () => void = () => undefined): Promise<Value> {
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
    () => undefined,
  );
}

/**
 * Without the abort, a `put` that throws synchronously would leave earlier writes to commit.
 *
 * @param write - awaits only requests of this transaction
 */
export async function allOrNone<Value>(
  tx: { readonly done: Promise<void>; abort(): void },
  write: () => Promise<Value>,
): Promise<Value> {
  // Awaited below; after a failure it rejects with the same error.
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
    // The browser aborted it already.
    if (!isNamed(error, 'InvalidStateError')) throw error;
  }
}

/** @throws the error itself if it is a bug, not a storage failure */
export function storageFailureOf(error: unknown): StorageFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (FULL_ERRORS.has(name)) return 'full';
  if (UNAVAILABLE_ERRORS.has(name)) return 'unavailable';
  throw error;
}

function isNamed(error: unknown, name: string): boolean {
  return (error instanceof Error || error instanceof DOMException) && error.name === name;
}

/** If so, the disk works and has room. */
async function canCreateDatabase(): Promise<boolean> {
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
