import type { Result } from '../../../core/result.ts';
import { allOrNone, type StorageFailure } from './database.ts';
import type { PrivateDatabase } from './private-database.ts';
import type { PrivateValues } from './private-records.ts';

export class ValueStore {
  readonly #database: PrivateDatabase;

  constructor(database: PrivateDatabase) {
    this.#database = database;
  }

  get(key: keyof PrivateValues): Promise<Result<unknown, StorageFailure>> {
    return this.#database.use(async (db) => (await db.get('values', key))?.value);
  }

  put<Key extends keyof PrivateValues>(
    key: Key,
    value: PrivateValues[Key],
  ): Promise<Result<null, StorageFailure>> {
    return this.change(key, () => value);
  }

  /**
   * Atomic; does not overwrite an unreadable value.
   *
   * @param change - must not await
   */
  change<Key extends keyof PrivateValues>(
    key: Key,
    change: (stored: unknown) => PrivateValues[Key],
  ): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('values', 'readwrite');
      return allOrNone(tx, async () => {
        await tx.store.put({ key, value: change((await tx.store.get(key))?.value) });
        return null;
      });
    });
  }

  secret(fresh: Uint8Array<ArrayBuffer>): Promise<Result<Uint8Array<ArrayBuffer>, StorageFailure>> {
    return this.#getOrCreate('secret', fresh);
  }

  listKey(fresh: Uint8Array<ArrayBuffer>): Promise<Result<Uint8Array<ArrayBuffer>, StorageFailure>> {
    return this.#getOrCreate('listKey', fresh);
  }

  /** Atomic: concurrent callers get the same value. */
  #getOrCreate(
    key: 'secret' | 'listKey',
    fresh: Uint8Array<ArrayBuffer>,
  ): Promise<Result<Uint8Array<ArrayBuffer>, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('values', 'readwrite');
      const stored = (await tx.store.get(key))?.value;
      if (stored instanceof Uint8Array && stored.length === fresh.length) {
        await tx.done;
        return new Uint8Array(stored);
      }
      await Promise.all([tx.store.put({ key, value: fresh }), tx.done]);
      return fresh;
    });
  }
}
