import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { basePath, deltaPath, INDEX_PATH } from '../../../src/core/snapshot/channel-index.ts';
import { encodeSnapshot } from '../../../src/core/snapshot/encode-snapshot.ts';
import { ageOfList } from '../../../src/core/verdict/list-age.ts';
import { SnapshotStore } from '../../../src/extension/platform/storage/snapshot-store.ts';
import { makeKeyPair } from '../../../src/server/node/keys/key-file.ts';
import { ATTACKS, NEW, OLD } from './attacks.ts';
import { PHISHING, snapshotOf, TestChannel } from './lists/test-channel.ts';
import {
  freshProfile,
  lookUp,
  NOW,
  storedSerial,
  update,
  SHORT_PATIENCE,
  type UpdateWishes,
} from './lists/update-harness.ts';

let channel: TestChannel;
beforeEach(async () => {
  freshProfile();
  channel = await TestChannel.start();
  await channel.publish(OLD);
  await update(channel.channel);
  channel.takePaths();
});
afterEach(() => channel.stop());

const patienceFor = (ends: string): UpdateWishes =>
  ends === 'timed-out' ? { patience: SHORT_PATIENCE } : {};

describe('an attack on the updater', () => {
  test.each(ATTACKS)('$name: fails as $ends, and the old list stays in use', async ({ perform, ends }) => {
    const attacked = (await perform(channel)) ?? channel.channel;
    const result = await update(attacked, patienceFor(ends));
    expect(result.ok).toBe(false);
    if (!result.ok) expect(ends.split(' or ')).toContain(result.failure.kind);
    expect(await storedSerial(channel.channel.id)).toBe(5);
    expect(await lookUp('https://bank-check.example/login')).toEqual(['phishing']);
    expect(await lookUp('https://old.example/')).toEqual(['phishing']);
    expect(await lookUp('https://new.example/')).toEqual([]);
  });

  // Without an older list there is nothing to roll back from.
  const forAll = ATTACKS.filter(({ name }) => !name.startsWith('rollback') && !name.includes('revoked'));
  test.each(forAll)('$name: leaves a reader without a list with none', async ({ perform, ends }) => {
    freshProfile();
    const attacked = (await perform(channel)) ?? channel.channel;
    expect((await update(attacked, patienceFor(ends))).ok).toBe(false);
    expect(await lookUp('https://bank-check.example/login')).toBe('nothing stored');
  });
});

describe('patience', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('an index that trickles is waited for one minute, whatever a file may take', async () => {
    channel.answers.set(INDEX_PATH, (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('A'), 5);
      response.on('close', () => clearInterval(timer));
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const patience = { stallMs: 30_000, totalMs: 15 * 60_000 };
    const ended: unknown[] = [];
    void update(channel.channel, { patience }).then((result) => ended.push(result));
    let seconds = 0;
    for (; ended.length === 0 && seconds < 400; seconds++) {
      // Some bytes come each second.
      await wait(12);
      vi.advanceTimersByTime(1_000);
    }
    expect(ended).toMatchObject([{ ok: false, failure: { kind: 'timed-out', detail: '60' } }]);
    expect(seconds).toBeLessThan(75);
  });
});

describe('a way round an attack', () => {
  test('a damaged delta: the base is fetched instead', async () => {
    await channel.publish(NEW);
    const path = deltaPath(5, 6);
    const delta = (channel.files.get(path) ?? new Uint8Array()).slice();
    delta[20] = (delta[20] ?? 0) ^ 0xff;
    channel.files.set(path, delta);
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 6 } });
    expect(channel.takePaths()).toEqual([INDEX_PATH, path, basePath(6)]);
    expect(await lookUp('https://new.example/')).toEqual(['phishing']);
  });

  test('a delta that is not there: the base is fetched instead', async () => {
    await channel.publish(NEW);
    channel.files.delete(deltaPath(5, 6));
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 6 } });
    expect(await lookUp('https://new.example/')).toEqual(['phishing']);
  });

  test('mix and match: the delta of another history leads nowhere, and the base is fetched', async () => {
    // The same serials, another content: as if two publishers shared a key.
    const twin = await TestChannel.start(channel.name, {
      root: channel.rootKey,
      snapshot: channel.snapshotKey,
    });
    const [phishing, ...others] = OLD.sections;
    const [otherPhishing] = snapshotOf([
      { section: PHISHING, entries: ['twin.example', 'x.example'] },
    ]).sections;
    if (phishing === undefined || otherPhishing === undefined) throw new Error('no sections');
    await twin.publish({ ...OLD, sections: [otherPhishing, ...others] });
    const index = await twin.publish(NEW);
    for (const [path, bytes] of twin.files) channel.files.set(path, bytes);
    await twin.stop();
    expect(index.deltas.map(({ from }) => from)).toEqual([5]);
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 6 } });
    expect(channel.takePaths()).toEqual([INDEX_PATH, deltaPath(5, 6), basePath(6)]);
    expect(await lookUp('https://new.example/')).toEqual(['phishing']);
    expect(await lookUp('https://old.example/')).toEqual([]);
  });

  test('a delta that leads to another state than the index says: neither it nor the base is believed', async () => {
    await channel.publish(NEW, { digest: 'f'.repeat(64) });
    const result = await update(channel.channel);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'wrong-list' } });
    expect(await storedSerial(channel.channel.id)).toBe(5);
  });
});

