import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Checkpoint } from '../../../../src/extension/background/realm/checkpoint.ts';
import type { Channel } from '../../../../src/extension/background/realm/channel.ts';
import { fail, ok } from '../../../../src/core/result.ts';
import { basePath, deltaPath, INDEX_PATH } from '../../../../src/core/snapshot/channel-index.ts';
import { chainPath } from '../../../../src/core/snapshot/daily-chain.ts';
import { encodeHourFile, hourPath, type HourFile } from '../../../../src/core/snapshot/hour-file.ts';
import { encodeSnapshot } from '../../../../src/core/snapshot/encode-snapshot.ts';
import type { Snapshot } from '../../../../src/core/snapshot/snapshot.ts';
import {
  type Accept,
  SnapshotStore,
  type StoredSnapshot,
} from '../../../../src/extension/platform/storage/snapshot-store.ts';
import { deltaOf } from '../../../core/snapshot/deltas.ts';
import { aStoredSnapshot } from '../../platform/storage/stored-snapshot.ts';
import { factsOf, PHISHING, snapshotOf, SPAM, TestChannel } from './test-channel.ts';
import { freshProfile, lookUp, NOW, SHORT_PATIENCE, storedSerial, update } from './update-harness.ts';

const FIRST = snapshotOf([{ section: PHISHING, entries: ['bank-check.example'] }], {
  serial: 1,
  publishedAt: NOW - 7200,
});
const SECOND = snapshotOf(
  [
    { section: PHISHING, entries: ['bank-check.example', 'parcel.example/fee'] },
    { section: SPAM, entries: ['pills.example'] },
  ],
  { serial: 2, publishedAt: NOW - 3600 },
);

/** Enough in common that a delta is cheaper than the base. */
const LONG = Array.from({ length: 2_000 }, (_, index) => `pills-${index}.example`);
const at = (serial: number): Snapshot =>
  snapshotOf(
    [
      { section: PHISHING, entries: [`only-${serial}.example`] },
      { section: SPAM, entries: LONG },
    ],
    { serial, publishedAt: NOW - 7200 + serial },
  );

let channel: TestChannel;

async function stored(): Promise<StoredSnapshot | undefined> {
  const read = await new SnapshotStore().snapshot(channel.channel.id);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
}

/** What is stored is read as changed so. */
function storeOf(change: Partial<StoredSnapshot>): SnapshotStore {
  return new (class extends SnapshotStore {
    override async snapshot(id: string): ReturnType<SnapshotStore['snapshot']> {
      const read = await super.snapshot(id);
      return read.ok && read.value !== undefined ? ok({ ...read.value, ...change }) : read;
    }
  })();
}

beforeEach(async () => {
  freshProfile();
  channel = await TestChannel.start();
});
afterEach(() => channel.stop());

