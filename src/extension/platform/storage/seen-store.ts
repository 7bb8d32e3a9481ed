import type { Result } from '../../../core/result.ts';
import { allOrNone, type StorageFailure } from './database.ts';
import { deleteOldest } from './delete-oldest.ts';
import type { PrivateDatabase } from './private-database.ts';
import type { SeenListing } from './private-records.ts';
import { dropOrphans } from './drop-orphans.ts';

/** Listings. Few readers meet more in a fortnight. */
export const MAX_SEEN = 500;

export class SeenStore {
  readonly #database: PrivateDatabase;

  constructor(database: PrivateDatabase) {
    this.#database = database;
  }

  all(): Promise<Result<readonly SeenListing[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('seen'));
  }

  /** Upserts; deletes listings before `oldestDay` or beyond `MAX_SEEN`. */
  put(listings: readonly SeenListing[], oldestDay: string): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['seen', 'channels', 'deviceLists'], 'readwrite');
      const seen = tx.objectStore('seen');
      return allOrNone(tx, async () => {
        for (const listing of await dropOrphans(listings, tx)) await seen.put(listing);
        for await (const cursor of seen.index('day').iterate(IDBKeyRange.upperBound(oldestDay, true)))
          await cursor.delete();
        await deleteOldest(seen.index('day'), MAX_SEEN);
        return null;
      });
    });
  }

  remove(ids: readonly string[]): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('seen', 'readwrite');
      return allOrNone(tx, async () => {
        await Promise.all(ids.map((id) => tx.store.delete(id)));
        return null;
      });
    });
  }
}