describe('keys', () => {
  test('rotation: a new snapshot key, named by a root-signed list, is accepted', async () => {
    channel.keyListNumber = 2;
    channel.snapshotKey = await makeKeyPair();
    await channel.publish(NEW);
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 6 } });
  });

  test('rotation by the thief of a retired key: the old list of keys is refused from then on', async () => {
    const retired = channel.snapshotKey;
    const oldList = await channel.keyList();
    channel.keyListNumber = 2;
    channel.snapshotKey = await makeKeyPair();
    await channel.publish(NEW);
    await update(channel.channel);

    const forged = { ...NEW, serial: 7, publishedAt: NOW };
    await channel.putIndex(await channel.indexOf(forged, { keys: oldList }), retired);
    expect(await update(channel.channel)).toMatchObject({ ok: false, failure: { kind: 'keys-older' } });
    expect(await storedSerial(channel.channel.id)).toBe(6);
  });

  test('a newer list of keys is remembered even if that update failed', async () => {
    const retired = channel.snapshotKey;
    const oldList = await channel.keyList();
    channel.keyListNumber = 2;
    channel.snapshotKey = await makeKeyPair();
    await channel.publish(NEW);
    const base = channel.files.get(basePath(6)) ?? new Uint8Array();
    channel.files.delete(basePath(6));
    channel.files.delete(deltaPath(5, 6));
    expect(await update(channel.channel)).toMatchObject({ ok: false, failure: { kind: 'http-status' } });

    channel.files.set(basePath(6), base);
    await channel.putIndex(await channel.indexOf(NEW, { keys: oldList }), retired);
    expect(await update(channel.channel)).toMatchObject({ ok: false, failure: { kind: 'keys-older' } });
  });

  test('theft of the current snapshot key: the thief can publish until it is revoked, and then no more', async () => {
    const stolen = channel.snapshotKey;
    const byThief = snapshotOf([{ section: PHISHING, entries: ['rival.example'] }], {
      serial: 0xffff_ffff,
      publishedAt: NOW,
    });
    await channel.publish(byThief);
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 0xffff_ffff } });

    // The publisher revokes the key by a newer list, and starts to count anew: the thief's serial binds nobody.
    channel.keyListNumber = 2;
    channel.snapshotKey = await makeKeyPair();
    await channel.publish(NEW);
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 6 } });
    expect(await lookUp('https://rival.example/')).toEqual([]);
    expect(await lookUp('https://new.example/')).toEqual(['phishing']);

    const again = { ...byThief, serial: 7 };
    await channel.putIndex(await channel.indexOf(again), stolen);
    expect(await update(channel.channel)).toMatchObject({ ok: false, failure: { kind: 'bad-signature' } });
  });

  test('loss of the root key: a second one that is pinned signs on', async () => {
    const spare = await makeKeyPair();
    const pinned = { ...channel.channel, rootKeys: [channel.rootKey.x, spare.x] };
    const next = await TestChannel.start(channel.name, { root: spare, snapshot: await makeKeyPair() });
    next.keyListNumber = 2;
    await next.publish(NEW);
    expect(await update({ ...pinned, url: next.url })).toMatchObject({ ok: true, value: { serial: 6 } });
    await next.stop();
  });

  test('a serial that wrapped or was reset is refused without a newer list of keys, and accepted with one', async () => {
    const reset = snapshotOf([{ section: PHISHING, entries: ['reset.example'] }], {
      serial: 1,
      publishedAt: NOW,
    });
    await channel.publish(reset);
    expect(await update(channel.channel)).toMatchObject({ ok: false, failure: { kind: 'older-list' } });
    channel.keyListNumber = 2;
    await channel.publish(reset);
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 1 } });
    expect(await lookUp('https://reset.example/')).toEqual(['phishing']);
  });
});

