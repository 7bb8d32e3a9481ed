import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BloomFilterBuilder } from '../../../src/core/filter/bloom-filter-builder.ts';
import {
  ShardedBloomFilter,
  ShardedBloomFilterBuilder,
  shardedParametersFor,
  shardOf,
} from '../../../src/core/filter/sharded-bloom-filter.ts';
import { SeededRandom } from '../../../src/server/publisher/tune/seeded-random.ts';

describe('shardedParametersFor', () => {
  test.each([
    // One filter as long as it has below 2³² bits.
    [1, 0.5, 0],
    [1_000_000, 0.001, 0],
    [298_000_000, 0.001, 0],
    [299_000_000, 0.001, 1],
    [1_000_000_000, 0.001, 2],
    [10_000_000_000, 0.001, 6],
  ])('shardedParametersFor shares %d entries at %d among 2^%d shards', (entryCount, rate, shardBits) => {
    const parameters = shardedParametersFor(entryCount, rate);
    expect(parameters.shardBits).toBe(shardBits);
    expect(parameters.shard.bitCount).toBeLessThan(2 ** 32);
  });

  test('shardedParametersFor refuses what 2¹⁰ shards cannot hold', () => {
    expect(() => shardedParametersFor(1e15, 0.001)).toThrow(RangeError);
  });
});

describe('shardOf', () => {
  test('shardOf is the leading bits, for no bits too', () => {
    expect(shardOf(0xffff_ffff, 0)).toBe(0);
    expect(shardOf(0x8000_0000, 1)).toBe(1);
    expect(shardOf(0x7fff_ffff, 1)).toBe(0);
    expect(shardOf(0xdead_beef, 8)).toBe(0xde);
  });
});

describe('a sharded Bloom filter', () => {
  test('a sharded Bloom filter holds whatever was added, for every number of shards', () => {
    const entries = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 0xffff_ffff }), fc.integer({ min: 0, max: 0xffff_ffff })),
      { maxLength: 100, size: 'max' },
    );
    fc.assert(
      fc.property(entries, fc.integer({ min: 0, max: 6 }), (list, shardBits) => {
        const builder = new ShardedBloomFilterBuilder({ shardBits, shard: { bitCount: 256, hashCount: 4 } });
        for (const [high, low] of list) builder.add(high, low);
        const filter = builder.build();
        for (const [high, low] of list) expect(filter.mayContain(high, low)).toBe(true);
      }),
    );
  });

  test('a sharded Bloom filter is the classical filter, bit for bit, if there is one shard', () => {
    const random = new SeededRandom(12);
    const shard = { bitCount: 4096, hashCount: 5 };
    const sharded = new ShardedBloomFilterBuilder({ shardBits: 0, shard });
    const classical = new BloomFilterBuilder(shard);
    for (let entry = 0; entry < 300; entry++) {
      const high = random.uint32();
      const low = random.uint32();
      sharded.add(high, low);
      classical.add(high, low);
    }
    expect(sharded.bits()).toEqual([classical.bits()]);
  });

  test('a sharded Bloom filter keeps to the rate with many shards, so that inside a shard the shared prefix does no harm', () => {
    const random = new SeededRandom(11);
    const parameters = { shardBits: 6, shard: shardedParametersFor(1000, 0.01).shard };
    const builder = new ShardedBloomFilterBuilder(parameters);
    for (let entry = 0; entry < 64_000; entry++) builder.add(random.uint32(), random.uint32());
    const filter = builder.build();
    let hits = 0;
    for (let query = 0; query < 400_000; query++) {
      if (filter.mayContain(random.uint32(), random.uint32())) hits++;
    }
    // 4,016 expected (k is whole), standard deviation 63 and 20 for the shards' unequal counts: five of them. Without
    // the rotation all entries of a shard would fall on 1/64 of its bits, and almost every query would hit.
    expect(Math.abs(hits - 4016)).toBeLessThan(330);
  });

  test.each([
    ['a shard too few', 1, [new Uint8Array(1)]],
    ['a shard of another size', 1, [new Uint8Array(1), new Uint8Array(2)]],
    ['half a shard bit', 0.5, [new Uint8Array(1)]],
    ['more than 2¹⁰ shards', 11, []],
  ])('a sharded Bloom filter refuses %s', (_, shardBits, bits) => {
    expect(() => new ShardedBloomFilter(bits, { shardBits, shard: { bitCount: 8, hashCount: 1 } })).toThrow(
      RangeError,
    );
  });
});
