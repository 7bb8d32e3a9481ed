import { IDBObjectStore as FakeObjectStore } from 'fake-indexeddb';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { basePath, deltaPath, INDEX_PATH } from '../../../src/core/snapshot/channel-index.ts';
import type { Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import { type Checkpoint, CHECKPOINTS } from '../../../src/extension/background/realm/checkpoint.ts';
import {
  SNAPSHOT_DATABASE,
  SnapshotStore,
  type StoredSnapshot,
} from '../../../src/extension/platform/storage/snapshot-store.ts';
import { NEW, OLD } from './attacks.ts';
import { TestChannel } from './lists/test-channel.ts';
import { freshProfile, lookUp, storedSerial, update } from './lists/update-harness.ts';

let channel: TestChannel;
let cases = 0;
beforeEach(async () => {
  freshProfile();
  channel = await TestChannel.start();
});
afterEach(() => channel.stop());
afterAll(() => {
  console.log(`faults: ${cases} cases`);
});

type Way = 'first installation' | 'by delta' | 'by base' | 'same state, newer date';
const WAYS: readonly Way[] = ['first installation', 'by delta', 'by base', 'same state, newer date'];
const SAME: Snapshot = { ...OLD, serial: 6, publishedAt: OLD.publishedAt + 60 };

/** A reader who has serial 5 (or nothing), and a channel that has serial 6. */
async function prepare(way: Way): Promise<void> {
  await channel.publish(OLD);
  if (way !== 'first installation') await update(channel.channel);
  await channel.publish(way === 'same state, newer date' ? SAME : NEW);
  if (way === 'by base') channel.files.delete(deltaPath(5, 6));
  channel.takePaths();
}

/** The old or the new list is wholly there, and the next lookup is right. */
async function expectWhole(way: Way): Promise<number | null> {
  const serial = await storedSerial(channel.channel.id);
  const found = [
    await lookUp('https://bank-check.example/'),
    await lookUp('https://old.example/'),
    await lookUp('https://new.example/'),
  ];
  if (serial === null) {
    expect(way).toBe('first installation');
    expect(found).toEqual(['nothing stored', 'nothing stored', 'nothing stored']);
  } else if (serial === 5 || way === 'same state, newer date') {
    expect(found).toEqual([['phishing'], ['phishing'], []]);
  } else {
    expect(serial).toBe(6);
    expect(found).toEqual([['phishing'], [], ['phishing']]);
  }
  return serial;
}

/** After whatever happened, the next update succeeds, and nothing is left behind that grows. */
async function expectRecovery(way: Way): Promise<void> {
  expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 6 } });
  expect(await expectWhole(way)).toBe(6);
  const all = await new SnapshotStore().snapshots();
  expect(all.ok && all.value.length).toBe(1);
  const journals = await new SnapshotStore().journals();
  expect(journals.ok && journals.value.length).toBe(1);
  cases++;
}

/** Never resolves at the `nth` time (0 for the first) that `name` is reached: the realm was stopped there. */
function stopAt(
  name: Checkpoint,
  nth: number,
): { readonly reached: Promise<void>; readonly checkpoint: (at: Checkpoint) => Promise<void> } {
  let left = nth;
  let tell: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return {
    reached,
    checkpoint: async (at) => {
      if (at !== name || left-- > 0) return;
      tell();
      await new Promise<never>(() => undefined);
    },
  };
}

describe.each(WAYS)('the realm is stopped: %s', (way) => {
  test.each(CHECKPOINTS)(
    'an update that is stopped at %s, however often it is reached, leaves a whole list',
    async (name) => {
      for (let nth = 0; ; nth++) {
        freshProfile();
        await prepare(way);
        const { reached, checkpoint } = stopAt(name, nth);
        const ended = update(channel.channel, { checkpoint }).then(() => 'ended' as const);
        if ((await Promise.race([ended, reached])) === 'ended') break;
        await expectWhole(way);
        await expectRecovery(way);
      }
    },
  );
});

test('every checkpoint of an update is reached by one of the tests', async () => {
  const reached = new Set<Checkpoint>();
  for (const way of WAYS) {
    freshProfile();
    await prepare(way);
    await update(channel.channel, {
      checkpoint: async (at) => {
        reached.add(at);
      },
    });
  }
  // `journal-written` is the runner's, after the update itself; test/e2e/faults.spec.ts stops there as well.
  expect(CHECKPOINTS.filter((name) => !reached.has(name))).toEqual(['journal-written']);
});

describe('the network is lost', () => {
  const files: readonly (readonly [string, Way])[] = [
    [INDEX_PATH, 'by delta'],
    [deltaPath(5, 6), 'by delta'],
    [basePath(6), 'by base'],
    [basePath(6), 'first installation'],
  ];
  test.each(files)('the network is lost in the middle of %s, %s', async (path, way) => {
    await prepare(way);
    const bytes = channel.files.get(path) ?? new Uint8Array();
    for (const share of [0, 0.1, 0.5, 0.99]) {
      channel.answers.set(path, (_request, response) => {
        response.writeHead(200, { 'content-length': String(bytes.length) });
        response.write(bytes.subarray(0, Math.floor(bytes.length * share)), () => response.destroy());
      });
      const result = await update(channel.channel);
      // A delta that breaks off is made up for by the base, which is whole.
      if (path !== deltaPath(5, 6))
        expect(result).toMatchObject({ ok: false, failure: { kind: 'truncated' } });
      await expectWhole(way);
      cases++;
    }
    channel.answers.clear();
    await expectRecovery(way);
  });
});

