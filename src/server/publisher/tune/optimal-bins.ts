import { cheapestTails, cutsOf } from '../../../core/filter/optimal-cuts.ts';
import {
  idealFalsePositiveRate,
  LN2_SQUARED,
  planOf,
  weightSums,
  type BinPlan,
  type BitRule,
} from './word-bins.ts';

export interface BinTask {
  /** Of every word, > 0, ascending. */
  readonly weights: readonly number[];
  /** L: 1 to the number of words. */
  readonly binCount: number;
  /** m: bits of all bins together, > 0. */
  readonly bitCount: number;
  readonly rule: BitRule;
}

/**
 * Minimizes E over all cuts and, with water-filling, all bits. Cutting the sorted weights into runs suffices
 * (docs/filters.md).
 *
 * @returns fewer than `binCount` bins if words without bits share one, and too few others remain
 */
export function optimalBins({ weights, binCount, bitCount, rule }: BinTask): BinPlan {
  checkTask({ weights, binCount, bitCount, rule });
  const sums = weightSums(weights);
  const cuts =
    rule === 'equal' ? equalBitCuts(sums, binCount, bitCount) : waterFilledCuts(sums, binCount, bitCount);
  return planOf(sums, cuts, bitCount, rule);
}

export function checkTask({ weights, binCount, bitCount }: BinTask): void {
  if (!Number.isInteger(binCount) || binCount < 1 || binCount > weights.length) {
    throw new RangeError(`${binCount} bins for ${weights.length} words`);
  }
  if (!(bitCount > 0 && bitCount < Number.POSITIVE_INFINITY)) throw new RangeError(`bitCount ${bitCount}`);
}

/**
 * Dynamic programming over the ends of bins, O(L n²). The faster `cheapestTails` fails, since this cost lacks the
 * quadrangle inequality (exp(−c ÷ n) is convex below n = c ÷ 2 and concave above).
 */
function equalBitCuts(sums: Float64Array, binCount: number, bitCount: number): number[] {
  const words = sums.length - 1;
  const rates = Float64Array.from({ length: words + 1 }, (_, count) =>
    count === 0 ? 1 : idealFalsePositiveRate(bitCount / binCount, count),
  );
  const starts: Uint32Array[] = [];
  let best = new Float64Array(words + 1).fill(Number.POSITIVE_INFINITY);
  best[0] = 0;
  for (let bin = 1; bin <= binCount; bin++) {
    const next = new Float64Array(words + 1).fill(Number.POSITIVE_INFINITY);
    const startOf = new Uint32Array(words + 1);
    for (let end = bin; end <= words; end++) {
      const upTo = sums[end] ?? 0;
      let cheapest = Number.POSITIVE_INFINITY;
      let at = bin - 1;
      for (let start = bin - 1; start < end; start++) {
        const cost = (best[start] ?? 0) + (upTo - (sums[start] ?? 0)) * (rates[end - start] ?? 0);
        if (cost < cheapest) {
          cheapest = cost;
          at = start;
        }
      }
      next[end] = cheapest;
      startOf[end] = at;
    }
    best = next;
    starts.push(startOf);
  }
  const cuts = [words];
  for (let bin = binCount - 1, end = words; bin >= 0; bin--) {
    end = starts[bin]?.[end] ?? 0;
    cuts.unshift(end);
  }
  return cuts;
}

/**
 * If every bin is above the water level, the best cuts minimize Σ nᵢ ln wᵢ (docs/filters.md).
 *
 * Words under water cost their weight however divided, so they share one bin. All O(n²) pairs of such a bin and a
 * lightest stored one are tried, with the cheapest division of the rest. A pair is valid if its stored bin is above the
 * level ln λ = (Σ nᵢ ln wᵢ − (ln 2)² m) ÷ n.
 */
function waterFilledCuts(sums: Float64Array, binCount: number, bitCount: number): number[] {
  const words = sums.length - 1;
  const total = sums[words] ?? 0;
  const spend = LN2_SQUARED * bitCount;
  const logMean = (start: number, end: number): number =>
    Math.log(((sums[end] ?? 0) - (sums[start] ?? 0)) / (end - start));
  const tails = cheapestTails(words, binCount, (start, end) => (end - start) * logMean(start, end));

  // A relaxation that allows rates above 1; its optimum is valid if none is.
  const all = cutsOf(tails, binCount, 0);
  const level = ((tails.cost[binCount]?.[0] ?? 0) - spend) / words;
  if (level <= logMean(0, all[1] ?? words)) return all;

  let cheapest = total;
  let best: readonly number[] = [0, words];
  for (let unstored = 0; unstored < words; unstored++) {
    const stored = words - unstored;
    const left = binCount - (unstored > 0 ? 2 : 1);
    if (left < 0) continue;
    let smallest = Number.POSITIVE_INFINITY;
    let at = 0;
    for (let end = unstored + 1; end <= words; end++) {
      const runs = Math.min(left, words - end);
      if (runs === 0 && end < words) continue;
      const mean = logMean(unstored, end);
      const rest = end === words ? 0 : (tails.cost[runs]?.[end] ?? 0);
      const logWeight = (end - unstored) * mean + rest;
      if (logWeight < smallest && (logWeight - spend) / stored <= mean) {
        smallest = logWeight;
        at = end;
      }
    }
    const cost = (sums[unstored] ?? 0) + stored * Math.exp((smallest - spend) / stored);
    if (at > 0 && cost < cheapest) {
      cheapest = cost;
      const rest = cutsOf(tails, Math.min(left, words - at), at);
      best = unstored > 0 ? [0, unstored, ...rest] : [0, ...rest];
    }
  }
  return [...best];
}
