import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  PRIVATE_DATABASE,
  PRIVATE_DATABASE_VERSION,
} from '../../../../src/extension/platform/storage/private-database.ts';
import { privateStores } from './private-stores.ts';
import type { Rule } from '../../../../src/core/verdict/rules.ts';
import { MAX_SEEN } from '../../../../src/extension/platform/storage/seen-store.ts';
import type { SeenListing } from '../../../../src/extension/platform/storage/private-records.ts';
import type { DayStatistics } from '../../../../src/extension/protocol/statistics-messages.ts';

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

const SEEN: SeenListing = {
  id: 's1',
  channel: 'default',
  channelName: 'Community',
  epochKey: '0102030405060708',
  day: '2026-11-20',
  category: 'phishing',
  group: 'OpenPhish',
  hashes: Uint32Array.of(1, 2),
  isWithdrawn: false,
};

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
  3: async () => {
    const db = await openDB(PRIVATE_DATABASE, 3, {
      upgrade(database) {
        database.createObjectStore('rules', { keyPath: 'id' });
        database.createObjectStore('values', { keyPath: 'key' });
        database.createObjectStore('channels', { keyPath: 'id' });
        database.createObjectStore('sectionsOff', { keyPath: 'channel' });
        database.createObjectStore('statistics', { keyPath: 'day' });
        database.createObjectStore('opened', { keyPath: 'id' }).createIndex('openedAt', 'openedAt');
        database.createObjectStore('findings', { keyPath: 'id' });
        database.createObjectStore('deviceLists', { keyPath: 'id' });
      },
    });
    await db.put('rules', RULE);
    await db.put('values', { key: 'secret', value: SECRET });
    await db.put('values', { key: 'preferences', value: { onDanger: 'disable' } });
    db.close();
  },
  4: async () => {
    const db = await openDB(PRIVATE_DATABASE, 4, {
      upgrade(database) {
        database.createObjectStore('rules', { keyPath: 'id' });
        database.createObjectStore('values', { keyPath: 'key' });
        database.createObjectStore('channels', { keyPath: 'id' });
        database.createObjectStore('sectionsOff', { keyPath: 'channel' });
        database.createObjectStore('statistics', { keyPath: 'day' });
        database.createObjectStore('opened', { keyPath: 'id' }).createIndex('openedAt', 'openedAt');
        database.createObjectStore('findings', { keyPath: 'id' });
        database.createObjectStore('deviceLists', { keyPath: 'id' });
        database.createObjectStore('corrections', { keyPath: 'id' });
        database.createObjectStore('correspondents', { keyPath: 'key' });
      },
    });
    await db.put('rules', RULE);
    await db.put('values', { key: 'secret', value: SECRET });
    await db.put('values', { key: 'preferences', value: { onDanger: 'disable' } });
    db.close();
  },
};

describe('an older database', () => {
  test('there is an example of every version of the database before this one', () => {
    expect(Object.keys(OLDER).map(Number)).toEqual(
      Array.from({ length: PRIVATE_DATABASE_VERSION - 1 }, (_, index) => index + 1),
    );
  });

  test.each(Object.entries(OLDER))(
    'an older database of version %s keeps everything, and can do what is new',
    async (_, fill) => {
      await fill();
      const store = privateStores();
      expect(await store.rules.all()).toEqual({ ok: true, value: [RULE] });
      expect(await store.values.secret(new Uint8Array(16).fill(9))).toEqual({ ok: true, value: SECRET });
      expect(await store.values.get('preferences')).toEqual({ ok: true, value: { onDanger: 'disable' } });
      const day = { day: '2026-11-20', links: 1, danger: 0, caution: 0 };
      await store.statistics.change(day.day, '2025-01-01', () => day);
      expect(await store.statistics.days()).toEqual({ ok: true, value: [day] });
      expect(await store.lookBack.opened()).toEqual({ ok: true, value: [] });
      expect(await store.channels.deviceLists()).toEqual({ ok: true, value: [] });
      expect(await store.evidence.corrections()).toEqual({ ok: true, value: [] });
      expect(await store.evidence.correspondents()).toEqual({ ok: true, value: [] });
      await store.seen.put([SEEN], '2026-11-06');
      expect(await store.seen.all()).toEqual({ ok: true, value: [SEEN] });
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
  const store = privateStores();
  expect(await store.rules.all()).toEqual({ ok: false, failure: 'unavailable' });
  expect((await store.rules.replace([], [RULE])).ok).toBe(false);
  const again = await openDB(PRIVATE_DATABASE, PRIVATE_DATABASE_VERSION + 1);
  expect(await again.getAll('rules')).toEqual([RULE]);
  again.close();
});

test('the installation secret is made once, even when two ask at the same time', async () => {
  const store = privateStores();
  const [one, two] = await Promise.all([
    store.values.secret(new Uint8Array(16).fill(1)),
    store.values.secret(new Uint8Array(16).fill(2)),
  ]);
  expect(one).toEqual(two);
  expect(await privateStores().values.secret(new Uint8Array(16).fill(3))).toEqual(one);
});

test('rules are replaced all together or not at all', async () => {
  const store = privateStores();
  await store.rules.replace([], [RULE]);
  // A function cannot be stored: the put throws after the delete was asked for.
  const unstorable = { ...RULE, id: 'r2', note: (() => '') as unknown as string };
  const result = await store.rules.replace(['r1'], [unstorable]).catch((error: unknown) => error);
  expect(result).toMatchObject({ ok: false });
  expect(await store.rules.all()).toEqual({ ok: true, value: [RULE] });
});

test("a day's counts are made out of those stored, and old days go", async () => {
  const { statistics } = privateStores();
  const day = (name: string, links: number): DayStatistics => ({
    day: name,
    links,
    danger: 1,
    caution: 2,
  });
  await statistics.change('2025-01-01', '2024-01-01', () => day('2025-01-01', 5));
  await statistics.change('2026-11-20', '2024-01-01', () => day('2026-11-20', 5));
  await statistics.change('2026-11-20', '2025-10-01', (stored) =>
    day('2026-11-20', 7 + (stored?.links ?? 0)),
  );
  expect(await statistics.days()).toEqual({ ok: true, value: [day('2026-11-20', 12)] });
});

test('a stored value that cannot be read is not overwritten', async () => {
  const { values } = privateStores();
  await values.put('paused', ['https://one.example']);
  const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('', 'UnknownError');
  });
  expect((await values.change('paused', () => [])).ok).toBe(false);
  get.mockRestore();
  expect(await values.get('paused')).toEqual({ ok: true, value: ['https://one.example'] });
});

