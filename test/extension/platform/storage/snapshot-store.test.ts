import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Accept,
  SNAPSHOT_DATABASE,
  SnapshotStore,
  type StoredSnapshot,
} from '../../../../src/extension/platform/storage/snapshot-store.ts';
import { aStoredSnapshot } from './stored-snapshot.ts';

const ID = 'default:test';
const aRecord = (change: Partial<StoredSnapshot> = {}): StoredSnapshot => aStoredSnapshot(ID, change);

let store: SnapshotStore;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  store = new SnapshotStore();
});

async function stored(): Promise<StoredSnapshot | undefined> {
  const read = await store.snapshot(ID);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
}

describe('what takes the place of a stored list', () => {
  /** Number of the key list and serial, beside the stored 3 and 5. */
  test.each<[Accept, number, number, boolean]>([
    ['newer', 3, 4, false],
    ['newer', 3, 5, false],
    ['newer', 3, 6, true],
    ['newer', 4, 1, true],
    ['newer', 4, 5, true],
    ['newer', 2, 99, false],
    ['same-or-newer', 3, 4, false],
    ['same-or-newer', 3, 5, true],
    ['same-or-newer', 3, 6, true],
    ['same-or-newer', 2, 99, false],
    ['same-or-newer', 4, 1, true],
    ['any', 2, 1, true],
    ['any', 3, 5, true],
  ])(
    'what takes the place of a stored list: %s: key list %i, serial %i: %s',
    async (accept, keyListNumber, serial, isTaken) => {
      await store.activate(aRecord(), 'newer');
      const next = aRecord({ keyListNumber, serial, name: 'next' });
      const activated = await store.activate(next, accept);
      expect(activated).toEqual({ ok: true, value: isTaken ? 'activated' : 'not-newer' });
      expect((await stored())?.name).toBe(isTaken ? 'next' : 'test');
    },
  );

  test('a channel without a stored list takes any, and leaves others alone', async () => {
    await store.activate(aRecord({ channel: 'other', serial: 99 }), 'newer');
    expect(await store.activate(aRecord({ serial: 1, keyListNumber: 0 }), 'newer')).toEqual({
      ok: true,
      value: 'activated',
    });
    const all = await store.snapshots();
    expect(all.ok && all.value.map(({ channel, serial }) => [channel, serial])).toEqual([
      [ID, 1],
      ['other', 99],
    ]);
  });

  test.each(['publishedAt', 'receivedAt', 'sections', 'state', 'header', 'name', 'digest'] as const)(
    'a stored list without %s is none: any list takes its place, and it is named as damaged',
    async (part) => {
      const { [part]: _, ...rest } = aRecord({ serial: 99, keyListNumber: 99 });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as another version may have written it
      await store.activate(rest as StoredSnapshot, 'any');
      expect(await stored()).toBeUndefined();
      const records = await store.records();
      expect(records.ok && records.value).toEqual({ snapshots: [], damaged: [ID] });
      expect(await store.activate(aRecord(), 'newer')).toEqual({ ok: true, value: 'activated' });
      expect((await stored())?.serial).toBe(5);
    },
  );
});

