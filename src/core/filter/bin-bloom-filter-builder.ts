import type { Hash64 } from '../hash/hash64.ts';
import { BinBloomFilter, compareStrength, MAX_BINS, type FilterBin } from './bin-bloom-filter.ts';
import { BloomFilterBuilder } from './bloom-filter-builder.ts';
import { planScoreBins } from './score-bins.ts';

export interface ScoredWord extends Hash64 {
  /** ln of the likelihood ratio, above 0 for spam; within ±`MAX_SCORE`. */
  readonly score: number;
}

export interface BinBloomOptions {
  /** 1 to `MAX_BINS`: more bins give closer scores and take more bits. */
  readonly binCount: number;
  /** Share of absent words that may be found, 0 < p ≤ ½. */
  readonly absentWordRate: number;
}

/** @param words - distinct, in any order */
export function buildBinBloomFilter(
  words: readonly ScoredWord[],
  { binCount, absentWordRate }: BinBloomOptions,
): BinBloomFilter {
  if (binCount > MAX_BINS) throw new RangeError(`${binCount} bins`);
  const sorted = words.toSorted((a, b) => a.score - b.score);
  const scores = sorted.map((word) => word.score);
  const plan = planScoreBins({ scores, binCount: Math.min(binCount, sorted.length), absentWordRate });
  const bins = plan.bins.map((bin, index): FilterBin => {
    const builder = BloomFilterBuilder.for(bin.count, bin.falsePositiveRate);
    for (const word of sorted.slice(plan.cuts[index], plan.cuts[index + 1])) builder.add(word.high, word.low);
    return { score: bin.score, wordCount: bin.count, parameters: builder.parameters, bits: builder.bits() };
  });
  return new BinBloomFilter(bins.toSorted((a, b) => compareStrength(a.score, b.score)));
}
