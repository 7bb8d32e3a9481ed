import { bloomParametersFor, falsePositiveRateOf } from '../../../core/filter/bloom-parameters.ts';
import { shardedParametersFor } from '../../../core/filter/sharded-bloom-filter.ts';

export interface TunedFilter {
  /** n. */
  readonly entryCount: number;
  /** Requested p; a fraction, per expression. */
  readonly falsePositiveRate: number;
  /** m: ⌈−n · ln p ÷ (ln 2)²⌉, rounded up to a whole byte. */
  readonly bitCount: number;
  /** k: m ÷ n · ln 2, rounded. */
  readonly hashCount: number;
  readonly byteLength: number;
  readonly bitsPerEntry: number;
  /** A power of two that keeps each shard below 2³² bits. */
  readonly shardCount: number;
  /** With n entries; not quite p, since k is rounded. */
  readonly expectedFalsePositiveRate: number;
}

export function tuneFilter(entryCount: number, falsePositiveRate: number): TunedFilter {
  const whole = bloomParametersFor(entryCount, falsePositiveRate);
  return {
    entryCount,
    falsePositiveRate,
    bitCount: whole.bitCount,
    hashCount: whole.hashCount,
    byteLength: whole.bitCount / 8,
    bitsPerEntry: whole.bitCount / entryCount,
    shardCount: 2 ** shardedParametersFor(entryCount, falsePositiveRate).shardBits,
    expectedFalsePositiveRate: falsePositiveRateOf(whole, entryCount),
  };
}
