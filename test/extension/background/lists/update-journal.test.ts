/** What an update remembers where nothing can be written, and how often it looks while there is no connection. */
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { KnownChannels } from '../../../../src/extension/background/lists/channel-list.ts';
import {
  type SessionValue,
  UpdateJournal,
} from '../../../../src/extension/background/lists/update-journal.ts';
import { fail, type Result } from '../../../../src/core/result.ts';
import type { StorageFailure } from '../../../../src/extension/platform/storage/database.ts';
import {
  type ChannelJournal,
  SnapshotStore,
} from '../../../../src/extension/platform/storage/snapshot-store.ts';
import { OLD } from '../attacks.ts';
import { TestChannel } from './test-channel.ts';
import { aRunner, aSession, freshProfile, NOW, SECRET } from './update-harness.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Reads what is there, and takes nothing more. */
class FullStore extends SnapshotStore {
  override async activate(): Promise<Result<'activated' | 'not-newer', StorageFailure>> {
    return fail('full');
  }

  override async writeJournal(): ReturnType<SnapshotStore['writeJournal']> {
    return fail('full');
  }
}

/** As the disk of a browser that has lost its database. */
class UnreadableStore extends FullStore {
  override async journal(): ReturnType<SnapshotStore['journal']> {
    return fail('unavailable');
  }
}

const QUIET = { saveData: async () => false, isOnline: () => true, now: () => NOW };

const sessionOf = (read: SessionValue['read']): SessionValue => ({ read, write: async () => undefined });

let channel: TestChannel;
beforeEach(async () => {
  freshProfile();
  channel = await TestChannel.start();
  await channel.publish(OLD);
  channel.takePaths();
});
afterEach(() => channel.stop());

const known = async (): Promise<KnownChannels> => ({ channels: [channel.channel], isWhole: true });

describe('on a full disk', () => {
  /** Eight hours of a reader who opens a message every other minute, each time in a realm of its own if `restarts`. */
  async function aWorkingDay(restarts: boolean): Promise<{ index: number; base: number }> {
    // The keys were seen while there was room: from here on an update gets as far as storing the list.
    await new SnapshotStore().writeJournal(channel.channel.id, { keyListNumber: channel.keyListNumber });
    let now = NOW;
    const session = aSession();
    const store = new FullStore();
    const start = (): ReturnType<typeof aRunner> =>
      aRunner({
        store,
        session,
        now: () => now,
        channels: known,
      });
    let runner = start();
    for (; now < NOW + 8 * HOUR; now += 2 * MINUTE) {
      if (restarts) runner = start();
      await runner.runIfDue({ hasLists: false });
    }
    const paths = channel.takePaths();
    const base = paths.filter((path) => path.startsWith('base/')).length;
    return { index: paths.length - base, base };
  }

  test.each([
    ['the realm lives on', false],
    ['the browser stops the realm after every look', true],
  ])('on a full disk, the base is fetched as often as the back-off allows: %s', async (_, restarts) => {
    // After 15 and 30 minutes, then 1, 2 and 4 hours, each up to a quarter more.
    const { index, base } = await aWorkingDay(restarts);
    expect(base).toBeGreaterThanOrEqual(5);
    expect(base).toBeLessThanOrEqual(6);
    expect(index).toBe(base);
  });

  test('on a full disk, the realm is woken when the next try is due, not every half minute', async () => {
    const wakes: number[] = [];
    const runner = aRunner({
      store: new FullStore(),
      channels: known,
      wakeAt: async (when) => void wakes.push(when),
    });
    await runner.run('due');
    expect(wakes[0]).toBeGreaterThanOrEqual(NOW + 15 * MINUTE);
  });

  test('on a full disk, the failure of an update is told all the same, by a later realm too', async () => {
    const session = aSession();
    const options = {
      store: new FullStore(),
      session,
      channels: known,
    };
    const first = aRunner(options);
    await first.run('due');
    expect(first.unwrittenFailure(channel.channel.id)).toMatchObject({ kind: 'storage-full', times: 1 });
    const second = aRunner(options);
    await second.run('due');
    expect(second.unwrittenFailure(channel.channel.id)).toMatchObject({ kind: 'storage-full', times: 1 });
  });

  test('on a full disk, a success that could not be written is no failure to a later realm, and is not looked after again', async () => {
    const session = aSession();
    const { id } = channel.channel;
    const options = { ...QUIET, session, store: new FullStore() };
    await new UpdateJournal(options).writeSuccess(id, SECRET, { refreshAfter: HOUR });
    const later = new UpdateJournal(options);
    expect(await later.attempt(id)).toMatchObject({ checkedAt: NOW, times: 0 });
    expect(later.unwrittenFailure(id)).toBeNull();
  });

  test('on a full disk, once there is room again, nothing of the failure is left', async () => {
    const session = aSession();
    const { id } = channel.channel;
    const options = { ...QUIET, session };
    const full = new UpdateJournal({ ...options, store: new FullStore() });
    await full.writeFailure(id, SECRET, { kind: 'storage-full', detail: '' });
    const journal = new UpdateJournal({ ...options, store: new SnapshotStore() });
    expect(await journal.attempt(id)).toMatchObject({ times: 1 });
    await journal.writeSuccess(id, SECRET, { refreshAfter: HOUR });
    expect(journal.unwrittenFailure(id)).toBeNull();
    expect(await session.read()).toEqual({});
    expect(await journal.attempt(id)).toMatchObject({ checkedAt: NOW, times: 0 });
  });
});