describe('updateChannel', () => {
  test('updateChannel fetches index and base, and what they list is found', async () => {
    await channel.publish(FIRST);
    expect(await update(channel.channel)).toEqual({
      ok: true,
      value: { kind: 'activated', serial: 1, refreshAfter: 3600 },
    });
    expect(channel.takePaths()).toEqual(['latest.jws', basePath(1)]);
    expect(await lookUp('https://www.bank-check.example/login')).toEqual(['phishing']);
    expect(await lookUp('https://www.example.org/')).toEqual([]);
  });

  test.each([
    ['serial', { serial: 7 }],
    ['date', { publishedAt: NOW - 60 }],
  ])(
    'updateChannel takes no base of the same content whose %s is not what the signed index says',
    async (_what, other) => {
      // The digest leaves both out, as the same state is reached in many ways.
      const index = await channel.indexOf(FIRST);
      const base = encodeSnapshot({ ...FIRST, ...other });
      channel.files.set(basePath(1), base);
      await channel.putIndex({ ...index, base: { serial: 1, ...factsOf(base) } });
      expect(await update(channel.channel)).toMatchObject({ ok: false, failure: { kind: 'wrong-list' } });
      expect(await lookUp('https://www.bank-check.example/login')).toBe('nothing stored');
    },
  );

  test('updateChannel goes from one serial to the next by delta', async () => {
    await channel.publish(FIRST);
    await update(channel.channel);
    await channel.publish(SECOND);
    channel.takePaths();
    const delta = channel.files.get(deltaPath(1, 2));
    const base = channel.files.get(basePath(2));
    expect(await update(channel.channel)).toMatchObject({
      ok: true,
      value: { kind: 'activated', serial: 2 },
    });
    const isDeltaCheaper = (delta?.length ?? 0) < (base?.length ?? 0);
    expect(channel.takePaths()).toEqual(['latest.jws', isDeltaCheaper ? deltaPath(1, 2) : basePath(2)]);
    expect(await lookUp('https://pills.example/x')).toEqual(['spam']);
    expect(await lookUp('https://parcel.example/fee')).toEqual(['phishing']);
  });

  describe('a reader who was away for days', () => {
    const at = (serial: number): Snapshot =>
      snapshotOf(
        [
          { section: PHISHING, entries: ['bank-check.example', `only-${serial}.example`] },
          { section: SPAM, entries: LONG },
        ],
        { serial, publishedAt: NOW - 86_400 * (5 - serial) },
      );
    const DAY = '2026-11-18';

    /** Serial 4 of today; the chain leads from serial 1 of a day before to serial 3, the last of yesterday. */
    async function publishWithChain(
      spoil = (bytes: Uint8Array): Uint8Array => bytes,
      text: string | null = null,
    ): Promise<void> {
      await channel.publish(at(1));
      await update(channel.channel);
      await channel.publish(at(3));
      const onward = factsOf(channel.files.get(deltaPath(1, 3)) ?? new Uint8Array());
      const chain = new TextEncoder().encode(
        text ??
          JSON.stringify({
            format: 1,
            channel: channel.name,
            day: DAY,
            serial: 3,
            days: [
              { day: DAY, serial: 3, onward: null, serials: [] },
              { day: '2026-11-16', serial: 1, onward, serials: [] },
            ],
          }),
      );
      const index = await channel.indexOf(at(4));
      channel.files.set(chainPath(DAY), spoil(chain));
      await channel.putIndex({
        ...index,
        deltas: index.deltas.filter(({ from }) => from === 3),
        chain: { day: DAY, ...factsOf(chain) },
      });
      channel.takePaths();
    }

    test('a reader who was away for days comes back by the daily chain', async () => {
      await publishWithChain();
      expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 4 } });
      expect(channel.takePaths()).toEqual(['latest.jws', chainPath(DAY), deltaPath(1, 3), deltaPath(3, 4)]);
      expect(await lookUp('https://only-4.example/')).toEqual(['phishing']);
      expect(await lookUp('https://only-1.example/')).toEqual([]);
    });

    test('a reader who was away for days comes back by the base when what was announced as the chain is no JSON', async () => {
      await publishWithChain((bytes) => bytes, '{"format": 1');
      expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 4 } });
      expect(channel.takePaths()).toEqual(['latest.jws', chainPath(DAY), basePath(4)]);
    });

    test('a reader who was away for days comes back by the base when the chain is not the one that was announced', async () => {
      await publishWithChain((bytes) => bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte)));
      expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 4 } });
      expect(channel.takePaths()).toEqual(['latest.jws', chainPath(DAY), basePath(4)]);
      expect(await lookUp('https://only-4.example/')).toEqual(['phishing']);
    });
  });

  describe('a reader who was away since an hour of an earlier day', () => {
    const DAY = '2026-11-18';

    /** Serials 1 and 2 of one hour, 3 the last of that day, 4 of today. The chain names the hour's file as it is. */
    async function publishWithHour(fileOf: (hour: HourFile) => Uint8Array): Promise<void> {
      await channel.publish(at(1));
      await update(channel.channel);
      const delta = (from: number, to: number): Uint8Array => deltaOf(at(from), at(to));
      const hour = fileOf({
        last: 2,
        to: 3,
        deltas: [
          { from: 1, bytes: delta(1, 2) },
          { from: 2, bytes: delta(2, 3) },
        ],
      });
      const { bytes, sha256 } = factsOf(hour);
      const chain = new TextEncoder().encode(
        JSON.stringify({
          format: 1,
          channel: channel.name,
          day: DAY,
          serial: 3,
          days: [{ day: DAY, serial: 3, onward: null, serials: [], hours: [[1, 2, bytes, sha256]] }],
        }),
      );
      await channel.publish(at(3));
      const index = await channel.indexOf(at(4));
      channel.files.set(hourPath(2, 3), hour);
      channel.files.set(chainPath(DAY), chain);
      await channel.putIndex({
        ...index,
        deltas: index.deltas.filter(({ from }) => from === 3),
        chain: { day: DAY, ...factsOf(chain) },
      });
      channel.takePaths();
      expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 4 } });
      expect(await lookUp('https://only-4.example/')).toEqual(['phishing']);
    }

    test('a reader who was away since an hour of an earlier day comes back by the file of that hour', async () => {
      await publishWithHour(encodeHourFile);
      expect(channel.takePaths()).toEqual(['latest.jws', chainPath(DAY), hourPath(2, 3), deltaPath(3, 4)]);
    });

    test.each<[string, (hour: HourFile) => Uint8Array]>([
      ['is none', () => Uint8Array.of(1, 2, 3)],
      [
        'is of another hour',
        () => encodeHourFile({ last: 1, to: 3, deltas: [{ from: 1, bytes: deltaOf(at(1), at(3)) }] }),
      ],
      ['leads from other serials', (hour) => encodeHourFile({ ...hour, deltas: hour.deltas.slice(1) })],
      ['leads elsewhere', (hour) => encodeHourFile({ ...hour, to: 2, deltas: hour.deltas.slice(0, 1) })],
    ])(
      'a reader who was away since an hour of an earlier day comes back by the base where the file %s',
      async (_, fileOf) => {
        await publishWithHour(fileOf);
        expect(channel.takePaths()).toContain(basePath(4));
      },
    );
  });

  test('updateChannel asks for the index alone when there is nothing newer', async () => {
    await channel.publish(FIRST);
    await update(channel.channel);
    channel.takePaths();
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { kind: 'unchanged' } });
    expect(channel.takePaths()).toEqual(['latest.jws']);
  });

  test('updateChannel takes a publication that changed only its date without downloading it', async () => {
    await channel.publish(FIRST);
    await update(channel.channel);
    await channel.publish({ ...FIRST, serial: 2, publishedAt: NOW });
    channel.takePaths();
    expect(await update(channel.channel)).toMatchObject({
      ok: true,
      value: { kind: 'activated', serial: 2 },
    });
    expect(channel.takePaths()).toEqual(['latest.jws']);
    expect(await storedSerial(channel.channel.id)).toBe(2);
    expect(await lookUp('https://bank-check.example/')).toEqual(['phishing']);
  });

  test('updateChannel goes on by delta from a publication that changed only its date, and from one after that', async () => {
    await channel.publish(at(1));
    await update(channel.channel);
    await channel.publish({ ...at(1), serial: 2, publishedAt: NOW - 60 });
    await update(channel.channel);
    channel.takePaths();
    for (const [serial, from] of [
      [3, 2],
      [4, 3],
    ] as const) {
      await channel.publish(at(serial));
      expect(await update(channel.channel)).toMatchObject({ ok: true, value: { kind: 'activated', serial } });
      expect(channel.takePaths()).toEqual(['latest.jws', deltaPath(from, serial)]);
      expect(await lookUp(`https://only-${serial}.example/`)).toEqual(['phishing']);
    }
  });

  test('updateChannel keeps what the index says of its sections and sources', async () => {
    const facts = { licence: 'CC0-1.0', entries: 3, fetchedAt: NOW };
    await channel.publish(SECOND, {
      sources: [
        { name: 'crowd', ...facts, contact: 'mailto:crowd@example.org' },
        { name: 'other', ...facts },
      ],
    });
    await update(channel.channel);
    expect(await stored()).toMatchObject({
      name: channel.name,
      sections: [
        { kind: 'url', category: 'phishing', action: 'danger', group: 'test feed', entries: 2 },
        { kind: 'url', category: 'spam', action: 'caution', group: 'test feed', entries: 1 },
      ],
      sources: [
        { name: 'crowd', ...facts, contact: 'mailto:crowd@example.org' },
        { name: 'other', ...facts, contact: null },
      ],
    });
  });

  test('updateChannel keeps opaque sections as copies, which hold nothing else of the download', async () => {
    const opaque = [
      { name: 'model/1', bytes: Uint8Array.of(1, 2, 3) },
      { name: 'tables/1', bytes: Uint8Array.of(4, 5) },
    ];
    await channel.publish({ ...FIRST, opaque });
    const kept: StoredSnapshot[] = [];
    const store = new (class extends SnapshotStore {
      override activate(next: StoredSnapshot, accept: Accept): ReturnType<SnapshotStore['activate']> {
        kept.push(next);
        return super.activate(next, accept);
      }
    })();
    await update(channel.channel, { store });
    const [{ tables, wordModel } = {}] = kept;
    expect([wordModel, tables]).toEqual([Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)]);
    expect([wordModel?.buffer.byteLength, tables?.buffer.byteLength]).toEqual([3, 2]);
    await channel.publish({ ...FIRST, serial: 2 });
    await update(channel.channel, { store });
    expect(kept[1]).not.toHaveProperty('tables');
    expect(kept[1]).not.toHaveProperty('wordModel');
  });

  test('updateChannel takes the name of a channel that was added by hand from its first index, and no other afterwards', async () => {
    const added = { ...channel.channel, pinnedName: null };
    await channel.publish(FIRST);
    expect(await update(added)).toMatchObject({ ok: true });
    const twin = await TestChannel.start('another name', {
      root: channel.rootKey,
      snapshot: channel.snapshotKey,
    });
    await twin.publish(SECOND);
    const result = await update({ ...added, url: twin.url });
    await twin.stop();
    expect(result).toEqual({ ok: false, failure: { kind: 'other-channel', detail: 'another name' } });
  });

  test('updateChannel refuses an older list of keys also where only the stored list knows of the newer one', async () => {
    const oldKeys = await channel.keyList();
    channel.keyListNumber = 2;
    await channel.publish(FIRST);
    await update(channel.channel);
    await new SnapshotStore().writeJournal(channel.channel.id, { keyListNumber: 0 });
    await channel.publish(SECOND, { keys: oldKeys });
    expect(await update(channel.channel)).toMatchObject({ ok: false, failure: { kind: 'keys-older' } });
  });

  test('updateChannel is no younger list where it came at the second of its date', async () => {
    await channel.publish({ ...FIRST, publishedAt: NOW });
    await update(channel.channel);
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { kind: 'unchanged' } });
  });

  test('a list whose date is ahead of the clock counts from its date as soon as the clock has come to it', async () => {
    await channel.publish({ ...FIRST, publishedAt: NOW });
    await update(channel.channel, { now: NOW - 100 });
    expect(await update(channel.channel, { now: NOW - 1 })).toMatchObject({ value: { kind: 'unchanged' } });
    expect(await update(channel.channel)).toMatchObject({ value: { kind: 'activated' } });
    expect(await stored()).toMatchObject({ receivedAt: NOW });
  });

  test('updateChannel leaves what another realm has stored meanwhile, if that is newer', async () => {
    await channel.publish(FIRST);
    const newer = aStoredSnapshot(channel.channel.id, { serial: 9, keyListNumber: 1 });
    const checkpoint = async (at: Checkpoint): Promise<void> => {
      if (at === 'before-put') await new SnapshotStore().activate(newer, 'any');
    };
    expect(await update(channel.channel, { checkpoint })).toMatchObject({
      ok: true,
      value: { kind: 'unchanged' },
    });
    expect(await storedSerial(channel.channel.id)).toBe(9);
  });

  test('updateChannel sends nothing of the reader', async () => {
    await channel.publish(FIRST);
    await update(channel.channel);
    for (const { headers } of channel.requests) {
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('referer');
      expect(headers).not.toHaveProperty('if-none-match');
      expect(headers).not.toHaveProperty('if-modified-since');
    }
  });
});

