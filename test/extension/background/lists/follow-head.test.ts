/** What a look at a channel's head asks for, what it brings, and what it can not do. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ok } from '../../../../src/core/result.ts';
import { HEAD_PATH } from '../../../../src/core/snapshot/channel-head.ts';
import { deltaPath, INDEX_PATH } from '../../../../src/core/snapshot/channel-index.ts';
import { makeDelta } from '../../../../src/core/snapshot/make-delta.ts';
import { stateDigest } from '../../../../src/core/snapshot/state-digest.ts';
import type { Snapshot } from '../../../../src/core/snapshot/snapshot.ts';
import { SnapshotStore } from '../../../../src/extension/platform/storage/snapshot-store.ts';
import { makeKeyPair } from '../../../../src/server/node/keys/key-file.ts';
import { reachByDelta } from '../../../../src/extension/background/lists/reach-state.ts';
import { type Checkpoint, passCheckpoint } from '../../../../src/extension/background/realm/checkpoint.ts';
import type { UpdateRunner } from '../../../../src/extension/background/lists/update-runner.ts';
import { deltaOf } from '../../../core/snapshot/deltas.ts';
import { factsOf, PHISHING, snapshotOf, SPAM, TestChannel } from './test-channel.ts';
import { aRunner, freshProfile, lookUp, NOW, storedSerial } from './update-harness.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Large enough that a delta is the cheaper way. */
const at = (serial: number): Snapshot =>
  snapshotOf(
    [
      { section: PHISHING, entries: [`only-${serial}.example`] },
      { section: SPAM, entries: Array.from({ length: 2_000 }, (_, index) => `pills-${index}.example`) },
    ],
    { serial, publishedAt: NOW - HOUR + serial * MINUTE },
  );

let channel: TestChannel;
let now = NOW;
let isVisible = true;
let savesData = false;
let wakes: number[] = [];
let activated = 0;
let said = 0;
let removals = 0;
/** Called at each named line of a run. */
let atLine: (place: Checkpoint) => Promise<void>;
let runner: UpdateRunner;

beforeEach(async () => {
  freshProfile();
  channel = await TestChannel.start();
  channel.hasHead = true;
  now = NOW;
  isVisible = true;
  savesData = false;
  wakes = [];
  activated = 0;
  removals = 0;
  atLine = passCheckpoint;
  runner = aRunner({
    channels: async () => ({ channels: [channel.channel], isWhole: true }),
    now: () => now,
    isWebmailVisible: async () => isVisible,
    saveData: async () => savesData,
    wakeAt: async (when) => void wakes.push(when - now),
    onActivated: async () => void activated++,
    onStatus: () => void said++,
    finishRemovals: async () => void removals++,
    checkpoint: (place) => atLine(place),
  });
  await channel.publish(at(1));
  await runner.run('due');
  channel.takePaths();
});
afterEach(() => channel.stop());

const journal = async () => {
  const read = await new SnapshotStore().journal(channel.channel.id);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
};

/** Lets time pass to the moment at which the realm asked to be woken. */
async function nextLook(): Promise<readonly string[]> {
  now += wakes.at(-1) ?? 0;
  await runner.run('due');
  return channel.takePaths();
}

