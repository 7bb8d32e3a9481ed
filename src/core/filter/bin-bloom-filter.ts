import { BloomFilter } from './bloom-filter.ts';
import { falsePositiveRateOf, type BloomParameters } from './bloom-parameters.ts';
import type { MembershipFilter } from '../hash/membership.ts';
import { MAX_SCORE, SCORE_STEPS } from './score-bins.ts';

/** A file counts bins in one byte; a lookup of an absent word asks them all. */
export const MAX_BINS = 255;

/** One bin: a classical Bloom filter of words that all count the same. */
export interface FilterBin {
  /** What a word found here counts for: thousandths, −`MAX_SCORE` to `MAX_SCORE`. */
  readonly score: number;
  /** Distinct words that were added, 1 to 2³² − 1. */
  readonly wordCount: number;
  readonly parameters: BloomParameters;
  /** `bitCount / 8` bytes; kept, not copied. */
  readonly bits: Uint8Array;
}

/**
 * A bin Bloom filter: words grouped into bins by score, each bin a classical filter with a rate of its own. It
 * answers not only whether a word is in, but about what it counts for, in a few bits a word.
 *
 * A word in no bin probes them all, so it is found somewhere with probability 1 − Π (1 − fᵢ), about Σ fᵢ
 * (`absentWordRate`). When several bins match, at most one is right, and the weakest (smallest |score|) counts: the
 * error of a false positive is then the smallest possible, and a strong word is weakened at the sum of the rates of
 * the bins below its own. Bins are kept weakest first, so the first match is the answer.
 *
 * Source: A. Natarajan, S. Subramanian, K. Premalatha, "Optimization of bloom filter using simulated annealing for
 * spam filtering", Elixir, 2011; the rule for several matches is ours.
 */
export class BinBloomFilter implements MembershipFilter {
  /** Weakest first; of two bins as strong as each other, that which speaks against spam. */
  readonly bins: readonly FilterBin[];
  readonly #filters: readonly BloomFilter[];

  /** @throws RangeError if the bins are out of order or out of range */
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

  /** @returns the weakest bin that matches; null if the word is certainly in none */
  binOf(high: number, low: number): FilterBin | null {
    for (let bin = 0; bin < this.#filters.length; bin++) {
      if (this.#filters[bin]?.mayContain(high, low) === true) return this.bins[bin] ?? null;
    }
    return null;
  }

  mayContain(high: number, low: number): boolean {
    return this.binOf(high, low) !== null;
  }

  /** The share of words in no bin that are found in some bin: 1 − Π (1 − fᵢ). A fraction. */
  absentWordRate(): number {
    return 1 - this.bins.reduce((product, bin) => product * (1 - rateOf(bin)), 1);
  }

  /**
   * How much a word in no bin counts for on average, unduly: Σ |scoreᵢ| fᵢ Π (1 − fⱼ) over the weaker bins j. In the
   * unit of the scores.
   */
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

/** The share of absent words that this bin accepts. A fraction. */
export function rateOf({ parameters, wordCount }: Pick<FilterBin, 'parameters' | 'wordCount'>): number {
  return falsePositiveRateOf(parameters, wordCount);
}

/** Weakest first; then the negative one. Zero only for equal scores. */
export function compareStrength(a: number, b: number): number {
  return Math.abs(a) - Math.abs(b) || a - b;
}

export function isScore(score: number): boolean {
  return Math.abs(score) <= MAX_SCORE && Math.round(score * SCORE_STEPS) / SCORE_STEPS === score;
}

export function isWordCount(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= 0xffff_ffff;
}
