/** The two numbers that, with the bits, are a Bloom filter. */
export interface BloomParameters {
  /** m: bits, a multiple of 8, ≥ 8. */
  readonly bitCount: number;
  /** k: probes per entry, 1 to `MAX_HASH_COUNT`. */
  readonly hashCount: number;
}

/** Enough for a false-positive rate of 2⁻³²; more probes would cost time and gain nothing over fingerprints. */
export const MAX_HASH_COUNT = 32;

/** A probe is one of 2³² values, so one filter has no use for more bits; beyond that, shard. 512 MiB. */
export const MAX_BIT_COUNT = 2 ** 32;

/**
 * The smallest Bloom filter that keeps to a false-positive rate.
 *
 * bits m = −n · ln p ÷ (ln 2)², rounded up to a whole byte; probes k = m ÷ n · ln 2, rounded.
 * Source: Broder & Mitzenmacher, "Network Applications of Bloom Filters: A Survey", Internet Mathematics 1(4), 2004.
 *
 * The sizes are arithmetic and not limited: 10⁹ entries at 0.1 % are 1.8 GB, which `BloomFilter` refuses to be
 * and `ShardedBloomFilter` shares out.
 *
 * @param entryCount - distinct entries, an integer ≥ 1
 * @param falsePositiveRate - per expression, not per link: a link is looked up under as many as 30 expressions, so
 *   ask for 1/30 of what a reader of mail should meet. A fraction: 0 < p < 1
 * @throws RangeError if either is out of range; the caller picks both, so that is a bug
 */
export function bloomParametersFor(entryCount: number, falsePositiveRate: number): BloomParameters {
  if (!Number.isSafeInteger(entryCount) || entryCount < 1) throw new RangeError(`entryCount ${entryCount}`);
  if (!(falsePositiveRate > 0 && falsePositiveRate < 1)) {
    throw new RangeError(`falsePositiveRate ${falsePositiveRate}`);
  }
  const bits = (-entryCount * Math.log(falsePositiveRate)) / (Math.LN2 * Math.LN2);
  const bitCount = Math.max(1, Math.ceil(bits / 8)) * 8;
  const hashCount = Math.round((bitCount / entryCount) * Math.LN2);
  return { bitCount, hashCount: Math.min(MAX_HASH_COUNT, Math.max(1, hashCount)) };
}

/**
 * The share of absent entries that a filter accepts once `entryCount` distinct ones are in it:
 * (1 − (1 − 1/m)^(k·n))^k. A fraction, per expression.
 *
 * The formula takes the bits for independent. They nearly are: from m = 1000 on the difference is below 1 %.
 * Source: as `bloomParametersFor`, section 2.
 */
export function falsePositiveRateOf({ bitCount, hashCount }: BloomParameters, entryCount: number): number {
  // log1p and expm1, because 1 − 1/m loses digits when m is large.
  const logUnset = hashCount * entryCount * Math.log1p(-1 / bitCount);
  return (-Math.expm1(logUnset)) ** hashCount;
}
