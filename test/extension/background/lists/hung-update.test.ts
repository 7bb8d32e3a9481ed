/** Nothing that an update waits for may keep it, and all later ones behind it, for ever; nor may a list that is gone. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Checkpoint, CHECKPOINTS } from '../../../../src/extension/background/realm/checkpoint.ts';
import type { Channel } from '../../../../src/extension/background/realm/channel.ts';
import type {
  UpdateRunner,
  UpdateRunnerOptions,
} from '../../../../src/extension/background/lists/update-runner.ts';
import { SnapshotStore } from '../../../../src/extension/platform/storage/snapshot-store.ts';
import { NEW, OLD } from '../attacks.ts';
import { TestChannel } from './test-channel.ts';
import { aRunner, freshProfile, NOW, storedSerial, update } from './update-harness.ts';

const MINUTE = 60_000;
const never = (): Promise<never> => new Promise<never>(() => undefined);

const LIST: Channel = {
  id: 'list:hangs',
  name: 'hangs',
  url: 'https://lists.example/a',
  rootKeys: [],
  pinnedName: null,
  origin: 'list',
};

let channel: TestChannel;
let store: SnapshotStore;

beforeEach(async () => {
  freshProfile();
  channel = await TestChannel.start();
  await channel.publish(OLD);
  await update(channel.channel);
  await channel.publish(NEW);
  channel.keyListNumber = 2;
  await channel.publish(NEW);
  store = new SnapshotStore();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await channel.stop();
});

function runnerWith(options: Partial<UpdateRunnerOptions>): UpdateRunner {
  return aRunner({
    store,
    channels: async () => ({ channels: [channel.channel], isWhole: true }),
    ...options,
  });
}

/** Lets five minutes pass once `isHung` holds; in real time it is moments. */
async function sitOut(isHung: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(isHung()).toBe(true), { timeout: 10_000, interval: 5 });
  vi.advanceTimersByTime(5 * MINUTE);
}

async function journal(): Promise<unknown> {
  const read = await store.journal(channel.channel.id);
  return read.ok ? read.value.lastFailure : read;
}

async function activityOf(runner: UpdateRunner): Promise<string> {
  const read = await store.journal(channel.channel.id);
  if (!read.ok) throw new Error('no journal');
  return runner.activity(read.value, channel.channel).kind;
}

/** Those that are reached on the way by delta. */
const ON_THE_WAY = CHECKPOINTS.filter((name) => name !== 'journal-written' && name !== 'after-put');

describe('an update that stands still', () => {
  test.each(ON_THE_WAY)(
    'after %s is given up with a name, the old list stays, the next run succeeds',
    async (name) => {
      let isHung = false;
      let goOn: () => void = () => undefined;
      const hangsOnce = async (at: Checkpoint): Promise<void> => {
        if (at !== name || isHung) return;
        isHung = true;
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      };
      const runner = runnerWith({ checkpoint: hangsOnce });
      const run = runner.run('all');
      await sitOut(() => isHung);
      await run;
      expect(await journal()).toMatchObject({ kind: 'stuck', times: 1 });
      expect(await activityOf(runner)).toBe('idle');
      expect(await storedSerial(channel.channel.id)).toBe(5);

      // What was given up may wake again one day: it changes nothing any more.
      goOn();
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
      expect(await storedSerial(channel.channel.id)).toBe(5);
      expect(await journal()).toMatchObject({ kind: 'stuck', times: 1 });
      expect(await activityOf(runner)).toBe('idle');

      await runner.run('all');
      expect(await journal()).toBeNull();
      expect(await storedSerial(channel.channel.id)).toBe(6);
    },
  );

  test('an update that stands still does not keep the channels after it waiting', async () => {
    let isHung = false;
    const runner = runnerWith({
      channels: async () => ({ channels: [LIST, channel.channel], isWhole: true }),
      deviceLists: {
        update: () => {
          isHung = true;
          return never();
        },
      },
    });
    const run = runner.run('all');
    await sitOut(() => isHung);
    await run;
    expect(await storedSerial(channel.channel.id)).toBe(6);
    const failed = await store.journal(LIST.id);
    expect(failed).toMatchObject({ ok: true, value: { lastFailure: { kind: 'stuck' } } });
  });

  test('an update that stands still shows no progress any more once it was given up', async () => {
    let goOn: () => void = () => undefined;
    const runner = runnerWith({
      channels: async () => ({ channels: [LIST], isWhole: true }),
      deviceLists: {
        update: (_id, { onProgress }) => {
          goOn = () => onProgress({ kind: 'updating', step: 'download', receivedBytes: 1, totalBytes: 2 });
          return never();
        },
      },
    });
    const run = runner.run('all');
    const before = goOn;
    await sitOut(() => goOn !== before);
    await run;
    const read = await store.journal(LIST.id);
    if (!read.ok) throw new Error('no journal');
    goOn();
    expect(runner.activity(read.value, LIST).kind).toBe('idle');
  });

  test('an update that stands still that is slow, and not still, is waited for', async () => {
    let reached = 0;
    const runner = runnerWith({
      checkpoint: async () => {
        reached++;
        vi.advanceTimersByTime(4 * MINUTE);
      },
    });
    await runner.run('all');
    expect(reached).toBeGreaterThan(8);
    expect(await storedSerial(channel.channel.id)).toBe(6);
  });
});

