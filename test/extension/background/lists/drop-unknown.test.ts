/** What of a channel is kept, and what goes: never anything that could not be fetched again and may still be wanted. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Channel } from '../../../../src/extension/background/realm/channel.ts';
import { type DropOptions, dropUnknown } from '../../../../src/extension/background/lists/drop-unknown.ts';
import { fail, type Result } from '../../../../src/core/result.ts';
import { ChannelStore } from '../../../../src/extension/platform/storage/channel-store.ts';
import type { StorageFailure } from '../../../../src/extension/platform/storage/database.ts';
import { privateDatabase } from '../../../../src/extension/platform/storage/private-database.ts';
import { SnapshotStore } from '../../../../src/extension/platform/storage/snapshot-store.ts';
import { privateStores } from '../../platform/storage/private-stores.ts';
import { aStoredSnapshot } from '../../platform/storage/stored-snapshot.ts';
import { freshProfile, NOW } from './update-harness.ts';

const LIST = 'list:own';
const ADDED = 'added:https://lists.example/';

const aChannel = (id: string, origin: Channel['origin']): Channel => ({
  id,
  name: id,
  url: 'https://lists.example/',
  rootKeys: [],
  pinnedName: null,
  origin,
});
const DEFAULT = aChannel('default', 'default');
const PACKAGED = aChannel('packaged', 'packaged');

let store: SnapshotStore;
let channelStore: ChannelStore;
let told: string[];

beforeEach(() => {
  freshProfile();
  store = new SnapshotStore();
  channelStore = privateStores().channels;
  told = [];
});

/** Fetched, and stored. */
async function have(...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await store.activate(aStoredSnapshot(id), 'any');
    await store.writeJournal(id, { checkedAt: NOW });
  }
}

const drop = (channels: readonly Channel[], options: Partial<DropOptions> = {}): Promise<void> =>
  dropUnknown({
    store,
    channelStore,
    channels: async () => ({ channels, isWhole: true }),
    onActivated: async (id) => void told.push(id),
    now: () => NOW,
    ...options,
  });

/** Ids of stored lists, and of journals. */
async function left(): Promise<readonly [readonly string[], readonly string[]]> {
  const [records, journals] = await Promise.all([store.records(), store.journals()]);
  if (!records.ok || !journals.ok) throw new Error('unreadable');
  return [
    [...records.value.snapshots.map(({ channel }) => channel), ...records.value.damaged].toSorted(),
    journals.value.map(({ channel }) => channel).toSorted(),
  ];
}

describe('drops', () => {
  test('tidying drops the list and journal of what is no channel any more, and tells whoever shows lists', async () => {
    await have('default', ADDED);
    await drop([DEFAULT]);
    expect(await left()).toEqual([['default'], ['default']]);
    expect(told).toEqual([ADDED]);
  });

  test('tidying drops a journal without a list, and tells nobody', async () => {
    await have('default');
    await store.writeJournal(ADDED, { checkedAt: NOW });
    await drop([DEFAULT]);
    expect(await left()).toEqual([['default'], ['default']]);
    expect(told).toEqual([]);
  });

  test('tidying drops a list that is damaged', async () => {
    const damaged = aStoredSnapshot(ADDED);
    Reflect.deleteProperty(damaged, 'header');
    await store.activate(damaged, 'any');
    await drop([]);
    expect(await left()).toEqual([[], []]);
    expect(told).toEqual([ADDED]);
  });

  test('tidying drops the packaged list once the default channel has given one, and not before', async () => {
    await have('packaged');
    await drop([DEFAULT, PACKAGED]);
    expect(await left()).toEqual([['packaged'], ['packaged']]);
    await have('default');
    await drop([DEFAULT, PACKAGED]);
    expect(await left()).toEqual([['default'], ['default']]);
    expect(told).toEqual(['packaged']);
  });

  test('tidying drops a list compiled here that is none of the reader’s any more', async () => {
    await have(LIST);
    await drop([]);
    expect(await left()).toEqual([[], []]);
  });

  test('tidying drops at the next time what could not be removed, and tells nobody before', async () => {
    await have(ADDED, 'added:https://b.example/');
    const stubborn = new (class extends SnapshotStore {
      override async remove(id: string): Promise<Result<null, StorageFailure>> {
        return id === ADDED ? fail('unavailable') : super.remove(id);
      }
    })();
    await drop([], { store: stubborn });
    expect(await left()).toEqual([[ADDED], [ADDED]]);
    expect(told).toEqual(['added:https://b.example/']);
    await drop([]);
    expect(await left()).toEqual([[], []]);
  });
});

