import { BloomFilter } from './bloom-filter.ts';
import { BloomFilterBuilder } from './bloom-filter-builder.ts';
import { bloomParametersFor, MAX_BIT_COUNT, type BloomParameters } from './bloom-parameters.ts';
import type { MembershipFilter } from '../hash/membership.ts';

/** At most 4.4 · 10¹² bits: some 3 · 10¹¹ entries at 10⁻³. */
export const MAX_SHARD_BITS = 10;

export interface ShardedBloomParameters {
  /** s, for 2^s shards. */
  readonly shardBits: number;
  /** Alike for all shards: a keyed hash spreads entries evenly. */
  readonly shard: BloomParameters;
}

/**
 * Picks the fewest shards below 2³² bits each (docs/filters.md, section 5). A lookup asks one shard, so each gets the
 * whole filter's false-positive rate.
 *
 * @throws RangeError if a parameter is out of range, or 2¹⁰ shards are not enough
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

export function shardOf(high: number, shardBits: number): number {
  // Two shifts, because a shift by 32 does nothing.
  return (high >>> 1) >>> (31 - shardBits);
}

/** Rotates away the leading s bits, which are alike inside a shard. */
function rotatedHigh(high: number, low: number, shardBits: number): number {
  return ((high << shardBits) | ((low >>> 1) >>> (31 - shardBits))) >>> 0;
}

export class ShardedBloomFilter implements MembershipFilter {
  readonly parameters: ShardedBloomParameters;
  readonly #shards: readonly BloomFilter[];

  /** @param bits - of each shard, by prefix; not copied */
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

export class ShardedBloomFilterBuilder {
  readonly parameters: ShardedBloomParameters;
  readonly #shards: readonly BloomFilterBuilder[];

  constructor(parameters: ShardedBloomParameters) {
    if (!isShardBits(parameters.shardBits)) throw new RangeError(`shardBits ${parameters.shardBits}`);
    this.parameters = parameters;
    this.#shards = Array.from(
      { length: 2 ** parameters.shardBits },
      () => new BloomFilterBuilder(parameters.shard),
    );
  }

  add(high: number, low: number): void {
    const { shardBits } = this.parameters;
    this.#shards[shardOf(high, shardBits)]?.add(
      rotatedHigh(high, low, shardBits),
      rotatedHigh(low, high, shardBits),
    );
  }

  bits(): Uint8Array<ArrayBuffer>[] {
    return this.#shards.map((shard) => shard.bits());
  }

  /** Shares the bits of the builder. */
  build(): ShardedBloomFilter {
    return new ShardedBloomFilter(this.bits(), this.parameters);
  }
}

export function isShardBits(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_SHARD_BITS;
}
