import type { Result } from '../../../core/result.ts';
import type { Rule } from '../../../core/verdict/rules.ts';
import { allOrNone, type StorageFailure } from './database.ts';
import type { PrivateDatabase } from './private-database.ts';

export class RuleStore {
  readonly #database: PrivateDatabase;

  constructor(database: PrivateDatabase) {
    this.#database = database;
  }

  all(): Promise<Result<readonly Rule[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('rules'));
  }

  /** @returns the removed rules */
  replace(ids: readonly string[], added: readonly Rule[]): Promise<Result<readonly Rule[], StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('rules', 'readwrite');
      return allOrNone(tx, async () => {
        const found = await Promise.all(ids.map((id) => tx.store.get(id)));
        // Sequential: a put that throws at once must not leave unawaited requests.
        for (const id of ids) await tx.store.delete(id);
        for (const rule of added) await tx.store.put(rule);
        return found.filter((rule) => rule !== undefined);
      });
    });
  }

  /**
   * Deletes a rule and restores those it replaced. No effect if a later rule replaced it.
   *
   * @returns whether it was there
   */
  undo(id: string, replaced: readonly Rule[]): Promise<Result<boolean, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('rules', 'readwrite');
      return allOrNone(tx, async () => {
        if ((await tx.store.get(id)) === undefined) return false;
        await tx.store.delete(id);
        for (const rule of replaced) await tx.store.put(rule);
        return true;
      });
    });
  }
}