describe('a channel that no policy names any more, or the default one where it is not used', () => {
  const MANAGED = 'managed:https://lists.example/';
  const DAY = 86_400;

  test.each([MANAGED, 'default:https://lists.example/'])(
    'a channel that no policy names any more, or the default one where it is not used: %s: its list goes after a day, its journal never',
    async (id) => {
      await have(id);
      await store.writeJournal(id, { keyListNumber: 7 });
      for (const now of [NOW, NOW + DAY - 1]) {
        await drop([], { now: () => now });
        expect(await left()).toEqual([[id], [id]]);
      }
      expect(told).toEqual([]);
      await drop([], { now: () => NOW + DAY });
      expect(await left()).toEqual([[], [id]]);
      expect(told).toEqual([id]);
      const journal = await store.journal(id);
      expect(journal.ok && journal.value.keyListNumber).toBe(7);
      await drop([], { now: () => NOW + 9 * DAY });
      expect(told).toEqual([id]);
    },
  );

  test('the day after which an unnamed channel is dropped begins anew when it is named again, and when the clock was set back', async () => {
    await have(MANAGED);
    await drop([], { now: () => NOW });
    await drop([aChannel(MANAGED, 'managed')], { now: () => NOW + DAY });
    await drop([], { now: () => NOW + 2 * DAY });
    await drop([], { now: () => NOW });
    await drop([], { now: () => NOW + DAY - 1 });
    expect(await left()).toEqual([[MANAGED], [MANAGED]]);
    await drop([], { now: () => NOW + DAY });
    expect(await left()).toEqual([[], [MANAGED]]);
  });
});

describe('keeps', () => {
  const record = {
    id: LIST,
    name: 'own',
    url: null,
    category: 'phishing',
    licence: '',
    addedAt: NOW,
  } as const;

  test('tidying keeps a list compiled here that the reader has, though it is in no answer yet', async () => {
    await have(LIST);
    await channelStore.putDeviceList(record);
    await drop([]);
    expect(await left()).toEqual([[LIST], [LIST]]);
  });

  test('tidying keeps a list compiled here while nobody knows which there are, and nothing else', async () => {
    await have(LIST, ADDED);
    const unreadable = new (class extends ChannelStore {
      override async deviceLists(): ReturnType<ChannelStore['deviceLists']> {
        return fail('unavailable');
      }
    })(privateDatabase());
    await drop([], { channelStore: unreadable });
    expect(await left()).toEqual([[LIST], [LIST]]);
  });

  test('tidying keeps what can still be taken back', async () => {
    await have(LIST, ADDED);
    await channelStore.putDeviceList(record);
    await channelStore.putAside(LIST, NOW);
    await drop([]);
    expect(await left()).toEqual([[LIST], [LIST]]);
  });

  const failing = async (): Promise<Result<never, StorageFailure>> => fail('unavailable');
  test.each<[string, () => Partial<DropOptions>]>([
    ['the stored lists', () => ({ store: Object.assign(new SnapshotStore(), { records: failing }) })],
    ['the journals', () => ({ store: Object.assign(new SnapshotStore(), { journals: failing }) })],
    ['the channels', () => ({ channels: async () => ({ channels: [], isWhole: false }) })],
    [
      'what can be taken back',
      () => ({ channelStore: Object.assign(privateStores().channels, { aside: failing }) }),
    ],
  ])('tidying keeps everything while %s cannot be read', async (_, options) => {
    await have(ADDED);
    await drop([], options());
    expect(await left()).toEqual([[ADDED], [ADDED]]);
    expect(told).toEqual([]);
  });
});
