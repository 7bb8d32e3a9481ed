import type { Result } from '../core/result.ts';
import { allOrNone, type StorageFailure } from './database.ts';
import type { PrivateDatabase } from './private-database.ts';
import type { AddedChannel, DeviceListRecord, SectionsOff } from './private-records.ts';

/** The channels and lists that the reader added, and which sections of which channels are off. */
export class ChannelStore {
  readonly #database: PrivateDatabase;

  constructor(database: PrivateDatabase) {
    this.#database = database;
  }

  channels(): Promise<Result<readonly AddedChannel[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('channels'));
  }

  putChannel(channel: AddedChannel): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      await db.put('channels', channel);
      return null;
    });
  }

  deviceLists(): Promise<Result<readonly DeviceListRecord[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('deviceLists'));
  }

  putDeviceList(list: DeviceListRecord): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      await db.put('deviceLists', list);
      return null;
    });
  }

  /** Leaves no trace of a channel or list here: neither its sections, nor what was opened under it or found in it. */
  async remove(id: string): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const stores = ['channels', 'deviceLists', 'sectionsOff', 'opened', 'findings'] as const;
      const tx = db.transaction(stores, 'readwrite');
      return allOrNone(tx, async () => {
        await Promise.all([
          tx.objectStore('channels').delete(id),
          tx.objectStore('deviceLists').delete(id),
          tx.objectStore('sectionsOff').delete(id),
        ]);
        for await (const cursor of tx.objectStore('opened')) {
          if (cursor.value.channel === id) await cursor.delete();
        }
        for await (const cursor of tx.objectStore('findings')) {
          if (cursor.value.channel === id) await cursor.delete();
        }
        return null;
      });
    });
  }

  sectionsOff(): Promise<Result<readonly SectionsOff[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('sectionsOff'));
  }

  putSectionsOff(value: SectionsOff): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      await db.put('sectionsOff', value);
      return null;
    });
  }
}
