import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IS_CORE } from '../../core-tier.ts';
import { decodeBinBloom, encodeBinBloom } from '../../../src/core/filter/bin-bloom-file.ts';
import { buildBinBloomFilter } from '../../../src/core/filter/bin-bloom-filter-builder.ts';
import { crc32, Crc32 } from '../../../src/core/filter/crc32.ts';
import {
  decodePlainBloom,
  encodePlainBloom,
  encodePlainBloomInParts,
  type PlainBloomFile,
} from '../../../src/core/filter/plain-bloom-file.ts';
import { SeededRandom } from '../../../src/server/publisher/tune/seeded-random.ts';
import { ShardedBloomFilterBuilder } from '../../../src/core/filter/sharded-bloom-filter.ts';
import type { Result } from '../../../src/core/result.ts';

const aPlainFile = (shardBits = 1): PlainBloomFile => {
  const builder = new ShardedBloomFilterBuilder({ shardBits, shard: { bitCount: 64, hashCount: 3 } });
  const random = new SeededRandom(1);
  for (let entry = 0; entry < 9; entry++) builder.add(random.uint32(), random.uint32());
  return {
    hashBits: 50,
    hashKey: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]),
    entryCount: 9,
    parameters: builder.parameters,
    bits: builder.bits(),
  };
};

const binBytes = (): Uint8Array => {
  const random = new SeededRandom(3);
  const words = Array.from({ length: 20 }, (_, index) => ({
    high: random.uint32(),
    low: random.uint32(),
    score: index < 8 ? -2 - index / 100 : 1 + index / 100,
  }));
  return encodeBinBloom(buildBinBloomFilter(words, { binCount: 3, absentWordRate: 0.1 }));
};

interface Format {
  readonly bytes: () => Uint8Array;
  readonly decode: (bytes: Uint8Array) => Result<unknown, unknown>;
  readonly again: (bytes: Uint8Array) => Uint8Array | null;
}

const FORMATS: readonly (readonly [string, Format])[] = [
  [
    'plain',
    {
      bytes: () => encodePlainBloom(aPlainFile()),
      decode: decodePlainBloom,
      again: (bytes) => {
        const file = decodePlainBloom(bytes);
        return file.ok ? encodePlainBloom(file.value) : null;
      },
    },
  ],
  [
    'bin',
    {
      bytes: binBytes,
      decode: decodeBinBloom,
      again: (bytes) => {
        const filter = decodeBinBloom(bytes);
        return filter.ok ? encodeBinBloom(filter.value) : null;
      },
    },
  ],
];

/** The file with one byte exchanged and a checksum that fits, so that the checksum does not hide the refusal. */
function withByte(bytes: Uint8Array, offset: number, value: number): Uint8Array {
  const edited = bytes.slice();
  edited[offset] = value;
  return resealed(edited);
}

function resealed(bytes: Uint8Array): Uint8Array {
  const body = bytes.subarray(0, bytes.length - 4);
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(body.length, crc32(body), true);
  return bytes;
}

describe.each(FORMATS)('a %s filter file', (_, { bytes, decode, again }) => {
  test('a filter file encodes again to the same bytes', () => {
    expect(again(bytes())).toEqual(bytes());
  });

  test('a filter file is refused with any bit flipped', () => {
    const valid = bytes();
    for (let bit = 0; bit < valid.length * 8; bit++) {
      const flipped = valid.slice();
      flipped[bit >>> 3] = (flipped[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
      expect(decode(flipped).ok, `bit ${bit}`).toBe(false);
    }
  });

  test('a filter file is refused as every proper prefix of itself', () => {
    const valid = bytes();
    for (let length = 0; length < valid.length; length++) {
      expect(decode(valid.subarray(0, length)), `length ${length}`).toMatchObject({
        ok: false,
        failure: { kind: 'truncated' },
      });
    }
  });

  test('a filter file is refused with a byte after the end', () => {
    expect(decode(Uint8Array.from([...bytes(), 0]))).toEqual({
      ok: false,
      failure: { kind: 'trailing-bytes', byteLength: 1 },
    });
  });

  test.each([
    ['another magic', 0, 0x00, { kind: 'not-a-filter' }],
    ['a format from the future', 4, 2, { kind: 'unknown-format', formatVersion: 2 }],
    ['another kind', 5, 9, { kind: 'other-kind', found: 9 }],
  ])('a filter file is refused with %s', (_, offset, value, failure) => {
    expect(decode(withByte(bytes(), offset, value))).toEqual({ ok: false, failure });
  });

  test('a filter file never throws, and what it accepts encodes to the same bytes', () => {
    const valid = bytes();
    const mutated = fc
      .array(fc.tuple(fc.nat(valid.length - 5), fc.nat(255)), { maxLength: 4 })
      .map((edits) => {
        const edited = valid.slice();
        for (const [offset, value] of edits) edited[offset] = value;
        return resealed(edited);
      });
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), mutated), (input) => {
        const decoded = decode(input);
        if (decoded.ok) {
          accepted++;
          expect(again(input)).toEqual(input);
        }
      }),
      { numRuns: 5000 },
    );
    expect(accepted).toBeGreaterThan(IS_CORE ? 20 : 100);
  });
});