describe('a list that lies in the package', () => {
  const packaged = (): Channel => ({ ...channel.channel, origin: 'packaged' });

  test('a list that lies in the package is as old as its date, and outlives its keys', async () => {
    channel.keysExpireAt = NOW - 7000;
    await channel.publish(FIRST);
    expect(await update(channel.channel)).toMatchObject({ ok: false, failure: { kind: 'keys-expired' } });
    expect(await update(packaged())).toMatchObject({ ok: true, value: { kind: 'activated' } });
    expect(await stored()).toMatchObject({
      receivedAt: FIRST.publishedAt,
      expiresAt: FIRST.publishedAt + 14 * 86_400,
    });
  });

  test('a list that lies in the package stays while its content is the same, whatever its serial and date', async () => {
    await channel.publish(SECOND);
    await update(packaged());
    for (const serial of [1, 3]) {
      await channel.publish({ ...SECOND, serial, publishedAt: NOW });
      channel.takePaths();
      expect(await update(packaged())).toMatchObject({ ok: true, value: { kind: 'unchanged' } });
      expect(channel.takePaths()).toEqual([INDEX_PATH]);
    }
    expect(await stored()).toMatchObject({ serial: 2, receivedAt: SECOND.publishedAt });
  });

  test('a list that lies in the package is read again where the stored one is damaged', async () => {
    await channel.publish(FIRST);
    await update(packaged());
    channel.takePaths();
    expect(await update(packaged(), { repair: true })).toMatchObject({ value: { kind: 'activated' } });
    expect(channel.takePaths()).toEqual([INDEX_PATH, basePath(1)]);
  });

  test('a list that lies in the package of other content is taken over, though its serial is lower', async () => {
    await channel.publish(SECOND);
    await update(packaged());
    await channel.publish(FIRST);
    expect(await update(packaged())).toMatchObject({ value: { kind: 'activated', serial: 1 } });
    expect(await lookUp('https://pills.example/x')).toEqual([]);
  });
});

