import { describe, expect, test } from 'vitest';
import { BloomFilterBuilder } from '../../../src/core/filter/bloom-filter-builder.ts';
import { BloomFilter } from '../../../src/core/filter/bloom-filter.ts';
import {
  bloomParametersFor,
  falsePositiveRateOf,
  MAX_BIT_COUNT,
  type BloomParameters,
} from '../../../src/core/filter/bloom-parameters.ts';
import { probePositions } from '../../../src/core/filter/probes.ts';
import { randomHashes, randomWords } from '../snapshot/snapshot-builders.ts';

describe('bloomParametersFor', () => {
  test.each([
    // The two examples that everybody knows: Wikipedia's 9.585 bits an entry at 1 %, and 14.378 at 0.1 %.
    [10_000_000, 0.01, 95_850_584, 7],
    [1_000_000_000, 0.001, 14_377_587_568, 10],
    [1, 0.5, 8, 6],
    [1000, 1e-9, 43_136, 30],
  ])(
    'bloomParametersFor gives %i entries at %f the bits and probes of the formula',
    (entries, rate, bitCount, hashCount) => {
      expect(bloomParametersFor(entries, rate)).toEqual({ bitCount, hashCount });
    },
  );

  test.each([
    [0, 0.1],
    [1.5, 0.1],
    [10, 0],
    [10, 1],
    [10, Number.NaN],
  ])('bloomParametersFor refuses %f entries at %f', (entries, rate) => {
    expect(() => bloomParametersFor(entries, rate)).toThrow(RangeError);
  });

  test('bloomParametersFor keeps to the rate it was asked for', () => {
    for (const rate of [1e-2, 1e-3, 1e-4, 1e-5]) {
      const expected = falsePositiveRateOf(bloomParametersFor(100_000, rate), 100_000);
      // A whole number of probes costs at most this much over the best fraction.
      expect(expected / rate).toBeGreaterThan(0.95);
      expect(expected / rate).toBeLessThan(1.05);
    }
  });
});

describe('BloomFilter', () => {
  const sizes: readonly BloomParameters[] = [
    { bitCount: 8, hashCount: 1 },
    { bitCount: 1024, hashCount: 2 },
    { bitCount: 1000, hashCount: 3 },
    { bitCount: 4096, hashCount: 5 },
    { bitCount: 30_000, hashCount: 10 },
    { bitCount: 8000, hashCount: 32 },
  ];

  test.each(sizes)(
    'BloomFilter probes where `probePositions` says: $bitCount bits, $hashCount probes',
    (parameters) => {
      const { bitCount, hashCount } = parameters;
      const keys = [
        ...randomHashes(40, bitCount),
        { high: 0xffff_ffff, low: 0xffff_ffff },
        { high: 0, low: 0 },
      ];
      const positions = new Uint32Array(hashCount);
      for (const { high, low } of keys) {
        const builder = new BloomFilterBuilder(parameters);
        builder.add(high, low);
        probePositions(high, low, parameters, positions);
        const expected = new Uint8Array(bitCount / 8);
        for (const position of positions) {
          expect(position).toBeLessThan(bitCount);
          expected[position >>> 3] = (expected[position >>> 3] ?? 0) | (1 << (position & 7));
        }
        expect(Buffer.compare(builder.bits(), expected)).toBe(0);
        // One missing bit is enough to be absent.
        expect(builder.build().mayContain(high, low)).toBe(true);
        for (const position of positions) {
          const lacking = expected.slice();
          lacking[position >>> 3] = (lacking[position >>> 3] ?? 0) & ~(1 << (position & 7));
          expect(new BloomFilter(lacking, parameters).mayContain(high, low)).toBe(false);
        }
      }
    },
  );

  test.each(sizes)(
    'BloomFilter answers for many keys as for each: $bitCount bits, $hashCount probes',
    (parameters) => {
      const builder = new BloomFilterBuilder(parameters);
      const listed = randomHashes(Math.ceil(parameters.bitCount / parameters.hashCount / 2), 1);
      for (const { high, low } of listed) builder.add(high, low);
      const filter = builder.build();
      const keys = [...listed.slice(0, 500), ...randomHashes(1000, 2)];
      const words = Uint32Array.from(keys.flatMap(({ high, low }) => [high, low]));
      const passing = new Uint32Array(keys.length);
      const passed = filter.select(words, keys.length, passing);
      const expected = keys.flatMap(({ high, low }, index) => (filter.mayContain(high, low) ? [index] : []));
      expect([...passing.subarray(0, passed)]).toEqual(expected);
      expect(passed).toBeGreaterThanOrEqual(Math.min(500, listed.length));
    },
  );

  test.each([
    [{ bitCount: 0, hashCount: 1 }],
    [{ bitCount: 12, hashCount: 1 }],
    [{ bitCount: 8.5, hashCount: 1 }],
    [{ bitCount: MAX_BIT_COUNT + 8, hashCount: 1 }],
    [{ bitCount: 16, hashCount: 0 }],
    [{ bitCount: 16, hashCount: 33 }],
    [{ bitCount: 24, hashCount: 2 }],
  ])('BloomFilter refuses two bytes with %j', (parameters) => {
    expect(() => new BloomFilter(new Uint8Array(2), parameters)).toThrow(RangeError);
  });

  test('BloomFilter needs third differences of the size of 2³²: with none, or small ones, there are more false positives', () => {
    const entries = 100;
    const parameters = bloomParametersFor(entries, 1e-4);
    const { bitCount, hashCount } = parameters;
    const scale = bitCount / 2 ** 32;
    /** What `BloomFilter` does, with another step. */
    const probe = (high: number, low: number, step: number, at: (position: number) => boolean): boolean => {
      let [x, y, z] = [high, low, 0];
      for (let count = 0; count < hashCount; count++) {
        if (!at(Math.floor((x >>> 0) * scale))) return false;
        x = (x + y) | 0;
        z = (z + step) | 0;
        y = (y + z) | 0;
      }
      return true;
    };
    const word = randomWords(11);
    const queries = 200_000;
    const sets = 20;
    const hits = { spamlight: 0, none: 0, small: 0 };
    for (let set = 0; set < sets; set++) {
      const builder = new BloomFilterBuilder(parameters);
      const none = new Uint8Array(bitCount);
      const small = new Uint8Array(bitCount);
      for (const { high, low } of randomHashes(entries, set)) {
        builder.add(high, low);
        probe(high, low, 0, (position) => (none[position] = 1) === 1);
        probe(high, low, 1, (position) => (small[position] = 1) === 1);
      }
      const filter = builder.build();
      for (let query = 0; query < queries; query++) {
        const high = word();
        const low = word();
        if (filter.mayContain(high, low)) hits.spamlight++;
        if (probe(high, low, 0, (position) => none[position] === 1)) hits.none++;
        if (probe(high, low, 1, (position) => small[position] === 1)) hits.small++;
      }
    }
    // 400 expected. The sets differ too, so that 20 of them scatter more than single hits do: by 7 % as measured.
    const expected = falsePositiveRateOf(parameters, entries) * queries * sets;
    expect(hits.spamlight / expected).toBeGreaterThan(0.7);
    expect(hits.spamlight / expected).toBeLessThan(1.3);
    expect(hits.none / expected).toBeGreaterThan(1.8);
    expect(hits.small / expected).toBeGreaterThan(1.8);
  });
});
