import type { Result } from '../../../core/result.ts';
import type { Rule } from '../../../core/verdict/rules.ts';
import type { ImportedData } from '../../protocol/backup-messages.ts';
import type { Preferences } from '../../protocol/preference-messages.ts';
import type { DayStatistics } from '../../protocol/statistics-messages.ts';
import { allOrNone, type StorageFailure } from './database.ts';
import type { PrivateDatabase } from './private-database.ts';

export class ImportStore {
  readonly #database: PrivateDatabase;

  constructor(database: PrivateDatabase) {
    this.#database = database;
  }

  /**
   * Atomic.
   *
   * @param days - none that is already stored
   */
  put({
    rules,
    days,
    preferences,
  }: {
    readonly rules: readonly Rule[];
    readonly days: readonly DayStatistics[];
    readonly preferences: Preferences | null;
  }): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['rules', 'statistics', 'values'], 'readwrite');
      return allOrNone(tx, async () => {
        for (const rule of rules) await tx.objectStore('rules').put(rule);
        for (const day of days) await tx.objectStore('statistics').put(day);
        if (preferences !== null) {
          await tx.objectStore('values').put({ key: 'preferences', value: preferences });
        }
        return null;
      });
    });
  }

  /**
   * Atomic inverse of `put`.
   *
   * @param rest - a day's counts without the imported ones; null if none remain
   */
  undoPut(
    { ruleIds, days, preferencesBefore }: ImportedData,
    rest: (stored: DayStatistics, taken: DayStatistics) => DayStatistics | null,
  ): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['rules', 'statistics', 'values'], 'readwrite');
      const statistics = tx.objectStore('statistics');
      return allOrNone(tx, async () => {
        for (const id of ruleIds) await tx.objectStore('rules').delete(id);
        for (const day of days) {
          const stored = await statistics.get(day.day);
          if (stored === undefined) continue;
          const left = rest(stored, day);
          await (left === null ? statistics.delete(day.day) : statistics.put(left));
        }
        if (preferencesBefore !== null) {
          await tx.objectStore('values').put({ key: 'preferences', value: preferencesBefore });
        }
        return null;
      });
    });
  }
}