describe('deltas that lead nowhere', () => {
  /** The index leads from serial 1, which is stored, by 2 to 3. */
  async function publishTwoDeltas(): Promise<void> {
    await channel.publish(at(1));
    await update(channel.channel);
    await channel.publish(at(2));
    await channel.publish(at(3));
    channel.takePaths();
  }

  test('deltas lead nowhere because the stored list cannot be read: the base is fetched', async () => {
    await publishTwoDeltas();
    const unreadable = new (class extends Blob {
      override async arrayBuffer(): Promise<never> {
        throw new DOMException('its file is gone', 'NotFoundError');
      }
    })();
    expect(await update(channel.channel, { store: storeOf({ state: unreadable }) })).toMatchObject({
      ok: true,
      value: { serial: 3 },
    });
    expect(channel.takePaths()).toEqual([INDEX_PATH, deltaPath(1, 3), basePath(3)]);
  });

  test('deltas lead nowhere because the stored list is none: the base is fetched', async () => {
    await publishTwoDeltas();
    const store = storeOf({ state: new Blob([new Uint8Array(300)]) });
    expect(await update(channel.channel, { store })).toMatchObject({ ok: true, value: { serial: 3 } });
    expect(channel.takePaths()).toEqual([INDEX_PATH, deltaPath(1, 3), basePath(3)]);
  });

  test.each([
    ['unreachable', (_request: unknown, response: ServerResponse) => void response.destroy()],
    ['timed-out', (_request: unknown, response: ServerResponse) => void response.writeHead(200).write('x')],
  ])(
    'deltas lead nowhere because the host is %s: the base would fail as well, and is not asked for',
    async (kind, answer) => {
      await publishTwoDeltas();
      channel.answers.set(deltaPath(1, 3), answer);
      expect(await update(channel.channel, { patience: SHORT_PATIENCE })).toMatchObject({
        failure: { kind },
      });
      expect(channel.takePaths()).toEqual([INDEX_PATH, deltaPath(1, 3)]);
      expect(await storedSerial(channel.channel.id)).toBe(1);
    },
  );

  test('deltas lead nowhere because there are none: the stored list is not even read', async () => {
    await publishTwoDeltas();
    await channel.publish(at(3), { deltas: [] });
    const passed: Checkpoint[] = [];
    const checkpoint = async (place: Checkpoint): Promise<void> => void passed.push(place);
    expect(await update(channel.channel, { checkpoint })).toMatchObject({ ok: true, value: { serial: 3 } });
    expect(passed).not.toContain('state-read');
    expect(passed).toContain('state-digested');
  });
});

