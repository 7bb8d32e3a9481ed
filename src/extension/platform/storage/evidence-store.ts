import type { Result } from '../../../core/result.ts';
import type { Correction } from '../../protocol/evidence-messages.ts';
import { allOrNone, type StorageFailure } from './database.ts';
import type { PrivateDatabase } from './private-database.ts';
import type { Correspondent } from './private-records.ts';

export class EvidenceStore {
  readonly #database: PrivateDatabase;

  constructor(database: PrivateDatabase) {
    this.#database = database;
  }

  corrections(): Promise<Result<readonly Correction[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('corrections'));
  }

  putCorrection(correction: Correction): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      await db.put('corrections', correction);
      return null;
    });
  }

  /**
   * Deletes a correction and restores the replaced one.
   *
   * @returns whether it was there; if not, nothing changes
   */
  undoCorrection(id: string, replaced: Correction | null): Promise<Result<boolean, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('corrections', 'readwrite');
      return allOrNone(tx, async () => {
        if ((await tx.store.getKey(id)) === undefined) return false;
        await tx.store.delete(id);
        if (replaced !== null) await tx.store.put(replaced);
        return true;
      });
    });
  }

  correspondents(): Promise<Result<readonly Correspondent[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('correspondents'));
  }

  replaceCorrespondents(
    put: Correspondent,
    removed: readonly string[],
  ): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('correspondents', 'readwrite');
      return allOrNone(tx, async () => {
        await tx.store.put(put);
        for (const key of removed) await tx.store.delete(key);
        return null;
      });
    });
  }

  clearCorrespondents(): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      await db.clear('correspondents');
      return null;
    });
  }
}
