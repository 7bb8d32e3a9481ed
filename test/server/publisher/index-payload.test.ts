import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MAX_INDEX_BYTES,
  parseChannelIndex,
  toIndexPayload,
  type ChannelIndex,
} from '../../../src/core/snapshot/channel-index.ts';
import { makeKeyPair } from '../../../src/server/node/keys/key-file.ts';
import { signIndex, signKeyList } from '../../../src/server/publisher/keys/sign.ts';
import { NOON } from './run-command.ts';

const SHA256 = 'a5'.repeat(32);

function anIndex(rest: Partial<ChannelIndex> = {}): ChannelIndex {
  return {
    format: 1,
    channel: 'test',
    serial: 9000,
    publishedAt: NOON,
    expiresAt: NOON + 14 * 86_400,
    refreshAfter: 3600,
    base: { serial: 9000, bytes: 5_345_027, sha256: SHA256 },
    deltas: [],
    chain: { day: '2026-11-19', bytes: 94_000, sha256: SHA256 },
    digest: SHA256,
    sections: [],
    sources: [],
    keys: 'a.b.c',
    ...rest,
  };
}

test('an index is read back as it was signed, from rows and from objects', () => {
  const source = fc.record(
    {
      name: fc.string({ minLength: 1, maxLength: 64 }),
      licence: fc.string({ minLength: 1, maxLength: 20 }),
      entries: fc.nat(),
      fetchedAt: fc.nat(),
      contact: fc.string({ minLength: 1, maxLength: 20 }),
    },
    { requiredKeys: ['name', 'licence', 'entries', 'fetchedAt'] },
  );
  const delta = fc.record({
    from: fc.integer({ min: 1, max: 8999 }),
    bytes: fc.integer({ min: 1, max: 1e6 }),
  });
  fc.assert(
    fc.property(
      fc.array(source, { maxLength: 5 }),
      fc.uniqueArray(delta, { maxLength: 5, selector: ({ from }) => from }),
      fc.integer({ min: 40, max: 64 }),
      (sources, deltas, fingerprintBits) => {
        const index = anIndex({
          sources,
          deltas: deltas.map((one) => ({ ...one, to: 9000, sha256: SHA256 })),
          sections: [
            { kind: 'url', category: 'scam', action: 'caution', group: 'one', entries: 7, fingerprintBits },
          ],
        });
        for (const form of [toIndexPayload(index), index]) {
          const payload: unknown = JSON.parse(JSON.stringify(form));
          expect(parseChannelIndex(payload)).toEqual({
            ok: true,
            value: JSON.parse(JSON.stringify(index)) as unknown,
          });
        }
      },
    ),
  );
});

test('an index with a row of a cell too many is refused', () => {
  const payload = { ...toIndexPayload(anIndex()), deltas: [[1, 9000, 5, SHA256, 0]] };
  expect(parseChannelIndex(payload)).toEqual({
    ok: false,
    failure: { kind: 'malformed-index', field: 'deltas' },
  });
});

test('an index of a channel with 14 groups has room for the deltas of a day', async () => {
  const [root, key] = [await makeKeyPair(), await makeKeyPair()];
  const keys = await signKeyList(
    { number: NOON, channel: 'test', expiresAt: NOON * 1.01, keys: [{ kid: key.kid, publicKey: key.x }] },
    root,
  );
  const names = Array.from({ length: 14 }, (_, index) => `A feed of usual length ${index}`);
  const index = anIndex({
    keys,
    sources: names.map((name) => ({ name, licence: 'CC0-1.0', entries: 123_456, fetchedAt: NOON })),
    sections: names.flatMap((group) =>
      (['danger', 'caution'] as const).map((action) => ({
        kind: 'url' as const,
        category: 'phishing' as const,
        action,
        group,
        entries: 123_456,
        fingerprintBits: 51,
      })),
    ),
    deltas: Array.from({ length: 24 }, (_, delta) => ({
      from: 8976 + delta,
      to: 9000,
      bytes: 58_123,
      sha256: SHA256,
    })),
  });
  expect((await signIndex(index, key)).length).toBeLessThanOrEqual(MAX_INDEX_BYTES);
});