describe('what came under root keys that are pinned no more', () => {
  const OLD = ['a', 'b'];

  async function have(rootKeys: readonly string[] | null): Promise<void> {
    await store.activate(aRecord(rootKeys === null ? {} : { rootKeys }), 'any');
    await store.writeJournal(ID, {
      keyListNumber: 7,
      nextAt: 20,
      ...(rootKeys === null ? {} : { rootKeys }),
    });
    await store.activate(aRecord({ channel: 'other', rootKeys: ['z'] }), 'any');
  }

  test.each([
    ['none of them is pinned any more', OLD, ['c'], true],
    ['one of them still is', OLD, ['c', 'b'], false],
    ['another key is pinned beside them', OLD, ['a', 'b', 'c'], false],
    ['an earlier version wrote it, which kept no keys', null, ['c'], false],
  ])(
    'a list stored under root keys that are no longer pinned is deleted, with its lowest serial, where %s',
    async (_, before, after, isDropped) => {
      await have(before);
      expect(await store.deleteUnderOtherKeys(after, ID)).toEqual({ ok: true, value: isDropped });
      expect((await stored())?.serial).toBe(isDropped ? undefined : 5);
      const journal = await store.journal(ID);
      expect(journal.ok && journal.value).toMatchObject(
        isDropped
          ? { keyListNumber: 0, nextAt: 0, rootKeys: after }
          : { keyListNumber: 7, nextAt: 20, rootKeys: after },
      );
      expect(await store.deleteUnderOtherKeys(after, ID)).toEqual({ ok: true, value: false });
      const others = await store.snapshot('other');
      expect(others.ok && others.value?.serial).toBe(5);
    },
  );

  test('a list stored under root keys that are no longer pinned is deleted too where only the journal or only the list names them', async () => {
    await store.writeJournal(ID, { nextAt: 20, rootKeys: OLD });
    expect(await store.deleteUnderOtherKeys(['c'], ID)).toEqual({ ok: true, value: true });
    await store.remove(ID);
    await store.activate(aRecord({ rootKeys: OLD }), 'any');
    expect(await store.deleteUnderOtherKeys(['c'], ID)).toEqual({ ok: true, value: true });
    expect(await stored()).toBeUndefined();
  });
});

describe('what is damaged', () => {
  test('a damaged list is named alone, beside lists that are whole', async () => {
    await store.activate(aRecord(), 'any');
    const { digest: _, ...rest } = aRecord({ channel: 'other' });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as another version may have written it
    await store.activate(rest as StoredSnapshot, 'any');
    const records = await store.records();
    expect(records.ok && records.value.damaged).toEqual(['other']);
    expect(records.ok && records.value.snapshots.map(({ channel }) => channel)).toEqual([ID]);
  });

  test('a database of lists that is damaged as a whole, by a later version, is made anew: all of it can be fetched again', async () => {
    const later = await openDB(SNAPSHOT_DATABASE, 99);
    later.close();
    expect(await store.activate(aRecord(), 'newer')).toEqual({ ok: true, value: 'activated' });
  });

  test('a damaged list cannot be told where the storage itself fails, and is not taken for nothing', async () => {
    Object.assign(globalThis.indexedDB, {
      open: () => {
        throw new DOMException('switched off', 'SecurityError');
      },
    });
    expect(await store.records()).toEqual({ ok: false, failure: 'unavailable' });
    expect(await store.snapshots()).toEqual({ ok: false, failure: 'unavailable' });
  });
});

describe('the journal of a channel', () => {
  async function journal(): Promise<unknown> {
    const read = await store.journal(ID);
    return read.ok ? read.value : read;
  }

  test('the journal of a channel is empty at first', async () => {
    expect(await journal()).toEqual({
      channel: ID,
      keyListNumber: 0,
      checkedAt: 0,
      nextAt: 0,
      lastFailure: null,
    });
  });

  test('the journal of a channel keeps the highest number of a key list, and everything that was not changed', async () => {
    await store.writeJournal(ID, { keyListNumber: 7 });
    await store.writeJournal(ID, { checkedAt: 10, nextAt: 20 });
    await store.writeJournal(ID, { keyListNumber: 6, nextAt: 30 });
    expect(await journal()).toMatchObject({ keyListNumber: 7, checkedAt: 10, nextAt: 30 });
    await store.writeJournal(ID, { keyListNumber: 8 });
    expect(await journal()).toMatchObject({ keyListNumber: 8 });
  });

  test('the journal of a channel goes with its list, and with nobody else’s', async () => {
    await store.activate(aRecord(), 'newer');
    await store.writeJournal(ID, { keyListNumber: 7 });
    await store.writeJournal('other', { keyListNumber: 9 });
    await store.remove(ID);
    expect(await stored()).toBeUndefined();
    const journals = await store.journals();
    expect(journals.ok && journals.value.map(({ channel }) => channel)).toEqual(['other']);
  });
});