test('listings that were seen are bounded: old days go, and of too many the oldest', async () => {
  const { seen } = privateStores();
  const on = (day: string, count: number): readonly SeenListing[] =>
    Array.from({ length: count }, (_, index) => ({ ...SEEN, id: `${day} ${index}`, day }));
  await seen.put(on('2026-11-01', 3), '2026-10-20');
  await seen.put(on('2026-11-07', 3), '2026-11-02');
  const days = async (): Promise<readonly string[]> => {
    const all = await seen.all();
    return all.ok ? all.value.map(({ day }) => day) : [];
  };
  expect(await days()).toEqual(['2026-11-07', '2026-11-07', '2026-11-07']);
  await seen.put(on('2026-11-20', MAX_SEEN - 1), '2026-11-06');
  const kept = await days();
  expect(kept).toHaveLength(MAX_SEEN);
  expect(kept.filter((day) => day === '2026-11-07')).toHaveLength(1);
});

test('what is recorded late of a channel or list that was removed meanwhile is not kept', async () => {
  const { seen, lookBack, channels } = privateStores();
  const id = 'added:https://c.example/';
  await channels.putChannel({ id, url: 'https://c.example/', rootKeys: ['k'], addedAt: 1 });
  const at = (channel: string): SeenListing => ({ ...SEEN, id: channel, channel });
  const opened = (channel: string) => ({
    id: channel,
    channel,
    epochKey: '0102030405060708',
    openedAt: 5,
    hashes: Uint32Array.of(1, 2),
  });
  for (const [channel, isKept] of [
    [id, true],
    ['added:https://gone.example/', false],
    ['list:gone', false],
    ['managed:https://m.example/', true],
  ] as const) {
    await seen.put([at(channel)], '2026-01-01');
    await lookBack.putOpened([opened(channel)], 0);
    const [all, links] = await Promise.all([seen.all(), lookBack.opened()]);
    expect(all.ok && all.value.some((each) => each.channel === channel), channel).toBe(isKept);
    expect(links.ok && links.value.some((each) => each.channel === channel), channel).toBe(isKept);
  }
});

test('what a removed channel had flagged is deleted with it, and what others had flagged stays', async () => {
  const { seen, lookBack, channels } = privateStores();
  const removed = 'added:https://c.example/';
  await channels.putChannel({ id: removed, url: 'https://c.example/', rootKeys: ['k'], addedAt: 1 });
  for (const channel of [removed, 'default']) {
    await seen.put([{ ...SEEN, id: channel, channel }], '2026-01-01');
    const { epochKey, hashes } = SEEN;
    await lookBack.putOpened([{ id: channel, channel, epochKey, openedAt: 5, hashes }], 0);
  }
  await channels.remove(removed);
  for (const left of [await seen.all(), await lookBack.opened()]) {
    expect(left).toMatchObject({ ok: true, value: [{ channel: 'default' }] });
  }
});
