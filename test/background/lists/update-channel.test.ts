import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { basePath, deltaPath } from '../../../src/core/snapshot/channel-index.ts';
import { chainPath } from '../../../src/core/snapshot/daily-chain.ts';
import { encodeSnapshot } from '../../../src/core/snapshot/encode-snapshot.ts';
import type { Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import { factsOf, PHISHING, snapshotOf, SPAM, TestChannel } from './test-channel.ts';
import { freshProfile, lookUp, NOW, storedSerial, update } from './update-harness.ts';

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

let channel: TestChannel;
beforeEach(async () => {
  freshProfile();
  channel = await TestChannel.start();
});
afterEach(() => channel.stop());

describe('updateChannel', () => {
  test('fetches index and base, and what they list is found', async () => {
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
  ])('takes no base of the same content whose %s is not what the signed index says', async (_what, other) => {
    // The digest leaves both out, as the same state is reached in many ways.
    const index = await channel.indexOf(FIRST);
    const base = encodeSnapshot({ ...FIRST, ...other });
    channel.files.set(basePath(1), base);
    await channel.putIndex({ ...index, base: { serial: 1, ...factsOf(base) } });
    expect(await update(channel.channel)).toMatchObject({ ok: false, failure: { kind: 'wrong-list' } });
    expect(await lookUp('https://www.bank-check.example/login')).toBe('nothing stored');
  });

  test('goes from one serial to the next by delta', async () => {
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
    const many = Array.from({ length: 2_000 }, (_, index) => `pills-${index}.example`);
    const at = (serial: number): Snapshot =>
      snapshotOf(
        [
          { section: PHISHING, entries: ['bank-check.example', `only-${serial}.example`] },
          { section: SPAM, entries: many },
        ],
        { serial, publishedAt: NOW - 86_400 * (5 - serial) },
      );
    const DAY = '2026-11-18';

    /** Serial 4 of today; the chain leads from serial 1 of a day before to serial 3, the last of yesterday. */
    async function publishWithChain(spoil = (bytes: Uint8Array): Uint8Array => bytes): Promise<void> {
      await channel.publish(at(1));
      await update(channel.channel);
      await channel.publish(at(3));
      const onward = factsOf(channel.files.get(deltaPath(1, 3)) ?? new Uint8Array());
      const chain = new TextEncoder().encode(
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

    test('comes back by the daily chain', async () => {
      await publishWithChain();
      expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 4 } });
      expect(channel.takePaths()).toEqual(['latest.jws', chainPath(DAY), deltaPath(1, 3), deltaPath(3, 4)]);
      expect(await lookUp('https://only-4.example/')).toEqual(['phishing']);
      expect(await lookUp('https://only-1.example/')).toEqual([]);
    });

    test('comes back by the base when the chain is not the one that was announced', async () => {
      await publishWithChain((bytes) => bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte)));
      expect(await update(channel.channel)).toMatchObject({ ok: true, value: { serial: 4 } });
      expect(channel.takePaths()).toEqual(['latest.jws', chainPath(DAY), basePath(4)]);
      expect(await lookUp('https://only-4.example/')).toEqual(['phishing']);
    });
  });

  test('asks for the index alone when there is nothing newer', async () => {
    await channel.publish(FIRST);
    await update(channel.channel);
    channel.takePaths();
    expect(await update(channel.channel)).toMatchObject({ ok: true, value: { kind: 'unchanged' } });
    expect(channel.takePaths()).toEqual(['latest.jws']);
  });

  test('takes a publication that changed only its date without downloading it', async () => {
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

  test('sends nothing of the reader', async () => {
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
