import type { Result } from '../../../core/result.ts';
import type { Rule } from '../../../core/verdict/rules.ts';
import { allOrNone, type StorageFailure } from './database.ts';
import type { PrivateDatabase } from './private-database.ts';

/** The rules of the reader, each by its id. */
export class RuleStore {
  readonly #database: PrivateDatabase;

  constructor(database: PrivateDatabase) {
    this.#database = database;
  }

  all(): Promise<Result<readonly Rule[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('rules'));
  }

  /**
   * Removes some rules and adds others, all or none.
   *
   * @returns those removed that were there
   */
  replace(ids: readonly string[], added: readonly Rule[]): Promise<Result<readonly Rule[], StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('rules', 'readwrite');
      return allOrNone(tx, async () => {
        const found = await Promise.all(ids.map((id) => tx.store.get(id)));
        // One after the other: a put that throws at once must leave no request that nobody waits for.
        for (const id of ids) await tx.store.delete(id);
        for (const rule of added) await tx.store.put(rule);
        return found.filter((rule) => rule !== undefined);
      });
    });
  }

  /**
   * Takes a rule out and puts back what it had replaced; neither if it is not there: what has replaced it meanwhile was
   * said later.
   *
   * @returns whether it was there
   */
  takeBack(id: string, replaced: readonly Rule[]): Promise<Result<boolean, StorageFailure>> {
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
