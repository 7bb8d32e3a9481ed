import { buildBinBloomFilter } from '../../src/core/filter/bin-bloom-filter-builder.ts';
import { BloomFilterBuilder } from '../../src/core/filter/bloom-filter-builder.ts';
import { falsePositiveRateOf } from '../../src/core/filter/bloom-parameters.ts';
import { CountingBloomFilterBuilder } from '../../src/core/filter/counting-bloom-filter-builder.ts';
import type { MembershipFilter } from '../../src/core/hash/membership.ts';
import { buildPlainBloom, PlainBloomFilter } from '../../src/core/filter/plain-bloom-filter.ts';
import { Remix, ResidentFilter } from '../../src/core/filter/resident-filter.ts';
import { SeededRandom } from '../../src/server/publisher/tune/seeded-random.ts';
import {
  ShardedBloomFilterBuilder,
  shardedParametersFor,
} from '../../src/core/filter/sharded-bloom-filter.ts';
import { EntryHasher } from '../../src/core/hash/entry-hash.ts';

/** A filter of `entryCount` entries for a rate, and what the formula says of it. */
export interface FilterUnderTest {
  readonly filter: MembershipFilter;
  /** By the formula of the class, with its own whole m and k. A fraction. */
  readonly expectedRate: number;
}

export type FilterMaker = (entries: Entries, rate: number) => FilterUnderTest;

/** Hashes of distinct entries, as two rows of words. */
export interface Entries {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

const KEY = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
const SECRET = Uint8Array.from({ length: 16 }, (_, index) => index * 17);

/** Hashed as a publisher hashes them: `listed-1.example/1/` and so on. */
export function listedEntries(entryCount: number): Entries {
  return hashedEntries(entryCount, 'listed');
}

export function hashedEntries(entryCount: number, name: string): Entries {
  const hasher = new EntryHasher(KEY);
  const entries = { high: new Uint32Array(entryCount), low: new Uint32Array(entryCount) };
  for (let entry = 0; entry < entryCount; entry++) {
    const { high, low } = hasher.url(`${name}-${entry}.example`, `/${entry % 7}/`);
    entries.high[entry] = high;
    entries.low[entry] = low;
  }
  return entries;
}

function eachOf({ high, low }: Entries, visit: (high: number, low: number) => void): void {
  for (let entry = 0; entry < high.length; entry++) visit(high[entry] ?? 0, low[entry] ?? 0);
}

/** The whole family. Each is built as its users build it. */
export const FILTER_MAKERS: Readonly<Record<string, FilterMaker>> = {
  classical(entries, rate) {
    const builder = BloomFilterBuilder.for(entries.high.length, rate);
    eachOf(entries, (high, low) => builder.add(high, low));
    return {
      filter: builder.build(),
      expectedRate: falsePositiveRateOf(builder.parameters, entries.high.length),
    };
  },

  /** As many again were in for a while and were taken out: the rate is that of what is left. */
  counting(entries, rate) {
    const builder = CountingBloomFilterBuilder.for(entries.high.length, rate);
    const random = new SeededRandom(99);
    const passing = Array.from({ length: 1000 }, () => [random.uint32(), random.uint32()] as const);
    let next = 0;
    eachOf(entries, (high, low) => {
      const [passingHigh, passingLow] = passing[next++ % passing.length] ?? [0, 0];
      builder.add(passingHigh, passingLow);
      builder.add(high, low);
      builder.remove(passingHigh, passingLow);
    });
    return {
      filter: builder.filter,
      expectedRate: falsePositiveRateOf(builder.parameters, entries.high.length),
    };
  },

  /** 16 shards, though one would do. */
  sharded(entries, rate) {
    const shardBits = 4;
    const perShard = Math.ceil(entries.high.length / 2 ** shardBits);
    const builder = new ShardedBloomFilterBuilder({
      shardBits,
      shard: shardedParametersFor(perShard, rate).shard,
    });
    eachOf(entries, (high, low) => builder.add(high, low));
    return { filter: builder.build(), expectedRate: falsePositiveRateOf(builder.parameters.shard, perShard) };
  },

  /**
   * The resident filter of the layered filter; the verification table has no rate that could be measured (below 2⁻³⁰). It sees the leading 40
   * bits of a hash, so that n ÷ 2⁴⁰ of the absent keys are taken for listed ones before any bit is probed: nothing
   * beside the 10⁻³ it is used with, a tenth beside 10⁻⁵ at 10⁶ entries.
   */
  layered(entries, rate) {
    const remix = new Remix(SECRET);
    const builder = BloomFilterBuilder.for(entries.high.length, rate);
    eachOf(entries, (high, low) => builder.add(remix.first(high, low), remix.second(high, low)));
    return {
      filter: new ResidentFilter(builder.bits(), builder.parameters, SECRET),
      expectedRate:
        falsePositiveRateOf(builder.parameters, entries.high.length) + entries.high.length / 2 ** 40,
    };
  },

  /** 8 bins of scores from −4 to 4; the rate is that of finding an absent word in any of them. */
  bin(entries, rate) {
    const random = new SeededRandom(98);
    const words = Array.from(entries.high, (high, index) => {
      const strength = Math.min(4, 0.5 - Math.log(1 - random.fraction()));
      return { high, low: entries.low[index] ?? 0, score: random.fraction() < 0.5 ? -strength : strength };
    });
    const filter = buildBinBloomFilter(words, { binCount: 8, absentWordRate: rate });
    return { filter, expectedRate: filter.absentWordRate() };
  },

  /** The plain export, of 52-bit fingerprints. */
  plain({ high, low }, rate) {
    const cut = low.map((word) => (word & 0xffff_f000) >>> 0);
    const file = buildPlainBloom({
      hashKey: KEY,
      lists: [{ fingerprintBits: 52, fingerprints: { high, low: cut } }],
      falsePositiveRate: rate,
    });
    return {
      filter: new PlainBloomFilter(file),
      expectedRate: falsePositiveRateOf(file.parameters.shard, high.length) + high.length / 2 ** 52,
    };
  },
};

/** How many of `queries` random hashes, none of them listed, a filter accepts. */
export function countHits(filter: MembershipFilter, queries: number, seed: number): number {
  // Among 2⁶⁴ hashes a drawn one is listed with a probability of 10⁶ ÷ 2⁶⁴: never, in a bench's lifetime.
  const random = new SeededRandom(seed);
  let hits = 0;
  for (let query = 0; query < queries; query++) {
    if (filter.mayContain(random.uint32(), random.uint32())) hits++;
  }
  return hits;
}
