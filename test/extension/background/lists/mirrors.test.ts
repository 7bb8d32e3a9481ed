/** A channel whose keys name further addresses: which is asked, when another is, and what none of them can do. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { INDEX_PATH } from '../../../../src/core/snapshot/channel-index.ts';
import { hostsInOrder } from '../../../../src/extension/background/lists/channel-hosts.ts';
import type { Snapshot } from '../../../../src/core/snapshot/snapshot.ts';
import { channelStatuses } from '../../../../src/extension/background/lists/status.ts';
import type { Channel } from '../../../../src/extension/background/realm/channel.ts';
import type { ChannelStatus } from '../../../../src/extension/protocol/channel-messages.ts';
import { SnapshotStore } from '../../../../src/extension/platform/storage/snapshot-store.ts';
import { PHISHING, snapshotOf, TestChannel } from './test-channel.ts';
import { freshProfile, NOW, SECRET, storedSerial, update } from './update-harness.ts';

const HOUR = 3600;

const at = (serial: number, publishedAt = NOW - HOUR + serial): Snapshot =>
  snapshotOf([{ section: PHISHING, entries: [`only-${serial}.example`] }], { serial, publishedAt });

let main: TestChannel;
let mirror: TestChannel;
let other: TestChannel;

beforeEach(async () => {
  freshProfile();
  [main, mirror, other] = await Promise.all([TestChannel.start(), TestChannel.start(), TestChannel.start()]);
  main.mirrors = [mirror.url, other.url];
  await main.publish(at(1));
  for (const each of [mirror, other]) each.copyFrom(main);
  expect((await update(main.channel)).ok).toBe(true);
  takePaths();
});
afterEach(() => Promise.all([main.stop(), mirror.stop(), other.stop()]).then(() => undefined));

/** How many requests each had since the last call. */
function takePaths(): readonly number[] {
  return [main, mirror, other].map((each) => each.takePaths().length);
}

async function goodUrl(): Promise<string | undefined> {
  const read = await new SnapshotStore().journal(main.channel.id);
  return read.ok ? read.value.goodUrl : undefined;
}

async function publishEverywhere(serial: number): Promise<void> {
  await main.publish(at(serial));
  for (const each of [mirror, other]) each.copyFrom(main);
}

describe('while a channel’s own address answers', () => {
  test('while a channel’s own address answers, no mirror is asked', async () => {
    await publishEverywhere(2);
    expect(await update(main.channel)).toMatchObject({ ok: true, value: { serial: 2 } });
    const [atMain = 0, ...others] = takePaths();
    expect(atMain).toBeGreaterThan(1);
    expect(others).toEqual([0, 0]);
  });
});

describe('when it does not', () => {
  test('when a channel’s own address does not answer, the list comes from a mirror, which is asked first from then on', async () => {
    await publishEverywhere(2);
    await main.stop();
    expect(await update(main.channel)).toMatchObject({ ok: true, value: { serial: 2 } });
    const good = await goodUrl();
    expect([mirror.url, other.url]).toContain(good);
    takePaths();
    await main.listen();
    await publishEverywhere(3);
    expect(await update(main.channel)).toMatchObject({ ok: true, value: { serial: 3 } });
    expect(main.takePaths()).toEqual([]);
  });

  test('a channel goes on for thirty days with any one of its hosts gone', async () => {
    const hosts = [main, mirror, other];
    let serial = 1;
    for (let day = 0; day < 30; day++) {
      const gone = hosts[day % 3];
      await gone?.stop();
      serial++;
      await main.publish(at(serial, NOW + day * 24 * HOUR));
      for (const each of [mirror, other]) each.copyFrom(main);
      const updated = await update(main.channel, { now: NOW + day * 24 * HOUR + 60 });
      expect(updated, `day ${day}`).toMatchObject({ ok: true, value: { serial } });
      await gone?.listen();
    }
  });

  test('when neither a channel’s own address nor a mirror answers, the failure of the first is told', async () => {
    await Promise.all([main.stop(), mirror.stop(), other.stop()]);
    expect(await update(main.channel)).toEqual({ ok: false, failure: { kind: 'unreachable', detail: '' } });
    await Promise.all([main.listen(), mirror.listen(), other.listen()]);
  });
});

