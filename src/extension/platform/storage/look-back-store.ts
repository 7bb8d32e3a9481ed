import type { Result } from '../../../core/result.ts';
import { allOrNone, type StorageFailure } from './database.ts';
import { deleteOldest } from './delete-oldest.ts';
import type { PrivateDatabase } from './private-database.ts';
import type { FoundIn, OpenedLink, StoredFinding } from './private-records.ts';
import { dropOrphans } from './drop-orphans.ts';

/** At most this many, one per link and channel: enough for hundreds of links a day. */
export const MAX_OPENED = 10_000;

export class LookBackStore {
  readonly #database: PrivateDatabase;

  constructor(database: PrivateDatabase) {
    this.#database = database;
  }

  /** @param oldest - Unix seconds; earlier links are deleted */
  putOpened(links: readonly OpenedLink[], oldest: number): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['opened', 'channels', 'deviceLists'], 'readwrite');
      const opened = tx.objectStore('opened');
      const outdated = IDBKeyRange.upperBound(oldest, true);
      return allOrNone(tx, async () => {
        const kept = await dropOrphans(links, tx);
        for (const link of kept) await opened.put(link);
        for await (const cursor of opened.index('openedAt').iterate(outdated)) await cursor.delete();
        await deleteOldest(opened.index('openedAt'), MAX_OPENED);
        return null;
      });
    });
  }

  opened(): Promise<Result<readonly OpenedLink[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('opened'));
  }

  /**
   * Also deletes the records of the found links, so that each finding is reported once.
   *
   * @param dropped - Unix times, seconds; older records are deleted
   */
  putFindings(
    findings: readonly FoundIn[],
    openedIds: readonly string[],
    dropped: { readonly openedBefore: number; readonly foundBefore: number },
  ): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['opened', 'findings', 'channels', 'deviceLists'], 'readwrite');
      const opened = tx.objectStore('opened');
      const stored = tx.objectStore('findings');
      const outdated = IDBKeyRange.upperBound(dropped.openedBefore, true);
      return allOrNone(tx, async () => {
        const kept = await dropOrphans(findings, tx);
        for (const finding of kept) await stored.put({ ...finding, seen: false });
        for (const id of openedIds) await opened.delete(id);
        for await (const cursor of opened.index('openedAt').iterate(outdated)) await cursor.delete();
        for await (const cursor of stored) {
          if (cursor.value.foundAt < dropped.foundBefore) await cursor.delete();
        }
        return null;
      });
    });
  }

  findings(): Promise<Result<readonly StoredFinding[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('findings'));
  }

  markFindingsSeen(ids: readonly string[]): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('findings', 'readwrite');
      return allOrNone(tx, async () => {
        const found = await Promise.all(ids.map((id) => tx.store.get(id)));
        const known = found.filter((finding) => finding !== undefined);
        for (const finding of known) await tx.store.put({ ...finding, seen: true });
        return null;
      });
    });
  }
}
