import { BloomFilter } from './bloom-filter.ts';
import { BloomFilterBuilder } from './bloom-filter-builder.ts';
import { bloomParametersFor, MAX_BIT_COUNT, type BloomParameters } from './bloom-parameters.ts';
import type { MembershipFilter } from '../hash/membership.ts';

/** At most 2¹⁰ shards: 4.4 · 10¹² bits, some 3 · 10¹¹ entries at 10⁻³. */
export const MAX_SHARD_BITS = 10;

export interface ShardedBloomParameters {
  /** s: there are 2^s shards, 0 to `MAX_SHARD_BITS`. */
  readonly shardBits: number;
  /** Of each shard; they are all of one size, since a keyed hash shares the entries out evenly. */
  readonly shard: BloomParameters;
}

/**
 * As few shards as possible, each below 2³² bits, for so many entries at this rate. The rate is that of the whole:
 * an entry asks one shard only, so each shard gets n ÷ 2^s entries and the same p.
 *
 * n ÷ 2^s is a mean; the shards differ by about its square root, at 10⁸ entries a shard by one in ten thousand,
 * which moves the rate by less than 0.1 %.
 *
 * @throws RangeError if `entryCount` or `falsePositiveRate` is out of range, or 2¹⁰ shards are not enough
 */
export function shardedParametersFor(entryCount: number, falsePositiveRate: number): ShardedBloomParameters {
  for (let shardBits = 0; shardBits <= MAX_SHARD_BITS; shardBits++) {
    const shard = bloomParametersFor(Math.ceil(entryCount / 2 ** shardBits), falsePositiveRate);
    if (shard.bitCount < MAX_BIT_COUNT) return { shardBits, shard };
  }
  throw new RangeError(
    `${entryCount} entries at ${falsePositiveRate} need more than ${2 ** MAX_SHARD_BITS} shards`,
  );
}

/** Which shard an entry belongs to: the leading s bits of its hash. */
export function shardOf(high: number, shardBits: number): number {
  // Two shifts, because a shift by 32 would be none.
  return (high >>> 1) >>> (31 - shardBits);
}

/** The leading word of the hash rotated left by s bits: inside a shard the first s bits are all alike. */
function rotatedHigh(high: number, low: number, shardBits: number): number {
  return ((high << shardBits) | ((low >>> 1) >>> (31 - shardBits))) >>> 0;
}

/**
 * Several classical filters, chosen by hash prefix: for more bits than one filter can have, or for shards on
 * different machines. Query, rate and total size are those of one large filter.
 */
export class ShardedBloomFilter implements MembershipFilter {
  readonly parameters: ShardedBloomParameters;
  readonly #shards: readonly BloomFilter[];

  /**
   * @param bits - of each shard, in the order of the prefixes; kept, not copied
   * @throws RangeError if bits and parameters do not fit together
   */
  constructor(bits: readonly Uint8Array[], parameters: ShardedBloomParameters) {
    if (!isShardBits(parameters.shardBits)) throw new RangeError(`shardBits ${parameters.shardBits}`);
    if (bits.length !== 2 ** parameters.shardBits) {
      throw new RangeError(`${bits.length} shards are not 2 to the power of ${parameters.shardBits}`);
    }
    this.parameters = parameters;
    this.#shards = bits.map((shard) => new BloomFilter(shard, parameters.shard));
  }

  mayContain(high: number, low: number): boolean {
    const { shardBits } = this.parameters;
    const shard = this.#shards[shardOf(high, shardBits)];
    return shard?.mayContain(rotatedHigh(high, low, shardBits), rotatedHigh(low, high, shardBits)) ?? false;
  }
}

/** The side that writes. */
export class ShardedBloomFilterBuilder {
  readonly parameters: ShardedBloomParameters;
  readonly #shards: readonly BloomFilterBuilder[];

  /** @throws RangeError if the parameters are none a filter can have */
  constructor(parameters: ShardedBloomParameters) {
    if (!isShardBits(parameters.shardBits)) throw new RangeError(`shardBits ${parameters.shardBits}`);
    this.parameters = parameters;
    this.#shards = Array.from(
      { length: 2 ** parameters.shardBits },
      () => new BloomFilterBuilder(parameters.shard),
    );
  }

  /** Adding an entry twice changes nothing. */
  add(high: number, low: number): void {
    const { shardBits } = this.parameters;
    this.#shards[shardOf(high, shardBits)]?.add(
      rotatedHigh(high, low, shardBits),
      rotatedHigh(low, high, shardBits),
    );
  }

  /** The bits of each shard, no copies. Add nothing afterwards. */
  bits(): Uint8Array<ArrayBuffer>[] {
    return this.#shards.map((shard) => shard.bits());
  }

  /** The filter over the same bits. Add nothing afterwards. */
  build(): ShardedBloomFilter {
    return new ShardedBloomFilter(this.bits(), this.parameters);
  }
}

export function isShardBits(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_SHARD_BITS;
}
