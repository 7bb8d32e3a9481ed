import type { Result } from '../../../core/result.ts';
import type { Rule } from '../../../core/verdict/rules.ts';
import type { ImportedData } from '../../protocol/backup-messages.ts';
import type { Preferences } from '../../protocol/preference-messages.ts';
import { type DayStatistics, dayStatistics } from '../../protocol/statistics-messages.ts';
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

  /** Atomic inverse of `put`. Links counted since stay. */
  undoPut({ ruleIds, days, preferencesBefore }: ImportedData): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['rules', 'statistics', 'values'], 'readwrite');
      const statistics = tx.objectStore('statistics');
      return allOrNone(tx, async () => {
        for (const id of ruleIds) await tx.objectStore('rules').delete(id);
        for (const day of days) {
          const stored = await statistics.get(day.day);
          if (stored === undefined) continue;
          // Counts may have been deleted since the import, so none falls below 0.
          const left = dayStatistics(day.day, (name) => Math.max(stored[name] - day[name], 0));
          await (left.links === 0 ? statistics.delete(day.day) : statistics.put(left));
        }
        if (preferencesBefore !== null) {
          await tx.objectStore('values').put({ key: 'preferences', value: preferencesBefore });
        }
        return null;
      });
    });
  }
}