describe('while a webmail is visible', () => {
  test('while a webmail is visible, the head is asked for after five to six and a quarter minutes, and one that says nothing new is all', async () => {
    const tidied = removals;
    for (let look = 0; look < 5; look++) {
      expect(wakes.at(-1)).toBeGreaterThanOrEqual(5 * MINUTE);
      expect(wakes.at(-1)).toBeLessThanOrEqual(6.25 * MINUTE);
      said = 0;
      now += wakes.at(-1) ?? 0;
      expect(await runner.run('due')).toBe('nothing-new');
      expect(channel.takePaths()).toEqual([HEAD_PATH]);
      // Nobody is told.
      expect(said).toBe(0);
    }
    expect(activated).toBe(1);
    // Nor is anything tidied.
    expect(removals).toBe(tidied);
  });

  test('the delta that a head names is applied, without the index', async () => {
    await channel.publish(at(2));
    expect(await nextLook()).toEqual([HEAD_PATH, deltaPath(1, 2)]);
    expect(await storedSerial(channel.channel.id)).toBe(2);
    expect(await lookUp('https://only-2.example/')).toEqual(['phishing']);
    expect(await lookUp('https://only-1.example/')).toEqual([]);
    expect(activated).toBe(2);
    await channel.publish(at(3));
    expect(await nextLook()).toEqual([HEAD_PATH, deltaPath(2, 3)]);
  });

  test('what a head does not say stays as the index said it: the end, the keys, the sources', async () => {
    const store = new SnapshotStore();
    const before = await store.snapshot(channel.channel.id);
    await channel.publish(at(2), { expiresAt: NOW + 90 * 24 * HOUR });
    await nextLook();
    const after = await store.snapshot(channel.channel.id);
    if (!before.ok || !after.ok) throw new Error('not stored');
    expect(after.value).toMatchObject({
      serial: 2,
      publishedAt: at(2).publishedAt,
      expiresAt: before.value?.expiresAt,
      keyListNumber: 1,
      sources: before.value?.sources,
    });
  });

  test('a client that is further behind than the head’s deltas reach asks for the index', async () => {
    for (const serial of [2, 3, 4]) await channel.publish(at(serial));
    expect(await nextLook()).toEqual([HEAD_PATH, INDEX_PATH, deltaPath(1, 4)]);
    expect(await nextLook()).toEqual([HEAD_PATH]);
  });

  test('the index is asked for within an hour and a quarter, whatever the head says', async () => {
    const stale = channel.text(HEAD_PATH);
    await channel.publish(at(2));
    channel.putText(HEAD_PATH, stale);
    const start = now;
    while (now - start < 1.25 * HOUR && (await storedSerial(channel.channel.id)) !== 2) await nextLook();
    expect(await storedSerial(channel.channel.id)).toBe(2);
    expect(now - start).toBeLessThanOrEqual(1.25 * HOUR);
  });

  test('a new head beside an old index of a cache is not asked about every five minutes', async () => {
    const cached = channel.text(INDEX_PATH);
    for (const serial of [2, 3, 4]) await channel.publish(at(serial));
    channel.putText(INDEX_PATH, cached);
    expect(await nextLook()).toEqual([HEAD_PATH, INDEX_PATH]);
    expect(wakes.at(-1)).toBeGreaterThanOrEqual(15 * MINUTE);
  });

  test.each<[string, (channel: TestChannel) => Promise<void>]>([
    ['is not there', async ({ files }) => void files.delete(HEAD_PATH)],
    ['is a web page', async (each) => each.putText(HEAD_PATH, '<h1>Not found</h1>')],
    ['is endless', async (each) => each.putText(HEAD_PATH, 'a'.repeat(501))],
    [
      'is signed by nobody we know',
      async (each) => each.putHead({ serial: 9, deltas: [] }, await makeKeyPair()),
    ],
  ])('a head that %s is asked for no more until the index was', async (_, spoil) => {
    await spoil(channel);
    expect(await nextLook()).toEqual([HEAD_PATH]);
    const paths = await nextLook();
    expect(paths).toEqual([INDEX_PATH]);
    expect((await journal()).lastFailure).toBeNull();
  });

  test('a delta that is not what the head says changes nothing; the index says what to do', async () => {
    await channel.publish(at(2));
    channel.files.set(deltaPath(1, 2), new Uint8Array(20));
    const paths = await nextLook();
    expect(paths.slice(0, 3)).toEqual([HEAD_PATH, deltaPath(1, 2), INDEX_PATH]);
    // By the base, since the delta is spoilt there too.
    expect(await storedSerial(channel.channel.id)).toBe(2);
  });

  test.each<[string, () => Promise<Uint8Array>]>([
    ['is none', async () => Uint8Array.of(1, 2, 3)],
    ['leads to another serial', async () => deltaOf(at(1), at(3))],
    [
      'does not lead where it promises',
      async () => makeDelta(at(1), at(2), { from: await stateDigest(at(1)), to: await stateDigest(at(3)) }),
    ],
  ])(
    'a delta that the head names and that %s changes nothing; the index says what to do',
    async (_, spoilt) => {
      await channel.publish(at(2));
      const delta = await spoilt();
      channel.files.set(deltaPath(1, 2), delta);
      await channel.putHead({ serial: 2, deltas: [{ from: 1, to: 2, ...factsOf(delta) }] });
      const paths = await nextLook();
      expect(paths.slice(0, 3)).toEqual([HEAD_PATH, deltaPath(1, 2), INDEX_PATH]);
      expect(await storedSerial(channel.channel.id)).toBe(2);
      expect(await lookUp('https://only-2.example/')).toEqual(['phishing']);
    },
  );

  test('a delta of a head is told as a download first, and then as what is applied', async () => {
    const stored = await new SnapshotStore().snapshot(channel.channel.id);
    const [delta] = (await channel.publish(at(2))).deltas;
    if (!stored.ok || stored.value === undefined || delta === undefined) throw new Error('nothing to do');
    const steps: string[] = [];
    const reached = await reachByDelta(channel.channel, stored.value, delta, {
      patience: { stallMs: 10_000, totalMs: 20_000 },
      checkpoint: passCheckpoint,
      onProgress: ({ step }) => void steps.push(step),
    });
    expect(reached).toMatchObject({ snapshot: { serial: 2 } });
    expect([...new Set(steps)]).toEqual(['download', 'apply']);
  });

  test('an older head leads to no older list', async () => {
    const old = channel.text(HEAD_PATH);
    await channel.publish(at(2));
    await nextLook();
    channel.putText(HEAD_PATH, old);
    expect(await nextLook()).toEqual([HEAD_PATH]);
    expect(await storedSerial(channel.channel.id)).toBe(2);
  });

  test('a host that does not answer for its head is asked again after a quarter of an hour', async () => {
    await channel.stop();
    await nextLook();
    expect(wakes.at(-1)).toBeGreaterThanOrEqual(15 * MINUTE);
    expect((await journal()).lastFailure).toBeNull();
    await channel.listen();
    expect(await nextLook()).toEqual([HEAD_PATH]);
  });

  test('where a host is away and a mirror is named, the head’s next question is for the index there', async () => {
    const mirror = await TestChannel.start();
    channel.mirrors = [mirror.url];
    await channel.publish(at(2));
    await runner.run('all');
    await channel.publish(at(3));
    mirror.copyFrom(channel);
    channel.answers.set(HEAD_PATH, (_request, response) => void response.writeHead(503).end());
    channel.answers.set(INDEX_PATH, (_request, response) => void response.writeHead(503).end());
    channel.takePaths();
    expect(await nextLook()).toEqual([HEAD_PATH, INDEX_PATH]);
    expect(mirror.takePaths()).toEqual([INDEX_PATH, deltaPath(2, 3)]);
    expect(await storedSerial(channel.channel.id)).toBe(3);
    // From then on there.
    expect(await nextLook()).toEqual([]);
    expect(mirror.takePaths()).toEqual([HEAD_PATH]);
    await mirror.stop();
  });

  test('a mirror without a head is not asked for the index instead', async () => {
    const mirror = await TestChannel.start();
    channel.mirrors = [mirror.url];
    await channel.publish(at(2));
    await runner.run('all');
    channel.files.delete(HEAD_PATH);
    channel.takePaths();
    expect(await nextLook()).toEqual([HEAD_PATH]);
    expect(mirror.takePaths()).toEqual([]);
    await mirror.stop();
  });

  test('while a webmail is visible under a newer list of keys than the stored one the index is asked', async () => {
    channel.keyListNumber = 7;
    const keyList = await channel.keyList();
    await new SnapshotStore().writeJournal(channel.channel.id, { keyListNumber: 7, keyList });
    await channel.publish(at(2));
    expect((await nextLook())[0]).toBe(INDEX_PATH);
  });
});