describe('progress', () => {
  test.each([
    ['by the base', []],
    ['by a delta', [at(1)]],
  ])(
    'the progress of an update says each step, and of a download how much of what has come: %s',
    async (_, before) => {
      for (const snapshot of before) {
        await channel.publish(snapshot);
        await update(channel.channel);
      }
      await channel.publish(at(2));
      const total = channel.files.get(before.length === 0 ? basePath(2) : deltaPath(1, 2))?.length;
      const said: string[] = [];
      await update(channel.channel, {
        onProgress: ({ step, receivedBytes, totalBytes }) =>
          said.push(`${step} ${receivedBytes}/${totalBytes}`),
      });
      expect([...new Set(said)]).toEqual([
        'index 0/0',
        `download 0/${total}`,
        ...said.filter((line) => /^download (?!0\/)/.test(line) && !line.startsWith(`download ${total}/`)),
        `download ${total}/${total}`,
        'apply 0/0',
        'build 0/0',
      ]);
    },
  );
});

describe('a storage that fails', () => {
  const FAILURE = { ok: false, failure: { kind: 'storage-failed' } };

  test.each(['journal', 'snapshot'] as const)(
    'a storage that fails at the %s ends the update before anything is fetched',
    async (place) => {
      const store = Object.assign(new SnapshotStore(), { [place]: async () => fail('unavailable') });
      await channel.publish(FIRST);
      expect(await update(channel.channel, { store })).toMatchObject(FAILURE);
      expect(channel.takePaths()).toEqual([]);
    },
  );

  test('a storage that fails to remember a newer list of keys ends an update before a list is taken that they signed', async () => {
    const store = Object.assign(new SnapshotStore(), { writeJournal: async () => fail('full') });
    await channel.publish(FIRST);
    expect(await update(channel.channel, { store })).toMatchObject({ failure: { kind: 'storage-full' } });
    expect(channel.takePaths()).toEqual([INDEX_PATH]);
  });
});
