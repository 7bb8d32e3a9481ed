export interface BloomParameters {
  /** m, a multiple of 8, ≥ 8. */
  readonly bitCount: number;
  /** k, probes per entry, 1 to `MAX_HASH_COUNT`. */
  readonly hashCount: number;
}

/** Enough for a rate of 2⁻³². Lower rates gain nothing: fingerprints err more often. */
export const MAX_HASH_COUNT = 32;

/** 512 MiB. A probe has only 2³² values, so larger filters need shards. */
export const MAX_BIT_COUNT = 2 ** 32;

/**
 * The smallest filter for a rate: docs/filters.md, section 2. `ShardedBloomFilter` takes sizes that `BloomFilter`
 * refuses. Source: Broder & Mitzenmacher, "Network Applications of Bloom Filters: A Survey", Internet Mathematics 1(4),
 * 2004.
 *
 * @param falsePositiveRate - per expression, 0 < p < 1; a link has up to 30 expressions, so use 1/30 of the rate per
 *   link
 * @throws RangeError if a parameter is out of range
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
 * Fraction of absent entries that are accepted. The formula treats bits as independent, which errs by less than 1 %
 * from m = 1000.
 */
export function falsePositiveRateOf({ bitCount, hashCount }: BloomParameters, entryCount: number): number {
  // 1 − 1/m loses digits when m is large.
  const logUnset = hashCount * entryCount * Math.log1p(-1 / bitCount);
  return (-Math.expm1(logUnset)) ** hashCount;
}
