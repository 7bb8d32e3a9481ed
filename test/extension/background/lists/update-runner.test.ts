/** Which lists a run updates, when the next one is due, and what is told meanwhile. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Channel } from '../../../../src/extension/background/realm/channel.ts';
import type {
  UpdateResult,
  UpdateOptions,
} from '../../../../src/extension/background/lists/update-channel.ts';
import type { FailedStep } from '../../../../src/extension/background/lists/update-failure.ts';
import type {
  UpdateRunner,
  UpdateRunnerOptions,
} from '../../../../src/extension/background/lists/update-runner.ts';
import { fail, ok, type Result } from '../../../../src/core/result.ts';
import { encodeSnapshot } from '../../../../src/core/snapshot/encode-snapshot.ts';
import { stateDigestOfBytes } from '../../../../src/core/snapshot/state-digest.ts';
import type { StorageFailure } from '../../../../src/extension/platform/storage/database.ts';
import {
  type ChannelJournal,
  SnapshotStore,
} from '../../../../src/extension/platform/storage/snapshot-store.ts';
import type { ChannelActivity } from '../../../../src/extension/protocol/channel-messages.ts';
import { privateStores } from '../../platform/storage/private-stores.ts';
import { aStoredSnapshot } from '../../platform/storage/stored-snapshot.ts';
import { PHISHING, snapshotOf } from './test-channel.ts';
import { aRunner, freshProfile, lookUp, NOW } from './update-harness.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const aList = (name: string, change: Partial<Channel> = {}): Channel => ({
  id: `list:${name}`,
  name,
  url: `https://lists.example/${name}`,
  rootKeys: [],
  pinnedName: null,
  origin: 'list',
  ...change,
});
const A = aList('a');
const B = aList('b');
const FILE = aList('file', { url: '' });
/** Nothing answers at the addresses of these two. */
const DEFAULT: Channel = {
  ...A,
  id: 'default',
  origin: 'default',
  url: 'http://127.0.0.1:9/',
  rootKeys: ['a key'],
};
const PACKAGED: Channel = { ...A, id: 'packaged', origin: 'packaged', url: 'http://127.0.0.1:9/' };

let store: SnapshotStore;
let now = NOW;
let isOnline = true;
/** What was updated, in order. */
let updated: string[] = [];
/** When the realm is to be woken, seconds from now. */
let wakes: number[] = [];
let activated: string[] = [];
let said = 0;

