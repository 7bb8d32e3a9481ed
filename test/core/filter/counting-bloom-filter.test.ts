import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BloomFilterBuilder } from '../../../src/core/filter/bloom-filter-builder.ts';
import { CountingBloomFilter, SATURATED } from '../../../src/core/filter/counting-bloom-filter.ts';
import { CountingBloomFilterBuilder } from '../../../src/core/filter/counting-bloom-filter-builder.ts';
import { SeededRandom } from '../../../src/server/publisher/tune/seeded-random.ts';

type Entry = readonly [number, number];
const someEntry: fc.Arbitrary<Entry> = fc.tuple(fc.nat(20), fc.nat(2)).map(
  // Spread over the hash range, but few: so that additions and removals meet.
  ([a, b]) => [Math.imul(a, 0x9e37_79b1) >>> 0, Math.imul(b + 1, 0x85eb_ca6b) >>> 0],
);

describe('a counting Bloom filter', () => {
  test('a counting Bloom filter never denies an entry that is in, whatever was added, added twice, removed, or removed unasked', () => {
    const call = fc.tuple(fc.boolean(), someEntry);
    fc.assert(
      // 64 counters for up to 63 entries: far too few, so that counters are shared and saturate.
      fc.property(
        fc.array(call, { maxLength: 300, size: 'max' }),
        fc.integer({ min: 1, max: 8 }),
        (calls, hashCount) => {
          const builder = new CountingBloomFilterBuilder({ bitCount: 64, hashCount });
          const model = new Map<string, Entry>();
          for (const [adds, [high, low]] of calls) {
            const key = `${high}/${low}`;
            if (adds) {
              expect(builder.add(high, low)).toBe(model.has(key) ? 'already-in' : 'added');
              model.set(key, [high, low]);
            } else {
              expect(builder.remove(high, low)).toBe(model.delete(key) ? 'removed' : 'not-in');
            }
          }
          expect(builder.entryCount()).toBe(model.size);
          const plain = builder.filter.toBloomFilter();
          for (const [high, low] of model.values()) {
            expect(builder.filter.mayContain(high, low)).toBe(true);
            expect(plain.mayContain(high, low)).toBe(true);
          }
        },
      ),
    );
  });

  test('a counting Bloom filter is empty again when everything was taken out and nothing had saturated', () => {
    const random = new SeededRandom(3);
    const builder = CountingBloomFilterBuilder.for(2000, 0.001);
    const entries = Array.from({ length: 2000 }, (): Entry => [random.uint32(), random.uint32()]);
    for (const [high, low] of entries) builder.add(high, low);
    expect(builder.filter.saturatedCount()).toBe(0);
    for (const [high, low] of entries) builder.remove(high, low);
    for (let position = 0; position < builder.parameters.bitCount; position++)
      expect(builder.filter.counter(position)).toBe(0);
  });

  test('a counting Bloom filter answers as a classical filter of the same entries', () => {
    const random = new SeededRandom(4);
    const builder = CountingBloomFilterBuilder.for(5000, 0.01);
    const gone: Entry[] = [];
    const classical = new BloomFilterBuilder(builder.parameters);
    for (let entry = 0; entry < 6000; entry++) {
      const high = random.uint32();
      const low = random.uint32();
      builder.add(high, low);
      if (entry % 6 === 0) gone.push([high, low]);
      else classical.add(high, low);
    }
    for (const [high, low] of gone) builder.remove(high, low);
    const plain = builder.filter.toBloomFilter();
    const expected = classical.build();
    for (let query = 0; query < 20_000; query++) {
      const high = random.uint32();
      const low = random.uint32();
      const answer = expected.mayContain(high, low);
      expect(builder.filter.mayContain(high, low)).toBe(answer);
      expect(plain.mayContain(high, low)).toBe(answer);
    }
  });

  test('a counting Bloom filter leaves a saturated counter set, because it cannot know how often it was hit', () => {
    const builder = new CountingBloomFilterBuilder({ bitCount: 8, hashCount: 1 });
    const entries = Array.from({ length: 20 }, (_, index): Entry => [0, index]);
    for (const [high, low] of entries) builder.add(high, low);
    expect(builder.filter.counter(0)).toBe(SATURATED);
    for (const [high, low] of entries) builder.remove(high, low);
    expect(builder.entryCount()).toBe(0);
    expect(builder.filter.counter(0)).toBe(SATURATED);
    expect(builder.filter.saturatedCount()).toBe(1);
    expect(builder.filter.mayContain(0, 0)).toBe(true);
  });

  test('a counting Bloom filter refuses to remove a false positive, which would lose other entries', () => {
    const random = new SeededRandom(5);
    const builder = CountingBloomFilterBuilder.for(1000, 0.1);
    const entries = Array.from({ length: 1000 }, (): Entry => [random.uint32(), random.uint32()]);
    for (const [high, low] of entries) builder.add(high, low);
    let refused = 0;
    for (let query = 0; query < 5000; query++) {
      const high = random.uint32();
      const low = random.uint32();
      if (builder.filter.mayContain(high, low) && builder.remove(high, low) === 'not-in') refused++;
    }
    expect(refused).toBeGreaterThan(300);
    for (const [high, low] of entries) expect(builder.filter.mayContain(high, low)).toBe(true);
  });

  test.each([
    ['counters that are too few', new Uint8Array(3), { bitCount: 8, hashCount: 1 }],
    ['no probes', new Uint8Array(4), { bitCount: 8, hashCount: 0 }],
    ['no counters', new Uint8Array(0), { bitCount: 0, hashCount: 1 }],
  ])('a counting Bloom filter refuses %s', (_, counters, parameters) => {
    expect(() => new CountingBloomFilter(counters, parameters)).toThrow(RangeError);
  });
});
