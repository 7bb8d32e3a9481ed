import { isRecord } from '../../../core/fields/is-record.ts';
import type { Result } from '../../../core/result.ts';
import { allOrNone, type StorageFailure } from './database.ts';
import type { PrivateDatabase, PrivateSchema } from './private-database.ts';
import type { AddedChannel, DeviceListRecord, SectionsOff, SetAside } from './private-records.ts';

export class ChannelStore {
  readonly #database: PrivateDatabase;

  constructor(database: PrivateDatabase) {
    this.#database = database;
  }

  channels(): Promise<Result<readonly AddedChannel[], StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['channels', 'values'], 'readonly');
      const [all, aside] = await Promise.all([
        tx.objectStore('channels').getAll(),
        tx.objectStore('values').get('aside'),
      ]);
      return without(asideIn(aside), all);
    });
  }

  putChannel(channel: AddedChannel): Promise<Result<null, StorageFailure>> {
    return this.#put('channels', channel);
  }

  deviceLists(): Promise<Result<readonly DeviceListRecord[], StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['deviceLists', 'values'], 'readonly');
      const [all, aside] = await Promise.all([
        tx.objectStore('deviceLists').getAll(),
        tx.objectStore('values').get('aside'),
      ]);
      return without(asideIn(aside), all);
    });
  }

  /** Includes removed lists that can be restored. */
  hasDeviceList(id: string): Promise<Result<boolean, StorageFailure>> {
    return this.#database.use(async (db) => (await db.getKey('deviceLists', id)) !== undefined);
  }

  putDeviceList(list: DeviceListRecord): Promise<Result<null, StorageFailure>> {
    return this.#put('deviceLists', list);
  }

  async aside(): Promise<Result<readonly SetAside[], StorageFailure>> {
    return this.#database.use(async (db) => asideIn(await db.get('values', 'aside')));
  }

  putAside(id: string, since: number): Promise<Result<boolean, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['channels', 'deviceLists', 'values'], 'readwrite');
      return allOrNone(tx, async () => {
        const [channel, list] = await Promise.all([
          tx.objectStore('channels').getKey(id),
          tx.objectStore('deviceLists').getKey(id),
        ]);
        if (channel === undefined && list === undefined) return false;
        const values = tx.objectStore('values');
        const others = asideIn(await values.get('aside')).filter((each) => each.id !== id);
        await values.put({ key: 'aside', value: [...others, { id, since }] });
        return true;
      });
    });
  }

  /** @returns false if it was not set aside */
  restore(id: string): Promise<Result<boolean, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('values', 'readwrite');
      return allOrNone(tx, async () => {
        return clearAside(tx.store, id);
      });
    });
  }

  async remove(id: string): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const stores = [
        'channels',
        'deviceLists',
        'sectionsOff',
        'opened',
        'findings',
        'seen',
        'values',
      ] as const;
      const tx = db.transaction(stores, 'readwrite');
      return allOrNone(tx, async () => {
        await Promise.all([
          tx.objectStore('channels').delete(id),
          tx.objectStore('deviceLists').delete(id),
          tx.objectStore('sectionsOff').delete(id),
        ]);
        const values = tx.objectStore('values');
        await clearAside(values, id);
        for (const store of ['opened', 'findings', 'seen'] as const) {
          for await (const cursor of tx.objectStore(store)) {
            if (cursor.value.channel === id) await cursor.delete();
          }
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

  /** Adding something that was set aside restores it. */
  #put<Store extends 'channels' | 'deviceLists'>(
    store: Store,
    value: PrivateSchema[Store]['value'],
  ): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction([store, 'values'], 'readwrite');
      return allOrNone(tx, async () => {
        await clearAside(tx.objectStore('values'), value.id);
        await tx.objectStore(store).put(value);
        return null;
      });
    });
  }
}

function without<Record extends { readonly id: string }>(
  aside: readonly SetAside[],
  all: readonly Record[],
): readonly Record[] {
  return all.filter(({ id }) => !aside.some((each) => each.id === id));
}

async function clearAside(
  values: {
    get(key: string): Promise<{ readonly value: unknown } | undefined>;
    put(record: { readonly key: string; readonly value: unknown }): Promise<unknown>;
  },
  id: string,
): Promise<boolean> {
  const aside = asideIn(await values.get('aside'));
  const others = aside.filter((each) => each.id !== id);
  if (others.length === aside.length) return false;
  await values.put({ key: 'aside', value: others });
  return true;
}

function asideIn(record: { readonly value: unknown } | undefined): readonly SetAside[] {
  const aside: readonly unknown[] = Array.isArray(record?.value) ? record.value : [];
  return aside.flatMap((each) =>
    isRecord(each) && typeof each['id'] === 'string' && typeof each['since'] === 'number'
      ? [{ id: each['id'], since: each['since'] }]
      : [],
  );
}