async function ageAt(now: number): Promise<string> {
  const stored = await new SnapshotStore().snapshot(channel.channel.id);
  if (!stored.ok || stored.value === undefined) throw new Error('nothing stored');
  return ageOfList(stored.value, now);
}

describe('age', () => {
  test('an expired index of a higher serial is applied', async () => {
    await channel.publish({ ...NEW, publishedAt: NOW - 30 * 86_400 }, { expiresAt: NOW - 86_400 });
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 6 } });
    expect(await lookUp('https://new.example/')).toEqual(['phishing']);
  });

  test('freeze: the same index for ever is stale after a day, and clears nothing after 14 days', async () => {
    const days = async (days: number): Promise<string> => {
      const now = NOW + days * 86_400;
      expect(await update(channel.channel, { now })).toMatchObject({
        ok: true,
        value: { kind: 'unchanged' },
      });
      return ageAt(now);
    };
    expect([await days(0.5), await days(1), await days(13), await days(14), await days(400)]).toEqual([
      'fresh',
      'stale',
      'stale',
      'expired',
      'expired',
    ]);
  });

  test('a date in 2106, signed by a thief: the age counts from when the list came', async () => {
    await channel.publish({ ...NEW, publishedAt: 4_294_000_000 }, { expiresAt: 4_294_900_000 });
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 6 } });
    expect(await ageAt(NOW)).toBe('fresh');
    expect(await ageAt(NOW + 86_400)).toBe('stale');
    expect(await ageAt(NOW + 14 * 86_400)).toBe('expired');
    // The same index again makes it no younger.
    await update(channel.channel, { now: NOW + 14 * 86_400 });
    expect(await ageAt(NOW + 14 * 86_400)).toBe('expired');
  });

  test('a list ends with the keys that signed it', async () => {
    channel.keysExpireAt = NOW + 3 * 86_400;
    await channel.publish({ ...NEW, publishedAt: NOW });
    await update(channel.channel);
    expect(await ageAt(NOW + 3 * 86_400 - 1)).toBe('stale');
    expect(await ageAt(NOW + 3 * 86_400)).toBe('expired');
  });

  test('a list that came while the clock was behind is as old as its date, once the clock is right', async () => {
    await channel.publish({ ...NEW, publishedAt: NOW - 60 });
    await update(channel.channel, { now: NOW - 400 * 86_400 });
    expect(await ageAt(NOW - 400 * 86_400)).toBe('fresh');
    expect(await ageAt(NOW)).toBe('expired');
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { kind: 'activated' } });
    expect(await ageAt(NOW)).toBe('fresh');
    expect(await ageAt(NOW + 15 * 86_400)).toBe('expired');
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { kind: 'unchanged' } });
  });

  test('a clock far in the past changes nothing of an update', async () => {
    await channel.publish(NEW);
    expect(await update(channel.channel, { now: 1_000_000_000 })).toMatchObject({ ok: true });
  });

  test('a clock far in the future is named, and an update succeeds as soon as it is right again', async () => {
    await channel.publish(NEW);
    expect(await update(channel.channel, { now: 4_100_000_000 })).toMatchObject({
      ok: false,
      failure: { kind: 'keys-expired' },
    });
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 6 } });
  });

  test('unused bytes after a base are refused', async () => {
    const bytes = new Uint8Array([...encodeSnapshot(NEW), 0]);
    channel.files.set(basePath(6), bytes);
    const index = await channel.indexOf(NEW);
    const { createHash } = await import('node:crypto');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await channel.putIndex({ ...index, base: { serial: 6, bytes: bytes.length, sha256 }, deltas: [] });
    channel.files.set(basePath(6), bytes);
    expect(await update(channel.channel)).toMatchObject({ ok: false, failure: { kind: 'unreadable-file' } });
  });
});
