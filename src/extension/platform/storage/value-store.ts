import type { Result } from '../../../core/result.ts';
import { allOrNone, type StorageFailure } from './database.ts';
import type { PrivateDatabase } from './private-database.ts';
import type { PrivateValues } from './private-records.ts';

/** Single values, each by its key. */
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
   * Makes the new value out of the stored one, in one transaction: a value that cannot be read is not overwritten.
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

  /** The stored secret, or `fresh` from now on. */
  secret(fresh: Uint8Array<ArrayBuffer>): Promise<Result<Uint8Array<ArrayBuffer>, StorageFailure>> {
    return this.#onceMade('secret', fresh);
  }

  /** The stored hash key of the lists compiled here, or `fresh` from now on. */
  listKey(fresh: Uint8Array<ArrayBuffer>): Promise<Result<Uint8Array<ArrayBuffer>, StorageFailure>> {
    return this.#onceMade('listKey', fresh);
  }

  /** In one transaction, so that two callers get the same. */
  #onceMade(
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