describe('while a delta of the head is fetched', () => {
  const activity = async (): Promise<string> => runner.activity(await journal(), channel.channel).kind;

  test('an update by the delta of a head is told, its named lines are passed, and it ends with the run', async () => {
    await channel.publish(at(2));
    const passed: string[] = [];
    const seen: string[] = [];
    atLine = async (place) => {
      passed.push(place);
      seen.push(await activity());
    };
    said = 0;
    now += wakes.at(-1) ?? 0;
    expect(await runner.run('due')).toBe('done');
    expect(passed.length).toBeGreaterThan(1);
    expect(seen).toContain('updating');
    expect(said).toBeGreaterThan(1);
    expect(await activity()).toBe('idle');
  });

  test('an exception in an update by a head is told in the console, and the index is asked next', async () => {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await channel.publish(at(2));
    atLine = () => Promise.reject(new RangeError('a bug'));
    now += wakes.at(-1) ?? 0;
    expect(await runner.run('due')).toBe('nothing-new');
    expect(shown).toHaveBeenCalledTimes(1);
    shown.mockRestore();
    atLine = passCheckpoint;
    const { headAt, nextAt, lastFailure } = await journal();
    expect([headAt, lastFailure]).toEqual([nextAt, null]);
    channel.takePaths();
    expect((await nextLook())[0]).toBe(INDEX_PATH);
  });

  test('an update by a head that hangs is given up, says nothing more, and the index is asked next', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await channel.publish(at(2));
      let isHung = false;
      let goOn: () => void = () => undefined;
      atLine = async () => {
        if (isHung) return;
        isHung = true;
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      };
      now += wakes.at(-1) ?? 0;
      const run = runner.run('due');
      await vi.waitFor(() => expect(isHung).toBe(true), { timeout: 10_000, interval: 5 });
      vi.advanceTimersByTime(5 * MINUTE * 1_000);
      expect(await run).toBe('nothing-new');
      const { headAt, nextAt } = await journal();
      expect(headAt).toBe(nextAt);
      goOn();
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      expect(await activity()).toBe('idle');
      expect(await storedSerial(channel.channel.id)).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a download for a head that goes on after it was given up is told no more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await channel.publish(at(2));
      const bytes = channel.files.get(deltaPath(1, 2)) ?? new Uint8Array();
      let goOn: () => void = () => undefined;
      channel.answers.set(deltaPath(1, 2), (_request, response) => {
        response.writeHead(200).write(bytes.slice(0, 5));
        goOn = () => response.end(bytes.slice(5));
      });
      now += wakes.at(-1) ?? 0;
      const run = runner.run('due');
      const received = async (): Promise<number> => {
        const is = runner.activity(await journal(), channel.channel);
        return is.kind === 'updating' ? is.receivedBytes : -1;
      };
      await vi.waitFor(async () => expect(await received()).toBe(5), { timeout: 10_000, interval: 5 });
      vi.advanceTimersByTime(5 * MINUTE * 1_000);
      expect(await run).toBe('nothing-new');
      goOn();
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
      expect(await received()).toBe(-1);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('a run of updates counts as done where one list was updated and another’s head says nothing new', async () => {
  const list = {
    ...channel.channel,
    id: 'list:a',
    url: 'https://lists.example/a',
    rootKeys: [],
    origin: 'list',
  } as const;
  const both = aRunner({
    channels: async () => ({ channels: [list, channel.channel], isWhole: true }),
    now: () => now,
    isWebmailVisible: async () => true,
    deviceLists: { update: async () => ok({ kind: 'unchanged', serial: 1, refreshAfter: HOUR }) },
  });
  now += wakes.at(-1) ?? 0;
  expect(await both.run('due')).toBe('done');
  expect(channel.takePaths()).toEqual([HEAD_PATH]);
});

test('the index that a head leads to moves the list, and the next look is at the head, as ever', async () => {
  for (const serial of [2, 3, 4]) await channel.publish(at(serial));
  await nextLook();
  expect(await storedSerial(channel.channel.id)).toBe(4);
  expect(wakes.at(-1)).toBeLessThanOrEqual(6.25 * MINUTE);
});

test('where the index that a head leads to fails, its own next try is the next one', async () => {
  for (const serial of [2, 3, 4]) await channel.publish(at(serial));
  channel.answers.set(INDEX_PATH, (_request, response) => void response.writeHead(503).end());
  await nextLook();
  expect(await journal()).toMatchObject({ headAt: 0, lastFailure: { times: 1 } });
});

describe('no head is asked for', () => {
  test.each<[string, () => void]>([
    ['while no webmail is visible', () => void (isVisible = false)],
    ['to save data', () => void (savesData = true)],
  ])('no head is asked for: %s', async (_, change) => {
    change();
    now += 7 * MINUTE;
    await runner.run('due');
    expect(channel.takePaths()).toEqual([]);
    expect(wakes.at(-1)).toBeGreaterThan(45 * MINUTE);
  });

  test.each([
    ['of a channel that has none', { head: undefined, refreshAfter: 300 }],
    ['of one that asks to be left alone for an hour', { head: true, refreshAfter: HOUR }],
  ] as const)('no head is asked for: %s', async (_, change) => {
    const { head, ...rest } = change;
    channel.hasHead = false;
    await channel.publish(at(2), { ...rest, ...(head === undefined ? {} : { head }) });
    await runner.run('all');
    channel.takePaths();
    expect(wakes.at(-1)).toBeGreaterThanOrEqual(HOUR);
    expect(await nextLook()).toEqual([INDEX_PATH]);
  });
});

test('without a connection the head is not asked for', async () => {
  let isOnline = true;
  const offline = aRunner({
    channels: async () => ({ channels: [channel.channel], isWhole: true }),
    now: () => now,
    isOnline: () => isOnline,
    isWebmailVisible: async () => true,
  });
  now += wakes.at(-1) ?? 0;
  isOnline = false;
  await offline.run('due');
  expect(channel.takePaths()).toEqual([]);
  isOnline = true;
  await offline.run('due');
  expect(channel.takePaths()).toEqual([HEAD_PATH]);
});

test('a webmail that is shown again has the head asked for as soon as it is due', async () => {
  isVisible = false;
  now += 20 * MINUTE;
  await runner.runIfDue();
  expect(channel.takePaths()).toEqual([]);
  isVisible = true;
  now += MINUTE;
  await runner.runIfDue();
  expect(channel.takePaths()).toEqual([HEAD_PATH]);
});