describe('where what is stored cannot be read', () => {
  /** It comes back empty: somebody has deleted it, or the browser has. */
  class BlockedStore extends SnapshotStore {
    isBlocked = true;

    override async snapshot(id: string): ReturnType<SnapshotStore['snapshot']> {
      return this.isBlocked ? fail('unavailable') : super.snapshot(id);
    }

    override async journal(id: string): ReturnType<SnapshotStore['journal']> {
      return this.isBlocked ? fail('unavailable') : super.journal(id);
    }
  }

  test.each([
    ['the realm lives on', false],
    ['the browser stops it meanwhile', true],
  ])(
    'where what is stored cannot be read, nobody is asked, and the list is fetched when it is needed and can be: %s',
    async (_, restarts) => {
      let now = NOW;
      const wakes: number[] = [];
      const store = new BlockedStore();
      const session = aSession();
      const start = (): ReturnType<typeof aRunner> =>
        aRunner({
          store,
          session,
          now: () => now,
          channels: known,
          wakeAt: async (when) => void wakes.push(when - now),
        });
      let runner = start();
      for (let look = 0; look < 3; look++) {
        await runner.runIfDue({ hasLists: false });
        now += MINUTE;
      }
      expect(channel.takePaths()).toEqual([]);
      expect(runner.unwrittenFailure(channel.channel.id)).toMatchObject({ kind: 'storage-failed' });
      // Nobody needs it just now.
      expect(Math.min(...wakes)).toBeGreaterThanOrEqual(14 * MINUTE);
      if (restarts) {
        runner = start();
        // Before it has tried anything itself.
        await runner.hasFailed(channel.channel.id);
        expect(runner.unwrittenFailure(channel.channel.id)).toMatchObject({ kind: 'storage-failed' });
      }
      store.isBlocked = false;
      await runner.runIfDue({ hasLists: false });
      expect(channel.takePaths()).toContain('latest.jws');
      expect(runner.unwrittenFailure(channel.channel.id)).toBeNull();
      expect(await session.read()).toEqual({});
    },
  );
});

describe('what lies in the session', () => {
  const ATTEMPT = { checkedAt: NOW, nextAt: NOW + HOUR, times: 3 };

  test.each([
    ['is taken over', ATTEMPT, ATTEMPT],
    ['without a time of the look is none', { ...ATTEMPT, checkedAt: undefined }, null],
    ['without a time of the next is none', { ...ATTEMPT, nextAt: 'soon' }, null],
    ['with half a failure is none', { ...ATTEMPT, times: 0.5 }, null],
  ])('a session record of updates is read: %s', async (_, found, expected) => {
    const store = new UnreadableStore();
    const journal = new UpdateJournal({ ...QUIET, store, session: sessionOf(async () => ({ a: found })) });
    expect(await journal.attempt('a')).toEqual(expected);
  });

  test('the session record of updates is read once', async () => {
    let reads = 0;
    const session = sessionOf(async () => ({ a: { ...ATTEMPT, times: ++reads } }));
    const journal = new UpdateJournal({ ...QUIET, store: new FullStore(), session });
    await journal.attempt('a');
    await journal.attempt('a');
    expect(reads).toBe(1);
  });

  test('a session record of updates that was read too late changes nothing of what has happened since', async () => {
    const reads: ((found: unknown) => void)[] = [];
    const session = sessionOf(() => new Promise((resolve) => reads.push(resolve)));
    const journal = new UpdateJournal({ ...QUIET, store: new SnapshotStore(), session });
    const first = journal.attempt('a');
    const second = journal.attempt('b');
    reads[0]?.({ a: ATTEMPT });
    expect(await first).toEqual(ATTEMPT);
    await journal.writeSuccess('a', SECRET, { refreshAfter: HOUR });
    reads[1]?.({ a: ATTEMPT });
    await second;
    expect(await journal.attempt('a')).toMatchObject({ times: 0 });
    expect(journal.unwrittenFailure('a')).toBeNull();
  });
});