describe('a host', () => {
  test('a host of a channel that plays back an older index is left for another', async () => {
    await publishEverywhere(2);
    await update(main.channel);
    const old = new Map(main.files);
    await publishEverywhere(3);
    await update(main.channel);
    main.files.clear();
    for (const [path, bytes] of old) main.files.set(path, bytes);
    takePaths();
    expect(await update(main.channel)).toMatchObject({ ok: true, value: { kind: 'unchanged', serial: 3 } });
    expect(await goodUrl()).not.toBe(main.url);
    expect(await storedSerial(main.channel.id)).toBe(3);
  });

  test('a host of a channel that stands still keeps nobody for longer than two hours', async () => {
    const still = new Map(main.files);
    await publishEverywhere(2);
    main.files.clear();
    for (const [path, bytes] of still) main.files.set(path, bytes);
    // The list is not yet so old that another host would be asked.
    expect(await update(main.channel, { now: NOW + HOUR - 60 })).toMatchObject({ value: { serial: 1 } });
    expect(takePaths()).toEqual([1, 0, 0]);
    expect(await update(main.channel, { now: NOW + HOUR + 60 })).toMatchObject({
      ok: true,
      value: { serial: 2 },
    });
    expect(await goodUrl()).not.toBe(main.url);
  });

  test('a host of a channel whose files are not those of its own index gives way to another', async () => {
    await publishEverywhere(2);
    for (const path of main.files.keys()) {
      if (path !== INDEX_PATH) main.files.set(path, new TextEncoder().encode('something else'));
    }
    expect(await update(main.channel)).toMatchObject({ ok: true, value: { serial: 2 } });
  });

  test('a host of a channel cannot give the old keys after another has given newer ones', async () => {
    const old = new Map(main.files);
    main.keyListNumber = 2;
    await main.publish(at(2));
    mirror.copyFrom(main);
    // Its index has the newer keys, and its files are spoilt; the other one knows the old keys alone.
    for (const each of [main, mirror]) {
      for (const path of each.files.keys()) if (path !== INDEX_PATH) each.files.set(path, new Uint8Array(3));
    }
    other.files.clear();
    for (const [path, bytes] of old) other.files.set(path, bytes);
    const updated = await update(main.channel);
    expect(updated.ok).toBe(false);
    expect(await storedSerial(main.channel.id)).toBe(1);
    const read = await new SnapshotStore().journal(main.channel.id);
    expect(read.ok && read.value.keyListNumber).toBe(2);
  });

  test('mirrors that a host of a channel names without the root key are ignored', async () => {
    const thief = await TestChannel.start();
    thief.mirrors = [other.url];
    await thief.publish(at(9));
    main.files.clear();
    main.copyFrom(thief);
    takePaths();
    await update(main.channel);
    const read = await new SnapshotStore().journal(main.channel.id);
    expect(read.ok && read.value.keyList).toBe(await main.keyList());
    await thief.stop();
  });
});

test('an administrator’s channel may be held to its own address, without mirrors', async () => {
  await publishEverywhere(2);
  await main.stop();
  const alone = { ...main.channel, usesMirrors: false } as const;
  expect(await update(alone)).toMatchObject({ ok: false, failure: { kind: 'unreachable' } });
  expect(takePaths().slice(1)).toEqual([0, 0]);
  await main.listen();
});

describe('what the options are told', () => {
  const shown = async (channel: Channel): Promise<Pick<ChannelStatus, 'mirrors' | 'usedUrl'> | undefined> => {
    const [status] = await channelStatuses({
      store: new SnapshotStore(),
      channels: async () => [channel],
      sectionsOff: async () => new Map(),
      unwrittenFailure: () => null,
      activity: () => ({ kind: 'idle', nextAt: null }),
      now: () => NOW,
    });
    return status === undefined ? undefined : { mirrors: status.mirrors, usedUrl: status.usedUrl };
  };
  const both = (refusal: string | null): readonly object[] =>
    [mirror, other].map(({ url }) => ({ url, refusal }));

  test('what the options are told of mirrors is each mirror, and which address gave the last index', async () => {
    expect(await shown(main.channel)).toEqual({ mirrors: both(null), usedUrl: main.url });
  });

  test('what the options are told of mirrors is that an administrator has switched them off', async () => {
    const status = await shown({ ...main.channel, usesMirrors: false });
    expect(status?.mirrors).toEqual(both('set-by-administrator'));
  });

  test('what the options are told of mirrors is nothing of a list of keys that its root key has not signed', async () => {
    const thief = await TestChannel.start();
    thief.mirrors = [other.url];
    await new SnapshotStore().writeJournal(main.channel.id, { keyList: await thief.keyList() });
    expect(await shown(main.channel)).toEqual({ mirrors: [], usedUrl: null });
    await thief.stop();
  });
});

test('each installation asks mirrors in an order of its own, and the same each time', () => {
  const mirrors = ['b', 'c', 'd', 'e'].map((name) => ({ url: `https://${name}.example/`, refusal: null }));
  const refused = { url: 'http://f.example/', refusal: 'not-https' } as const;
  const orderOf = (secret: Uint8Array, good: string | null = null): readonly string[] =>
    hostsInOrder('https://a.example/', [...mirrors, refused], good, secret);
  expect(orderOf(SECRET)).toEqual(orderOf(SECRET));
  expect(orderOf(SECRET)[0]).toBe('https://a.example/');
  expect(orderOf(SECRET, 'https://d.example/')[0]).toBe('https://d.example/');
  // One that is a mirror no longer.
  expect(orderOf(SECRET, 'https://z.example/')[0]).toBe('https://a.example/');
  const second = new Map<string, number>();
  for (let at = 0; at < 400; at++) {
    const secret = Uint8Array.from({ length: 16 }, (_, byte) => (at * 37 + byte * 11) & 0xff);
    const order = orderOf(secret);
    expect(order).toHaveLength(5);
    second.set(order[1] ?? '', (second.get(order[1] ?? '') ?? 0) + 1);
  }
  // A quarter each: 100, standard deviation 8.7; six of them.
  for (const count of second.values()) expect(Math.abs(count - 100)).toBeLessThan(52);
});
