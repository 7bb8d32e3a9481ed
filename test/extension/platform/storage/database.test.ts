import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Database, storageFailureOf } from '../../../../src/extension/platform/storage/database.ts';

interface Schema {
  readonly things: { key: string; value: string };
  readonly [name: string]: { key: string; value: string };
}

const NAME = 'test';

function database(isReplaceable = true, version = 1): Database<Schema> {
  return new Database<Schema>({
    name: NAME,
    version,
    isReplaceable,
    upgrade(db) {
      if (!db.objectStoreNames.contains('things')) db.createObjectStore('things');
    },
  });
}

/** Opening it throws so often; `name` null: any. */
function failsToOpen({ times, name }: { times: number; name: string | null }): { mockRestore(): void } {
  const open = indexedDB.open.bind(indexedDB);
  let left = times;
  return vi.spyOn(indexedDB, 'open').mockImplementation((asked, version) => {
    if ((name === null || asked === name) && left-- > 0) throw new DOMException('corrupt', 'UnknownError');
    return open(asked, version);
  });
}

function deletedNames(deleted: {
  readonly mock: { readonly calls: readonly (readonly [string])[] };
}): unknown {
  return deleted.mock.calls.map(([name]) => name).filter((name) => name === NAME);
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('Database', () => {
  test('Database opens itself, and again after it was closed', async () => {
    const things = database();
    await things.use((db) => db.put('things', 'a', 'k'));
    await things.close();
    expect(await things.use((db) => db.get('things', 'k'))).toEqual({ ok: true, value: 'a' });
  });

  test('Database opens again when the connection was closed under it', async () => {
    const things = database();
    await things.use((db) => db.put('things', 'a', 'k'));
    await things.use(async (db) => db.close());
    expect(await things.use((db) => db.get('things', 'k'))).toEqual({ ok: true, value: 'a' });
  });

  test('Database makes way for somebody who deletes or upgrades it', async () => {
    const things = database();
    await things.use((db) => db.put('things', 'a', 'k'));
    const newer = await openDB(NAME, 2);
    newer.close();
    expect(await database(false, 2).use((db) => db.get('things', 'k'))).toEqual({ ok: true, value: 'a' });
  });

  test('Database says "full" for a full disk, and does not try again', async () => {
    let tries = 0;
    const full = await database().use(async () => {
      tries++;
      throw new DOMException('', 'QuotaExceededError');
    });
    expect(full).toEqual({ ok: false, failure: 'full' });
    expect(tries).toBe(1);
  });

  test('Database tries twice when storage is broken, then says "unavailable"', async () => {
    let tries = 0;
    const broken = await database().use(async () => {
      tries++;
      throw new DOMException('', 'UnknownError');
    });
    expect(broken).toEqual({ ok: false, failure: 'unavailable' });
    expect(tries).toBe(2);
  });

  test('Database makes a corrupt database anew if it can be replaced, and never otherwise', async () => {
    await database().use((db) => db.put('things', 'a', 'k'));
    const deleted = vi.spyOn(indexedDB, 'deleteDatabase');
    // The second time may be another moment: one failure says nothing of what is on the disk.
    failsToOpen({ times: 2, name: NAME });
    expect(await database(true).use((db) => db.get('things', 'k'))).toEqual({ ok: true, value: undefined });
    expect(deletedNames(deleted)).toContain(NAME);
    deleted.mockClear();
    failsToOpen({ times: 9, name: NAME });
    expect(await database(false).use((db) => db.get('things', 'k'))).toEqual({
      ok: false,
      failure: 'unavailable',
    });
    expect(deletedNames(deleted)).toEqual([]);
  });

  test('Database opens again, and deletes nothing, where it could not be opened once', async () => {
    await database().use((db) => db.put('things', 'a', 'k'));
    const deleted = vi.spyOn(indexedDB, 'deleteDatabase');
    failsToOpen({ times: 1, name: NAME });
    expect(await database(true).use((db) => db.get('things', 'k'))).toEqual({ ok: true, value: 'a' });
    expect(deletedNames(deleted)).toEqual([]);
  });

  test('Database deletes nothing where no other database could be made either: it is the disk then', async () => {
    await database().use((db) => db.put('things', 'a', 'k'));
    const deleted = vi.spyOn(indexedDB, 'deleteDatabase');
    const opened = failsToOpen({ times: Infinity, name: null });
    expect(await database(true).use((db) => db.get('things', 'k'))).toEqual({
      ok: false,
      failure: 'unavailable',
    });
    expect(deletedNames(deleted)).not.toContain(NAME);
    opened.mockRestore();
    expect(await database(true).use((db) => db.get('things', 'k'))).toEqual({ ok: true, value: 'a' });
  });

  test('Database gives up waiting when somebody blocks it', async () => {
    const other = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(NAME, 1);
      request.addEventListener('success', () => resolve(request.result));
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = database(false, 2).use((db) => db.get('things', 'k'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await asked).toEqual({ ok: false, failure: 'unavailable' });
    other.close();
  });

  test.each([
    ['opening', 2],
    ['deleting', -1],
  ])(
    'a database that is asked for again while %s is blocked keeps its asker waiting a moment only, and is given once it is not',
    async (_, by) => {
      const other = await openDB(NAME, 10);
      const things = database(true, 10 + by);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const first = things.use((db) => db.put('things', 'a', 'k'));
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await first).toEqual({ ok: false, failure: 'unavailable' });
      for (let time = 0; time < 3; time++) {
        const next = things.use((db) => db.put('things', 'a', 'k'));
        await vi.advanceTimersByTimeAsync(500);
        expect(await Promise.race([next, Promise.resolve('waits')])).toEqual({
          ok: false,
          failure: 'unavailable',
        });
      }
      const last = things.use((db) => db.put('things', 'a', 'k'));
      other.close();
      vi.useRealTimers();
      expect(await last).toEqual({ ok: true, value: 'k' });
    },
  );

  test('Database gives up waiting when a corrupt database cannot be deleted either', async () => {
    const other = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(NAME, 3);
      request.addEventListener('success', () => resolve(request.result));
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // An older version than the one that is there: hopeless, and somebody has it open.
    const asked = database(true, 1).use((db) => db.get('things', 'k'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await asked).toEqual({ ok: false, failure: 'unavailable' });
    other.close();
  });

  test('Database gives up waiting for a transaction that never ends, and does not wait twice', async () => {
    const things = database();
    await things.use((db) => db.put('things', 'a', 'k'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let tries = 0;
    const asked = things.use(() => {
      tries++;
      return new Promise(() => undefined);
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await asked).toEqual({ ok: false, failure: 'unavailable' });
    expect(tries).toBe(1);
    vi.useRealTimers();
    expect(await things.use((db) => db.get('things', 'k'))).toEqual({ ok: true, value: 'a' });
  });

  test('a database whose disk was full when it was opened is asked for again the next time', async () => {
    const open = indexedDB.open.bind(indexedDB);
    let failures = 1;
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (failures-- > 0) throw new DOMException('', 'QuotaExceededError');
      return open(name, version);
    });
    const things = database();
    expect(await things.use((db) => db.get('things', 'k'))).toEqual({ ok: false, failure: 'full' });
    expect(await things.use((db) => db.get('things', 'k'))).toEqual({ ok: true, value: undefined });
  });

  test('a database does not hide a programming error', async () => {
    await expect(
      database().use(async () => {
        throw new RangeError('a bug');
      }),
    ).rejects.toThrow('a bug');
    expect(() => storageFailureOf(new TypeError('another'))).toThrow('another');
  });
});