describe('what is written down', () => {
  test('the journal entry of a failed update is no longer than a line, whatever the failure says of itself', async () => {
    const store = new SnapshotStore();
    const journal = new UpdateJournal({ ...QUIET, store, session: aSession() });
    await journal.writeFailure('a', SECRET, { kind: 'internal', detail: 'x'.repeat(201) });
    expect(await store.journal('a')).toMatchObject({ value: { lastFailure: { detail: 'x'.repeat(200) } } });
  });

  test('the journal entry of a failed update is the first failure where nobody knows of earlier ones', async () => {
    const journal = new UpdateJournal({ ...QUIET, store: new UnreadableStore(), session: aSession() });
    await journal.writeFailure('a', SECRET, { kind: 'unreachable', detail: '' });
    expect(journal.unwrittenFailure('a')).toMatchObject({ times: 1 });
  });

  test('the journal entry of a failed update is a next look in a minute where the connection went away meanwhile', async () => {
    const store = new SnapshotStore();
    const journal = new UpdateJournal({ ...QUIET, store, session: aSession(), isOnline: () => false });
    await journal.writeFailure('a', SECRET, { kind: 'unreachable', detail: '' });
    expect(await journal.attempt('a')).toEqual({ checkedAt: NOW, nextAt: NOW + MINUTE, times: 1 });
  });
});

describe('a channel that is forgotten', () => {
  test('a channel that is forgotten has had no attempt and no failure, in later realms either', async () => {
    const options = { ...QUIET, store: new FullStore(), session: aSession() };
    const journal = new UpdateJournal(options);
    await journal.writeFailure('gone', SECRET, { kind: 'storage-full', detail: '' });
    await journal.writeFailure('kept', SECRET, { kind: 'storage-full', detail: '' });
    await journal.forget('gone');
    for (const realm of [journal, new UpdateJournal(options)]) {
      expect(await realm.attempt('gone')).toMatchObject({ times: 0 });
      expect(realm.unwrittenFailure('gone')).toBeNull();
      expect(await realm.attempt('kept')).toMatchObject({ times: 1 });
      expect(realm.unwrittenFailure('kept')).toMatchObject({ kind: 'storage-full' });
    }
  });

  test('a channel that is forgotten costs no write where nothing was remembered of it', async () => {
    let writes = 0;
    const session = { read: async () => ({}), write: async () => void writes++ };
    await new UpdateJournal({ ...QUIET, store: new SnapshotStore(), session }).forget('unknown');
    expect(writes).toBe(0);
  });
});

describe('what is noted of a head', () => {
  const HEAD = { refreshAfter: 5 * MINUTE, hasHead: true } as const;
  const journalIn = (store: SnapshotStore): UpdateJournal =>
    new UpdateJournal({ ...QUIET, store, session: aSession() });

  const noted = async (): Promise<ChannelJournal> => {
    const read = await new SnapshotStore().journal(channel.channel.id);
    if (!read.ok) throw new Error(read.failure);
    return read.value;
  };

  test('nothing is noted of a head where the journal cannot be read', async () => {
    await journalIn(new UnreadableStore()).writeHead(channel.channel.id, SECRET, 'index-unchanged');
    expect((await noted()).headAt).toBeUndefined();
  });

  test('a channel without a head has no time to look at it', async () => {
    const journal = journalIn(new SnapshotStore());
    await journal.writeSuccess(channel.channel.id, SECRET, { refreshAfter: HOUR });
    await journal.writeHead(channel.channel.id, SECRET, 'index-unchanged');
    expect(await noted()).toMatchObject({ headAt: 0 });
  });

  test('a failure leaves how often to look at a head', async () => {
    const journal = journalIn(new SnapshotStore());
    await journal.writeSuccess(channel.channel.id, SECRET, HEAD);
    await journal.writeFailure(channel.channel.id, SECRET, { kind: 'unreachable', detail: '' });
    expect((await noted()).headEvery).toBe(5 * MINUTE);
  });
});

test('an attempt at an update is one or none, whatever lies in the session', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), fc.dictionary(fc.string(), fc.anything()), async (whole, inside) => {
      for (const found of [whole, inside, { a: inside }]) {
        const session = sessionOf(async () => found);
        const journal = new UpdateJournal({ ...QUIET, store: new FullStore(), session });
        for (const id of ['a', ...Object.keys(inside)]) {
          const attempt = await journal.attempt(id);
          expect(attempt === null || Number.isSafeInteger(attempt.nextAt)).toBe(true);
        }
      }
    }),
    { numRuns: 30 },
  );
});

describe('without a connection', () => {
  test('without a connection, no channel is asked, and the machine may sleep: the next look is a quarter of an hour away', async () => {
    const wakes: number[] = [];
    let isOnline = false;
    const runner = aRunner({
      isOnline: () => isOnline,
      channels: known,
      wakeAt: async (when) => void wakes.push(when - NOW),
    });
    await runner.run('due');
    expect(channel.takePaths()).toEqual([]);
    expect(wakes).toEqual([15 * MINUTE]);

    // Any event notices that it is back.
    isOnline = true;
    await runner.runIfDue();
    expect(channel.takePaths()).toContain('latest.jws');
  });
});