describe('what is around an update', () => {
  test('a question for the channels that is never answered ends that run of updates, not the next one', async () => {
    let asked = 0;
    const runner = runnerWith({
      channels: () => {
        asked++;
        return asked === 1 ? never() : Promise.resolve({ channels: [channel.channel], isWhole: true });
      },
    });
    const run = expect(runner.run('all')).rejects.toThrow('got no further');
    await sitOut(() => asked === 1);
    await run;
    expect(await activityOf(runner)).toBe('idle');
    await runner.run('all');
    expect(await storedSerial(channel.channel.id)).toBe(6);
  });

  test('consequences of a new list may hang: the list is in use, and the run ends', async () => {
    let isHung = false;
    const runner = runnerWith({
      onActivated: () => {
        isHung = true;
        return never();
      },
    });
    const run = runner.run('all');
    await sitOut(() => isHung);
    await run;
    expect(await storedSerial(channel.channel.id)).toBe(6);
    expect(await activityOf(runner)).toBe('idle');
  });
});

describe('a list that is gone though it was fetched', () => {
  /** As when the browser loses one record: the journal still says that all went well an hour ago. */
  async function lose(): Promise<void> {
    const kept = await store.journal(channel.channel.id);
    await store.remove(channel.channel.id);
    if (kept.ok) await store.writeJournal(channel.channel.id, kept.value);
  }

  test('a list that is gone though it was fetched is fetched as soon as a message needs it, not when the next update is due', async () => {
    let now = NOW;
    const runner = runnerWith({ now: () => now });
    await runner.runIfDue();
    expect(await storedSerial(channel.channel.id)).toBe(6);
    await lose();
    now += 3;
    await runner.runIfDue();
    // With other lists in use, half a minute is soon enough to look.
    expect(await storedSerial(channel.channel.id)).toBeNull();
    await runner.runIfDue({ hasLists: false });
    expect(await storedSerial(channel.channel.id)).toBe(6);
  });

  test('a list that is gone though it was fetched is not asked for again and again while its host fails', async () => {
    let now = NOW;
    const runner = runnerWith({ now: () => now });
    await runner.runIfDue();
    await lose();
    channel.answers.set('latest.jws', (_request, response) => response.writeHead(503).end());
    channel.takePaths();
    for (let seconds = 3; seconds < 600; seconds += 3) {
      now = NOW + seconds;
      await runner.runIfDue({ hasLists: false });
    }
    expect(channel.takePaths()).toEqual(['latest.jws']);
  });
});