beforeEach(() => {
  freshProfile();
  store = new SnapshotStore();
  now = NOW;
  isOnline = true;
  updated = [];
  wakes = [];
  activated = [];
  said = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type UpdateList = UpdateRunnerOptions['deviceLists']['update'];

/** Stores a list, so that it is not missed at the next look. */
const succeed: UpdateList = async (id, { store }) => {
  updated.push(id);
  await store.activate(aStoredSnapshot(id), 'any');
  return ok({ kind: 'activated', serial: 1, refreshAfter: HOUR });
};

const failing = (failure: FailedStep): UpdateList => {
  return async (id): Promise<Result<UpdateResult, FailedStep>> => {
    updated.push(id);
    return fail(failure);
  };
};

function runnerOf(
  channels: readonly Channel[],
  updateList: UpdateList = succeed,
  options: Partial<UpdateRunnerOptions> = {},
): UpdateRunner {
  return aRunner({
    store,
    now: () => now,
    isOnline: () => isOnline,
    channels: async () => ({ channels, isWhole: true }),
    deviceLists: { update: updateList },
    wakeAt: async (when) => void wakes.push(when - now),
    onActivated: async (id) => void activated.push(id),
    onStatus: () => said++,
    ...options,
  });
}

async function journalOf({ id }: Channel): Promise<ChannelJournal> {
  const read = await store.journal(id);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
}

async function activityOf(runner: UpdateRunner, channel: Channel): Promise<ChannelActivity> {
  return runner.activity(await journalOf(channel), channel);
}

const newRun = (): string[] => (updated = []);

describe('what a run updates', () => {
  test('a run of updates fetches what was never tried, one after the other', async () => {
    await runnerOf([A, B]).run('due');
    expect(updated).toEqual([A.id, B.id]);
    expect(activated).toEqual([A.id, B.id]);
    expect(await journalOf(A)).toMatchObject({ checkedAt: NOW, lastFailure: null });
  });

  test('a run of updates fetches what is due, and nothing before it is', async () => {
    const runner = runnerOf([A]);
    await runner.run('due');
    newRun();
    const { nextAt } = await journalOf(A);
    now = (nextAt ?? 0) - 1;
    await runner.run('due');
    await runner.run('installed');
    expect(updated).toEqual([]);
    now++;
    await runner.run('due');
    expect(updated).toEqual([A.id]);
  });

  test('a run of updates fetches everything, where the reader asks for all, but a file', async () => {
    const runner = runnerOf([A, FILE, B]);
    await runner.run('due');
    newRun();
    await runner.run('all');
    expect(updated).toEqual([A.id, B.id]);
  });

  test('a run of updates fetches one list, where the reader asks for it, once', async () => {
    const runner = runnerOf([A, B]);
    await runner.run('due');
    newRun();
    await runner.runOne(B.id);
    await runner.run('due');
    expect(updated).toEqual([B.id]);
  });

  test.each(['due', 'all'] as const)(
    'a run of updates fetches again what the reader asks for while a run of %s goes on that has been there already',
    async (which) => {
      const asked: Promise<void>[] = [];
      const runner = runnerOf([A, B], async (id, options) => {
        if (id === B.id) asked.push(runner.runOne(A.id));
        return succeed(id, options);
      });
      await runner.run(which);
      await Promise.all(asked);
      expect(updated).toEqual([A.id, B.id, A.id]);
    },
  );

  test('a run of updates fetches once what the reader asks for while a run goes on that comes to it yet', async () => {
    const asked: Promise<void>[] = [];
    const runner = runnerOf([A, B], async (id, options) => {
      if (id === A.id) asked.push(runner.runOne(B.id));
      return succeed(id, options);
    });
    await runner.run('due');
    await Promise.all(asked);
    expect(updated).toEqual([A.id, B.id]);
  });

  test('a run of updates fetches nothing that is no channel any more, though the reader asked for it', async () => {
    const runner = runnerOf([A]);
    await runner.runOne(B.id);
    expect(await activityOf(runner, B)).toMatchObject({ kind: 'idle' });
  });

  test('a run of updates fetches no file a second time, though the reader asks and years have passed', async () => {
    const runner = runnerOf([FILE]);
    await runner.run('due');
    expect(newRun()).toEqual([]);
    now += 400 * DAY;
    await runner.run('due');
    await runner.runOne(FILE.id);
    expect(updated).toEqual([]);
  });

  test('a run of updates fetches what is gone from storage, though it is not due, but no file', async () => {
    const runner = runnerOf([A, FILE]);
    await runner.run('due');
    newRun();
    for (const { id } of [A, FILE]) {
      const kept = await store.journal(id);
      await store.remove(id);
      if (kept.ok) await store.writeJournal(id, kept.value);
    }
    await runner.run('due');
    expect(updated).toEqual([A.id]);
  });

  test('a run of updates fetches nothing without a connection, and what was asked for is not kept for later', async () => {
    isOnline = false;
    const runner = runnerOf([A]);
    await runner.runOne(A.id);
    await runner.run('all');
    expect(updated).toEqual([]);
    expect(await activityOf(runner, A)).toMatchObject({ kind: 'idle' });
  });

  test('a run of updates takes what comes with the extension also without a connection, at an installation and where it is not stored', async () => {
    isOnline = false;
    const runner = runnerOf([PACKAGED]);
    const failures = async (): Promise<number> => (await journalOf(PACKAGED)).lastFailure?.times ?? 0;
    await runner.run('due');
    expect(await failures()).toBe(1);
    await runner.run('due');
    expect(await failures()).toBe(2);
    await store.activate(aStoredSnapshot(PACKAGED.id), 'any');
    now += 2 * DAY;
    await runner.run('due');
    expect(await failures()).toBe(2);
    await runner.run('installed');
    expect(await failures()).toBe(3);
    await runner.run('all');
    expect(await failures()).toBe(4);
  });

  test('a run of updates takes no packaged list where the default one has been fetched, which comes after it otherwise', async () => {
    const first = { ...PACKAGED, id: 'default', origin: 'default' } as const;
    const tried: string[] = [];
    const runner = runnerOf([first, PACKAGED], succeed, {
      onStatus: () => {
        for (const each of [first, PACKAGED]) {
          const { kind } = runner.activity({ nextAt: 0 } as ChannelJournal, each);
          if (kind === 'updating' && tried.at(-1) !== each.id) tried.push(each.id);
        }
      },
    });
    await runner.run('installed');
    expect(tried).toEqual([PACKAGED.id, first.id]);
    await store.activate(aStoredSnapshot(first.id), 'any');
    tried.length = 0;
    await runner.run('installed');
    expect(tried).not.toContain(PACKAGED.id);
  });
});

describe('how soon an event looks again', () => {
  test.each([
    ['with a list', true, 30],
    ['without one', false, 2],
  ])('how soon an event looks again: %s', async (_, hasLists, seconds) => {
    const runner = runnerOf([A], failing({ kind: 'unreachable', detail: '' }));
    await runner.runIfDue({ hasLists });
    newRun();
    await store.writeJournal(A.id, { nextAt: 0 });
    now += seconds - 1;
    await runner.runIfDue({ hasLists });
    expect(updated).toEqual([]);
    now++;
    await runner.runIfDue({ hasLists });
    expect(updated).toEqual([A.id]);
  });

  test('an event looks again at once where the clock was set back, and where there was no connection', async () => {
    const runner = runnerOf([A], failing({ kind: 'unreachable', detail: '' }));
    await runner.runIfDue();
    await store.writeJournal(A.id, { nextAt: 0 });
    newRun();
    now -= 1;
    await runner.runIfDue();
    expect(updated).toEqual([A.id]);

    now += 100;
    isOnline = false;
    await runner.runIfDue();
    await store.writeJournal(A.id, { nextAt: 0 });
    newRun();
    isOnline = true;
    await runner.runIfDue();
    expect(updated).toEqual([A.id]);
    await store.writeJournal(A.id, { nextAt: 0 });
    newRun();
    await runner.runIfDue();
    expect(updated).toEqual([]);
  });
});

describe('when the realm is woken', () => {
  test('the realm is woken for the first list that is due', async () => {
    const runner = runnerOf([A, B], async (id, options) => {
      await succeed(id, options);
      return ok({ kind: 'unchanged', serial: 1, refreshAfter: id === B.id ? HOUR : 5 * HOUR });
    });
    await runner.run('due');
    const { nextAt } = await journalOf(B);
    expect(wakes).toEqual([(nextAt ?? 0) - NOW]);
    expect(activated).toEqual([]);
  });

  test('the realm is woken for updates after a day at most, also without a list, and for no file and nothing packaged', async () => {
    await runnerOf([]).run('due');
    await store.activate(aStoredSnapshot(PACKAGED.id), 'any');
    await store.writeJournal(PACKAGED.id, { checkedAt: NOW, nextAt: NOW + MINUTE });
    await runnerOf([FILE, PACKAGED]).run('due');
    expect(wakes).toEqual([DAY, DAY]);
  });

  test('the realm is woken for updates in half a minute at the soonest, and without a connection in a quarter of an hour', async () => {
    const broken = new (class extends SnapshotStore {
      override async journal(): Promise<Result<ChannelJournal, StorageFailure>> {
        return fail('unavailable');
      }
    })();
    await runnerOf([A], succeed, { store: broken }).run('due');
    isOnline = false;
    await runnerOf([A], succeed, { store: broken }).run('due');
    expect(wakes).toEqual([30, 15 * MINUTE]);
  });
});

describe('what is told meanwhile', () => {
  test('lists whose turn is still to come are told to be on their way, in a run that the reader asked for', async () => {
    const seen: string[][] = [];
    const runner = runnerOf([A, B], async (id, options) => {
      seen.push([(await activityOf(runner, A)).kind, (await activityOf(runner, B)).kind]);
      return succeed(id, options);
    });
    await runner.run('due');
    newRun();
    const all = runner.run('all');
    expect(await activityOf(runner, B)).toEqual({
      kind: 'updating',
      step: 'index',
      receivedBytes: 0,
      totalBytes: 0,
    });
    await all;
    expect(seen).toEqual([
      ['updating', 'idle'],
      ['idle', 'updating'],
      ['updating', 'updating'],
      ['idle', 'updating'],
    ]);
    const one = runner.runOne(A.id);
    expect(await activityOf(runner, A)).toMatchObject({ kind: 'updating' });
    expect(await activityOf(runner, B)).toMatchObject({ kind: 'idle' });
    await one;
    const { nextAt } = await journalOf(A);
    expect(await activityOf(runner, A)).toEqual({ kind: 'idle', nextAt });
  });

  test('all lists that were asked for are told to be on their way, also while an earlier run goes on and when it has ended', async () => {
    const seen: string[] = [];
    const look = (): void => {
      const journal = { nextAt: 0 } as ChannelJournal;
      seen.push([A, B].map((each) => runner.activity(journal, each).kind).join(' '));
    };
    const runs: Promise<unknown>[] = [];
    const runner = runnerOf(
      [A, B],
      async (id, options) => {
        look();
        if (runs.length < 2) runs.push(runner.run('all'));
        look();
        return succeed(id, options);
      },
      { finishRemovals: async () => look() },
    );
    await runner.run('due');
    await Promise.all(runs);
    const both = 'updating updating';
    expect(seen).toEqual([
      // The first run, in which both are asked for twice.
      'updating idle',
      both,
      both,
      both,
      both,
      // The second.
      both,
      both,
      both,
      both,
      both,
      // The third, in which each is done when its turn is over.
      both,
      both,
      'idle updating',
      'idle updating',
      'idle idle',
    ]);
  });

  test('each list is told to have a next update, but for a file and what is packaged', async () => {
    const runner = runnerOf([A, FILE, PACKAGED]);
    const journal = { ...(await journalOf(A)), nextAt: NOW };
    expect(runner.activity(journal, A)).toEqual({ kind: 'idle', nextAt: NOW });
    for (const channel of [FILE, PACKAGED])
      expect(runner.activity(journal, channel)).toEqual({ kind: 'idle', nextAt: null });
  });

  test('the progress of an update is told at each step, and five times a second within one', async () => {
    let clock = 1_000_000;
    vi.spyOn(Date, 'now').mockImplementation(() => clock);
    const told: number[] = [];
    const at = (step: 'download' | 'build', receivedBytes: number, options: UpdateOptions): void => {
      const before = said;
      options.onProgress({ kind: 'updating', step, receivedBytes, totalBytes: 10 });
      told.push(said - before);
    };
    const runner = runnerOf([A], async (id, options) => {
      at('download', 1, options);
      clock += 199;
      at('download', 2, options);
      expect(await activityOf(runner, A)).toMatchObject({ step: 'download', receivedBytes: 2 });
      clock += 1;
      at('download', 3, options);
      at('build', 0, options);
      // A clock that is set back says each once more, and does not fall silent.
      clock -= 5;
      at('build', 1, options);
      at('build', 2, options);
      return succeed(id, options);
    });
    await runner.run('due');
    expect(told).toEqual([1, 0, 1, 1, 1, 0]);
  });

  test('during an update the browser hears every twenty seconds that we are awake, and not afterwards', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let signs = 0;
    const runner = runnerOf(
      [A],
      async (id, options) => {
        vi.advanceTimersByTime(19_999);
        expect(signs).toBe(0);
        vi.advanceTimersByTime(40_001);
        return succeed(id, options);
      },
      { keepAwake: () => signs++ },
    );
    await runner.run('due');
    expect(signs).toBe(3);
    vi.advanceTimersByTime(60_000);
    expect(signs).toBe(3);
  });

  test('a run of updates is told while it goes on, and the next one waits for it', async () => {
    const runs: Promise<void>[] = [];
    const order: string[] = [];
    const runner = runnerOf(
      [A],
      async (id, options) => {
        order.push('begins');
        const result = await succeed(id, options);
        order.push('ends');
        return result;
      },
      { onRun: (run) => runs.push(run), finishRemovals: async () => void order.push('removals') },
    );
    await Promise.all([runner.run('all'), runner.run('all')]);
    expect(order).toEqual(['begins', 'ends', 'removals', 'begins', 'ends', 'removals']);
    await expect(Promise.all(runs)).resolves.toHaveLength(2);
  });
});

describe('a channel that has no list', () => {
  test('a channel that has no list is told as missing at its first failure, and at none after it', async () => {
    let missing = 0;
    const runner = runnerOf([DEFAULT], succeed, { onMissing: async () => void missing++ });
    await runner.run('due');
    expect(missing).toBe(1);
    await runner.run('all');
    expect((await journalOf(DEFAULT)).lastFailure).toMatchObject({ times: 2 });
    expect(missing).toBe(1);
  });

  test.each([
    ['has its list', DEFAULT, true],
    ['comes with the package', { ...PACKAGED, rootKeys: ['a key'] }, false],
    ['is a list of the reader’s', A, false],
  ])('a channel that has no list is not missing where it %s', async (_, channel, isStored) => {
    let missing = 0;
    const runner = runnerOf([channel], failing({ kind: 'unreachable', detail: '' }), {
      onMissing: async () => void missing++,
    });
    if (isStored) await store.activate(aStoredSnapshot(channel.id), 'any');
    await runner.run('all');
    expect(await runner.hasFailed(channel.id)).toBe(true);
    expect(missing).toBe(0);
  });
});

describe('a list that was stored under other root keys', () => {
  const readUnder = async (channel: Channel): Promise<void> => {
    await store.deleteUnderOtherKeys(['an older key'], channel.id);
    await store.activate(aStoredSnapshot(channel.id), 'any');
    await store.writeJournal(channel.id, {
      checkedAt: NOW,
      nextAt: NOW + HOUR,
      lastFailure: { kind: 'keys-older', detail: '', at: NOW, times: 3 },
    });
  };
  const isStored = async ({ id }: Channel): Promise<boolean> => {
    const found = await store.snapshot(id);
    return found.ok && found.value !== undefined;
  };

  test('a list that was stored under other root keys is dropped before anything else, its failures are forgotten, and it is told', async () => {
    await readUnder(DEFAULT);
    await runnerOf([DEFAULT]).run('due');
    expect(await isStored(DEFAULT)).toBe(false);
    expect(activated).toEqual([DEFAULT.id]);
    expect((await journalOf(DEFAULT)).lastFailure).toMatchObject({ kind: 'unreachable', times: 1 });
  });

  test.each([
    ['is under the same ones still', DEFAULT, 'an older key'],
    ['came with the package', PACKAGED, 'another key'],
  ])('a list that was stored under other root keys stays where it %s', async (_, channel, rootKey) => {
    await readUnder(channel);
    await store.writeJournal(channel.id, { lastFailure: null });
    await runnerOf([{ ...channel, rootKeys: [rootKey] }]).run('due');
    expect(await isStored(channel)).toBe(true);
    expect(activated).toEqual([]);
  });

  test('a list that was stored under other root keys is not told as gone where it cannot be dropped', async () => {
    const broken = new (class extends SnapshotStore {
      override async deleteUnderOtherKeys(): Promise<Result<boolean, StorageFailure>> {
        return fail('unavailable');
      }
    })();
    await runnerOf([DEFAULT], succeed, { store: broken }).run('due');
    expect(activated).toEqual([]);
  });
});

test('whether a channel has failed is not known where its journal cannot be read', async () => {
  const runner = runnerOf([A], failing({ kind: 'unreachable', detail: '' }));
  expect(await runner.hasFailed(A.id)).toBe(false);
  await runner.run('due');
  expect(await runner.hasFailed(A.id)).toBe(true);
  const broken = new (class extends SnapshotStore {
    override async journal(): Promise<Result<ChannelJournal, StorageFailure>> {
      return fail('unavailable');
    }
  })();
  expect(await runnerOf([A], succeed, { store: broken }).hasFailed(A.id)).toBe(false);
});

describe('what goes wrong', () => {
  test('an exception in an update is a failure of that list with a name, and no other list waits for it', async () => {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const runner = runnerOf([A, B], async (id, options) => {
      if (id === A.id) throw new RangeError('a bug');
      return succeed(id, options);
    });
    await runner.run('due');
    expect(shown).toHaveBeenCalledTimes(1);
    expect((await journalOf(A)).lastFailure).toEqual({
      kind: 'internal',
      detail: 'RangeError',
      at: NOW,
      times: 1,
    });
    expect(updated).toEqual([B.id]);
    newRun();
    await runner.run('due');
    expect(updated).toEqual([]);

    await runnerOf([B], () => Promise.reject(new Error('another', { cause: 'none' }))).runOne(B.id);
    expect((await journalOf(B)).lastFailure).toMatchObject({ kind: 'internal', detail: 'Error' });
  });

  test('a failed update is written down with how often, and a success takes it away', async () => {
    const failed = runnerOf([A], failing({ kind: 'http-status', detail: '503' }));
    await failed.run('due');
    now += DAY;
    await failed.run('due');
    expect((await journalOf(A)).lastFailure).toEqual({
      kind: 'http-status',
      detail: '503',
      at: NOW + DAY,
      times: 2,
    });
    expect(activated).toEqual([]);
    await runnerOf([A]).run('all');
    expect((await journalOf(A)).lastFailure).toBeNull();
  });

  test('what a run of updates fails at is not waited for, nor asked again by the next', async () => {
    let isBroken = true;
    const runner = runnerOf([A, B], succeed, {
      channels: async () => {
        if (isBroken) throw new Error('no channels');
        return { channels: [A, B], isWhole: true };
      },
    });
    const before = said;
    await expect(runner.runOne(A.id)).rejects.toThrow('no channels');
    await expect(runner.run('all')).rejects.toThrow('no channels');
    expect(said).toBe(before + 2);
    for (const channel of [A, B]) expect(await activityOf(runner, channel)).toMatchObject({ kind: 'idle' });
    isBroken = false;
    await runner.run('due');
    newRun();
    await runner.run('due');
    expect(updated).toEqual([]);
  });

  test('a list that is unreadable is asked for as one that may come again, until it has come', async () => {
    const repairs: boolean[] = [];
    let isBroken = true;
    const runner = runnerOf([A, B], async (id, options) => {
      if (id === A.id) repairs.push(options.repair);
      return isBroken && id === A.id ? fail({ kind: 'unreachable', detail: '' }) : succeed(id, options);
    });
    await store.activate(aStoredSnapshot(A.id), 'any');
    await store.writeJournal(A.id, { checkedAt: NOW, nextAt: NOW + HOUR });
    await runner.run('due');
    expect(repairs).toEqual([]);
    // Its state is none: nothing can be built of it.
    await runner.repair([A.id]);
    await runner.repair([A.id]);
    expect(repairs).toEqual([true]);
    isBroken = false;
    await runner.run('all');
    await runner.run('all');
    expect(repairs).toEqual([true, true, false]);
  });

  /** Its filters are none; what they are built from is whole. */
  async function haveDamaged(): Promise<void> {
    const state = encodeSnapshot(
      snapshotOf([{ section: PHISHING, entries: ['bank-check.example'] }], { serial: 5, publishedAt: NOW }),
    );
    const stored = aStoredSnapshot(A.id, {
      state: new Blob([state]),
      digest: await stateDigestOfBytes(state),
    });
    await store.activate(stored, 'any');
  }

  test('a list that is unreadable waits for its next try after a failure, however often the realm is woken', async () => {
    const unreachable = failing({ kind: 'unreachable', detail: '' });
    await store.activate(aStoredSnapshot(A.id), 'any');
    await store.writeJournal(A.id, { checkedAt: NOW, nextAt: NOW + HOUR });
    const wake = async (): Promise<void> => runnerOf([A], unreachable).repair([A.id]);
    for (let woken = 0; woken < 5; woken++) await wake();
    expect(updated).toEqual([A.id]);
    now += 20 * MINUTE;
    await wake();
    await wake();
    expect(updated).toEqual([A.id, A.id]);
  });

  test('a list that is built again and cannot be stored is not fetched, and tried again when it is due', async () => {
    await haveDamaged();
    await store.writeJournal(A.id, { checkedAt: NOW, nextAt: NOW + HOUR });
    const unreachable = failing({ kind: 'unreachable', detail: '' });
    let builds = 0;
    let isFull = true;
    const full = new (class extends SnapshotStore {
      override async activate(
        ...given: Parameters<SnapshotStore['activate']>
      ): ReturnType<SnapshotStore['activate']> {
        builds++;
        return isFull ? fail('full') : super.activate(...given);
      }
    })();
    const runner = runnerOf([A], unreachable, { store: full });
    for (let asked = 0; asked < 3; asked++) {
      await runner.repair([A.id]);
      await runner.run('due');
    }
    expect(updated).toEqual([]);
    // Another realm knows nothing of it, and counts no failure more.
    await runnerOf([A], unreachable, { store: full }).repair([A.id]);
    expect(builds).toBe(2);
    expect(updated).toEqual([]);
    expect((await journalOf(A)).lastFailure).toMatchObject({ kind: 'storage-full', times: 1 });
    isFull = false;
    now += 20 * MINUTE;
    await runner.run('due');
    expect(activated).toEqual([A.id]);
    expect(await lookUp('https://bank-check.example/')).toEqual(['phishing']);
  });

  test('a list that is built again and cannot be stored is not fetched either where it is due', async () => {
    await haveDamaged();
    await store.writeJournal(A.id, { checkedAt: NOW - HOUR, nextAt: NOW });
    const full = new (class extends SnapshotStore {
      override async activate(): ReturnType<SnapshotStore['activate']> {
        return fail('full');
      }
    })();
    await runnerOf([A], succeed, { store: full }).repair([A.id]);
    expect(updated).toEqual([]);
  });

  test('a list that is unreadable, and whose state is not, is built again from it and not fetched', async () => {
    await haveDamaged();
    await store.writeJournal(A.id, { checkedAt: NOW, nextAt: NOW + HOUR });
    const runner = runnerOf([A]);
    await runner.repair([A.id]);
    expect(updated).toEqual([]);
    expect(activated).toEqual([A.id]);
    expect(await lookUp('https://bank-check.example/')).toEqual(['phishing']);
    // Nor as one that may come again.
    await runner.repair([A.id]);
    expect(activated).toEqual([A.id, A.id]);
  });

  test('a list that is found damaged again while it is being rebuilt is not rebuilt twice', async () => {
    let runs = 0;
    const runner = runnerOf([A], succeed, { onRun: () => runs++ });
    await Promise.all([runner.repair([A.id]), runner.repair([A.id]), runner.repair([])]);
    expect(runs).toBe(1);
  });

  test('an update gives a list all the same without a secret that can be kept', async () => {
    const { values } = privateStores();
    vi.spyOn(values, 'secret').mockResolvedValue(fail('unavailable'));
    const secrets: Uint8Array[] = [];
    const runner = runnerOf(
      [A],
      async (id, options) => {
        secrets.push(options.secret);
        return succeed(id, options);
      },
      { values },
    );
    await runner.run('all');
    await runner.run('all');
    expect(secrets.map(({ length }) => length)).toEqual([16, 16]);
    expect(secrets[0]).not.toEqual(secrets[1]);
    expect(secrets[0]?.some((byte) => byte !== 0)).toBe(true);
  });
});