describe('storage fails', () => {
  test.each(['QuotaExceededError', 'UnknownError', 'AbortError', 'InvalidStateError'])(
    'storage fails by a put that ends in %s: the old list stays',
    async (name) => {
      for (const way of WAYS) {
        freshProfile();
        await prepare(way);
        const put = vi.spyOn(FakeObjectStore.prototype, 'put').mockImplementation(() => {
          throw new DOMException('the disk says no', name);
        });
        const result = await update(channel.channel);
        put.mockRestore();
        expect(result).toMatchObject({
          ok: false,
          failure: { kind: name === 'QuotaExceededError' ? 'storage-full' : 'storage-failed' },
        });
        await expectWhole(way);
        await expectRecovery(way);
      }
    },
  );

  test('storage fails by a transaction that is aborted after the put: the old list stays', async () => {
    await prepare('by delta');
    // oxlint-disable-next-line typescript/unbound-method -- it is applied to its own object below
    const original = FakeObjectStore.prototype.put;
    const put = vi.spyOn(FakeObjectStore.prototype, 'put').mockImplementation(function aborted(
      this: IDBObjectStore,
      ...given
    ) {
      const request = Reflect.apply(original, this, given);
      queueMicrotask(() => this.transaction.abort());
      return request;
    });
    const result = await update(channel.channel);
    put.mockRestore();
    expect(result).toMatchObject({ ok: false, failure: { kind: 'storage-failed' } });
    expect(await expectWhole('by delta')).toBe(5);
    await expectRecovery('by delta');
  });

  test('storage fails as the connection is closed under us: it is opened again', async () => {
    await prepare('by delta');
    const store = new SnapshotStore();
    await store.snapshots();
    await store.close();
    expect(await update(channel.channel, { store })).toMatchObject({ ok: true });
    await expectRecovery('by delta');
  });

  test('storage fails as the reader clears it in the middle: the list is fetched anew', async () => {
    await prepare('by delta');
    const result = await update(channel.channel, {
      checkpoint: async (at) => {
        if (at === 'delta-applied') await deleteDatabase(SNAPSHOT_DATABASE);
      },
    });
    expect(result).toMatchObject({ ok: true });
    await expectRecovery('by delta');
  });

  test.each(['residentFilter', 'verificationTable', 'state'] as const)(
    'storage fails by a damaged %s of the record: it is fetched again',
    async (part) => {
      await prepare('by delta');
      await damage(part);
      if (part === 'state') {
        // Lookups do not need it; the next update finds it useless and takes the base.
        await expectRecovery('by delta');
        return;
      }
      const found = await lookUp('https://bank-check.example/').catch((error: unknown) =>
        error instanceof Error ? error.name : 'unknown',
      );
      expect(['damaged', 'UnreadableTable', 'SliceUnreadable']).toContain(found);
      expect(await update(channel.channel, { repair: true })).toMatchObject({ ok: true });
      await expectRecovery('by delta');
    },
  );

  test.each(['state', 'residentFilter', 'header', 'serial', 'sources'] as const)(
    'storage fails by a record that has no %s: it is not used, and fetched again whatever its serial',
    async (part) => {
      await channel.publish(NEW);
      await update(channel.channel);
      const store = new SnapshotStore();
      const read = await store.snapshot(channel.channel.id);
      if (!read.ok || read.value === undefined) throw new Error('nothing stored');
      const { [part]: _gone, ...rest } = read.value;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what another version may have written
      await store.activate(rest as StoredSnapshot, 'any');
      expect(await lookUp('https://bank-check.example/')).toBe('damaged');
      expect(await store.records()).toEqual({
        ok: true,
        value: { snapshots: [], damaged: [channel.channel.id] },
      });
      expect(await update(channel.channel)).toMatchObject({ ok: true });
      await expectRecovery('first installation');
    },
  );

  test('storage fails by another version of the database: it is made anew, because all of it can be fetched', async () => {
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open(SNAPSHOT_DATABASE, 99);
      request.addEventListener('success', () => {
        request.result.close();
        resolve();
      });
      request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
    });
    await channel.publish(NEW);
    await expectRecovery('first installation');
  });
});

test('while lists are updated, a thousand links are answered by the old or the new one', async () => {
  await prepare('by delta');
  const updating = update(channel.channel);
  for (let asked = 0; asked < 1000; asked++) {
    expect(await lookUp('https://bank-check.example/login')).toEqual(['phishing']);
  }
  expect(await updating).toMatchObject({ ok: true });
  await expectRecovery('by delta');
});

async function damage(part: 'residentFilter' | 'verificationTable' | 'state'): Promise<void> {
  const store = new SnapshotStore();
  const read = await store.snapshot(channel.channel.id);
  if (!read.ok || read.value === undefined) throw new Error('nothing stored');
  const bytes = new Uint8Array(await read.value[part].arrayBuffer());
  for (let at = 0; at < bytes.length; at += 3) bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  const next: StoredSnapshot = { ...read.value, [part]: new Blob([bytes]) };
  await store.activate(next, 'any');
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')));
  });
}
