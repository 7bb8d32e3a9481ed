import { BloomFilter } from './bloom-filter.ts';
import { falsePositiveRateOf, type BloomParameters } from './bloom-parameters.ts';
import type { MembershipFilter } from '../hash/membership.ts';
import { MAX_SCORE, SCORE_STEPS } from './score-bins.ts';

/** Files have one byte for the number of bins. */
export const MAX_BINS = 255;

export interface FilterBin {
  /** A multiple of 1/1000, within ±`MAX_SCORE`. */
  readonly score: number;
  /** Distinct words, 1 to 2³² − 1. */
  readonly wordCount: number;
  readonly parameters: BloomParameters;
  /** `bitCount / 8` bytes, not copied. */
  readonly bits: Uint8Array;
}

/**
 * Holds words in bins by score, so that a look-up gives a score, at a few bits a word. Of several matching bins, that
 * of the smallest |score| counts, which keeps the error of a false positive smallest: docs/filters.md, section 7.
 *
 * Source: A. Natarajan, S. Subramanian, K. Premalatha, "Optimization of bloom filter using simulated annealing for spam
 * filtering", Elixir, 2011; the rule for several matches is ours.
 */
export class BinBloomFilter implements MembershipFilter {
  /** By ascending |score|; of two with equal |score|, the negative first. */
  readonly bins: readonly FilterBin[];
  readonly #filters: readonly BloomFilter[];

  constructor(bins: readonly FilterBin[]) {
    if (bins.length === 0 || bins.length > MAX_BINS) throw new RangeError(`${bins.length} bins`);
    bins.forEach((bin, index) => {
      const before = bins[index - 1];
      if (!isScore(bin.score)) throw new RangeError(`score ${bin.score}`);
      if (before !== undefined && compareStrength(before.score, bin.score) >= 0) {
        throw new RangeError(`bin ${index} is no stronger than the one before it`);
      }
      if (!isWordCount(bin.wordCount)) throw new RangeError(`wordCount ${bin.wordCount}`);
    });
    this.#filters = bins.map((bin) => new BloomFilter(bin.bits, bin.parameters));
    this.bins = bins;
  }

  /** @returns null if the word is certainly in no bin */
  binOf(high: number, low: number): FilterBin | null {
    for (let bin = 0; bin < this.#filters.length; bin++) {
      if (this.#filters[bin]?.mayContain(high, low) === true) return this.bins[bin] ?? null;
    }
    return null;
  }

  mayContain(high: number, low: number): boolean {
    return this.binOf(high, low) !== null;
  }

  /** Share of absent words found: 1 − Π (1 − fᵢ), fᵢ the rate of bin i. */
  absentWordRate(): number {
    return 1 - this.bins.reduce((product, bin) => product * (1 - rateOf(bin)), 1);
  }

  /** Mean |score| that an absent word gets: Σ |scoreᵢ| fᵢ Π (1 − fⱼ) over the bins j before i. */
  absentWordCost(): number {
    let cost = 0;
    let unmatched = 1;
    for (const bin of this.bins) {
      cost += Math.abs(bin.score) * rateOf(bin) * unmatched;
      unmatched *= 1 - rateOf(bin);
    }
    return cost;
  }
}

export function rateOf({ parameters, wordCount }: Pick<FilterBin, 'parameters' | 'wordCount'>): number {
  return falsePositiveRateOf(parameters, wordCount);
}

export function compareStrength(a: number, b: number): number {
  return Math.abs(a) - Math.abs(b) || a - b;
}

export function isScore(score: number): boolean {
  return Math.abs(score) <= MAX_SCORE && Math.round(score * SCORE_STEPS) / SCORE_STEPS === score;
}

export function isWordCount(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= 0xffff_ffff;
}
