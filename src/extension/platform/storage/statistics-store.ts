import type { Result } from '../../../core/result.ts';
import { type DayStatistics, dayStatistics } from '../../protocol/statistics-messages.ts';
import { allOrNone, type StorageFailure } from './database.ts';
import type { PrivateDatabase } from './private-database.ts';

export class StatisticsStore {
  readonly #database: PrivateDatabase;

  constructor(database: PrivateDatabase) {
    this.#database = database;
  }

  days(): Promise<Result<readonly DayStatistics[], StorageFailure>> {
    return this.#database.use(async (db) =>
      (await db.getAll('statistics')).map((stored) => dayStatistics(stored.day, (name) => stored[name])),
    );
  }

  /**
   * Updates a day; deletes those before `oldestDay`.
   *
   * @param change - must not await; gets undefined on a new day
   */
  change(
    day: string,
    oldestDay: string,
    change: (stored: DayStatistics | undefined) => DayStatistics,
  ): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('statistics', 'readwrite');
      return allOrNone(tx, async () => {
        await tx.store.put(change(await tx.store.get(day)));
        await tx.store.delete(IDBKeyRange.upperBound(oldestDay, true));
        return null;
      });
    });
  }

  clear(): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      await db.clear('statistics');
      return null;
    });
  }
}