describe('a plain filter file is refused with', () => {
  test.each([
    ['an unknown hash function', 6, 2, 'hashFunction'],
    ['fewer hash bits than a fingerprint may have', 7, 39, 'hashBits'],
    ['more hash bits than a hash has', 7, 65, 'hashBits'],
    ['more entries than a number can count', 23, 0x20, 'entryCount'],
    ['no probes', 28, 0, 'hashCount'],
    ['too many probes', 28, 33, 'hashCount'],
    ['more than 2¹⁰ shards', 29, 11, 'shardBits'],
    ['a reserved byte in use', 30, 1, 'reserved'],
    ['the other reserved byte in use', 31, 1, 'reserved'],
    ['no bits', 24, 0, 'byteCount'],
    ['more bits than a filter can have', 27, 0x21, 'byteCount'],
  ])('a plain filter file is refused with: %s', (_, offset, value, field) => {
    expect(decodePlainBloom(withByte(encodePlainBloom(aPlainFile()), offset, value))).toEqual({
      ok: false,
      failure: { kind: 'malformed', field },
    });
  });

  test('a plain filter file is refused with more shards than follow', () => {
    expect(decodePlainBloom(withByte(encodePlainBloom(aPlainFile()), 29, 2))).toEqual({
      ok: false,
      failure: { kind: 'truncated', offset: 48 },
    });
  });
});

describe('a bin filter file is refused with', () => {
  test.each([
    ['no bins', 6, 0, 'binCount'],
    ['a reserved byte in use', 7, 1, 'reserved'],

    ['bins out of order', 9, 0x7f, 'score'],
    ['no probes', 10, 0, 'hashCount'],
    ['a reserved byte of a bin in use', 11, 1, 'reserved'],
    ['a bin without words', 12, 0, 'wordCount'],
    ['a bin without bits', 16, 0, 'byteCount'],
  ])('a bin filter file is refused with: %s', (_, offset, value, field) => {
    expect(decodeBinBloom(withByte(binBytes(), offset, value))).toEqual({
      ok: false,
      failure: { kind: 'malformed', field },
    });
  });

  test('a bin filter file is refused with a score below the range', () => {
    const bytes = binBytes();
    bytes[8] = 0;
    expect(decodeBinBloom(withByte(bytes, 9, 0x80))).toEqual({
      ok: false,
      failure: { kind: 'malformed', field: 'score' },
    });
  });

  test('a bin filter file is refused with the same score twice', () => {
    const bytes = binBytes();
    bytes.copyWithin(20, 8, 10);
    expect(decodeBinBloom(resealed(bytes))).toEqual({
      ok: false,
      failure: { kind: 'malformed', field: 'score' },
    });
  });
});

describe('the encoder of plain files', () => {
  test('the encoder of plain files gives the same bytes in parts and whole', () => {
    const parts = [...encodePlainBloomInParts(aPlainFile(2))].flatMap((part) => [...part]);
    expect(Uint8Array.from(parts)).toEqual(encodePlainBloom(aPlainFile(2)));
  });

  test('the encoder of plain files writes the layout of docs/filters.md', () => {
    const bytes = encodePlainBloom(aPlainFile());
    expect(bytes).toHaveLength(32 + 2 * 8 + 4);
    expect([...bytes.subarray(0, 32)]).toEqual(
      // magic, version, kind, hash function, hash bits, key, entries, bytes, probes, shard bits, reserved
      [
        0x53, 0x4c, 0x42, 0x46, 1, 1, 1, 50, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 3, 1,
        0, 0,
      ],
    );
  });

  test.each([
    ['too few hash bits', { hashBits: 39 }],
    ['too many hash bits', { hashBits: 65 }],
    ['a short key', { hashKey: new Uint8Array(7) }],
    ['half an entry', { entryCount: 0.5 }],
    ['a shard too few', { bits: [new Uint8Array(8)] }],
    ['a shard of another size', { bits: [new Uint8Array(8), new Uint8Array(9)] }],
  ])('the encoder of plain files refuses %s, as the decoder would', (_, change) => {
    expect(() => [...encodePlainBloomInParts({ ...aPlainFile(), ...change })]).toThrow(RangeError);
  });
});

describe('crc32', () => {
  test('crc32 gives the check value of the catalogue', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf4_3926);
    expect(crc32(new Uint8Array(0))).toBe(0);
  });

  test('crc32 may be fed in parts', () => {
    const crc = new Crc32();
    crc.update(new TextEncoder().encode('1234'));
    crc.update(new TextEncoder().encode('56789'));
    expect(crc.value()).toBe(0xcbf4_3926);
  });
});
