import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  PRIVATE_DATABASE,
  PRIVATE_DATABASE_VERSION,
  PrivateStore,
} from '../../src/platform/private-store.ts';
import type { Rule } from '../../src/core/verdict/rules.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const RULE: Rule = {
  id: 'r1',
  action: 'trust',
  scope: 'site',
  subject: 'b.example',
  addedAt: 1_790_000_000,
  expiresAt: null,
  note: 'mine',
  by: 'reader',
};
const SECRET = Uint8Array.from({ length: 16 }, (_, index) => index);

/** The database as each version of the extension left it, written out: never derived from today's code. */
const OLDER: Readonly<Record<number, () => Promise<void>>> = {
  1: async () => {
    const db = await openDB(PRIVATE_DATABASE, 1, {
      upgrade(database) {
        database.createObjectStore('rules', { keyPath: 'id' });
        database.createObjectStore('values', { keyPath: 'key' });
      },
    });
    await db.put('rules', RULE);
    await db.put('values', { key: 'secret', value: SECRET });
    await db.put('values', { key: 'preferences', value: { onDanger: 'disable' } });
    db.close();
  },
  2: async () => {
    const db = await openDB(PRIVATE_DATABASE, 2, {
      upgrade(database) {
        database.createObjectStore('rules', { keyPath: 'id' });
        database.createObjectStore('values', { keyPath: 'key' });
        database.createObjectStore('channels', { keyPath: 'id' });
        database.createObjectStore('sectionsOff', { keyPath: 'channel' });
        database.createObjectStore('statistics', { keyPath: 'day' });
        database.createObjectStore('opened', { keyPath: 'id' }).createIndex('openedAt', 'openedAt');
        database.createObjectStore('findings', { keyPath: 'id' });
      },
    });
    await db.put('rules', RULE);
    await db.put('values', { key: 'secret', value: SECRET });
    await db.put('values', { key: 'preferences', value: { onDanger: 'disable' } });
    db.close();
  },
};

describe('an older database', () => {
  test('there is an example of every version before this one', () => {
    expect(Object.keys(OLDER).map(Number)).toEqual(
      Array.from({ length: PRIVATE_DATABASE_VERSION - 1 }, (_, index) => index + 1),
    );
  });

  test.each(Object.entries(OLDER))(
    'of version %s keeps everything, and can do what is new',
    async (_, fill) => {
      await fill();
      const store = new PrivateStore();
      expect(await store.rules()).toEqual({ ok: true, value: [RULE] });
      expect(await store.secret(new Uint8Array(16).fill(9))).toEqual({ ok: true, value: SECRET });
      expect(await store.value('preferences')).toEqual({ ok: true, value: { onDanger: 'disable' } });
      const day = { day: '2026-11-20', links: 1, danger: 0, caution: 0, unchecked: 0, trusted: 0 };
      await store.addStatistics(day, '2025-01-01');
      expect(await store.statistics()).toEqual({ ok: true, value: [day] });
      expect(await store.opened()).toEqual({ ok: true, value: [] });
      expect(await store.deviceLists()).toEqual({ ok: true, value: [] });
    },
  );
});

test('a database of a newer version is left alone: nothing of it is read, nothing is deleted', async () => {
  const newer = await openDB(PRIVATE_DATABASE, PRIVATE_DATABASE_VERSION + 1, {
    upgrade(database) {
      database.createObjectStore('rules', { keyPath: 'id' });
    },
  });
  await newer.put('rules', RULE);
  newer.close();
  const store = new PrivateStore();
  expect(await store.rules()).toEqual({ ok: false, failure: 'unavailable' });
  expect((await store.replaceRules([], [RULE])).ok).toBe(false);
  const again = await openDB(PRIVATE_DATABASE, PRIVATE_DATABASE_VERSION + 1);
  expect(await again.getAll('rules')).toEqual([RULE]);
  again.close();
});

test('the secret is made once, even when two ask at the same time', async () => {
  const store = new PrivateStore();
  const [one, two] = await Promise.all([
    store.secret(new Uint8Array(16).fill(1)),
    store.secret(new Uint8Array(16).fill(2)),
  ]);
  expect(one).toEqual(two);
  expect(await new PrivateStore().secret(new Uint8Array(16).fill(3))).toEqual(one);
});

test('replaceRules changes all or nothing', async () => {
  const store = new PrivateStore();
  await store.replaceRules([], [RULE]);
  // A function cannot be stored: the put throws after the delete was asked for.
  const unstorable = { ...RULE, id: 'r2', note: (() => '') as unknown as string };
  const result = await store.replaceRules(['r1'], [unstorable]).catch((error: unknown) => error);
  expect(result).toMatchObject({ ok: false });
  expect(await store.rules()).toEqual({ ok: true, value: [RULE] });
});

test('statistics add up by day, and old days go', async () => {
  const store = new PrivateStore();
  const day = (name: string, links: number): Parameters<PrivateStore['addStatistics']>[0] => ({
    day: name,
    links,
    danger: 1,
    caution: 2,
    unchecked: 0,
    trusted: 3,
  });
  await store.addStatistics(day('2025-01-01', 5), '2024-01-01');
  await store.addStatistics(day('2026-11-20', 5), '2024-01-01');
  await store.addStatistics(day('2026-11-20', 7), '2025-10-01');
  expect(await store.statistics()).toEqual({
    ok: true,
    value: [{ day: '2026-11-20', links: 12, danger: 2, caution: 4, unchecked: 0, trusted: 6 }],
  });
});
