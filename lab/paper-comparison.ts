import { annealBins } from '../src/server/publisher/tune/anneal-bins.ts';
import { compareCuts, type CutComparison } from './compare-cuts.ts';
import { optimalBins } from '../src/server/publisher/tune/optimal-bins.ts';
import { PAPER_BITS, PAPER_ROWS, rebuildWeights, type PaperRow } from './paper-weights.ts';
import {
  planOf,
  standardCost,
  weightSums,
  type BinPlan,
  type BitRule,
} from '../src/server/publisher/tune/word-bins.ts';

/** One row of Table 1 beside what can be had on the same weights and the same bits. All costs in units of weight. */
export interface PaperComparison {
  readonly binCount: number;
  readonly printed: PaperRow;
  /** The paper's own division, computed anew on the rebuilt weights with m ÷ L bits a bin. */
  readonly paper: BinPlan;
  /** The paper's division with the same bits water-filled: what its cut points alone are worth. */
  readonly paperWaterFilled: BinPlan;
  /** One classical filter of m bits over all words. */
  readonly standard: number;
  readonly equal: CutComparison;
  readonly waterFilled: CutComparison;
}

/** @param seed - of the annealing, unsigned 32 bits */
export function compareWithPaper(seed: number): PaperComparison[] {
  return PAPER_ROWS.map((row) => {
    const weights = rebuildWeights(row);
    const sums = weightSums(weights);
    const cuts = [0];
    for (const count of row.strings.toReversed()) cuts.push((cuts.at(-1) ?? 0) + count);
    const paper = planOf(sums, cuts, PAPER_BITS, 'equal');
    const standard = standardCost(paper.bins, PAPER_BITS);
    const binCount = row.strings.length;
    return {
      binCount,
      printed: row,
      paper,
      paperWaterFilled: planOf(sums, cuts, PAPER_BITS, 'water-filled'),
      standard,
      equal: compareRule(weights, binCount, 'equal', standard, seed),
      waterFilled: compareRule(weights, binCount, 'water-filled', standard, seed),
    };
  });
}

function compareRule(
  weights: readonly number[],
  binCount: number,
  rule: BitRule,
  standard: number,
  seed: number,
): CutComparison {
  return compareCuts({ weights, binCount, bitCount: PAPER_BITS, rule }, standard, seed);
}

/** Cost at one number of bins, for the plot. */
export interface CostPoint {
  readonly binCount: number;
  readonly annealedEqual: number;
  readonly optimalEqual: number;
  readonly optimalWaterFilled: number;
}

/**
 * Cost against the number of bins, 1 to `upTo`, on the weights of the finest row (L = 12): the same words all
 * along, so that the curve shows the bins and nothing else.
 */
export function costsByBinCount(upTo: number, seed: number): { standard: number; points: CostPoint[] } {
  const row = PAPER_ROWS.at(-1);
  if (row === undefined) throw new RangeError('no rows');
  const weights = rebuildWeights(row);
  const one = planOf(weightSums(weights), [0, weights.length], PAPER_BITS, 'equal');
  const points: CostPoint[] = [];
  for (let binCount = 1; binCount <= upTo; binCount++) {
    const equal = { weights, binCount, bitCount: PAPER_BITS, rule: 'equal' } as const;
    points.push({
      binCount,
      annealedEqual: annealBins(equal, seed).cost,
      optimalEqual: optimalBins(equal).cost,
      optimalWaterFilled: optimalBins({ ...equal, rule: 'water-filled' }).cost,
    });
  }
  return { standard: one.cost, points };
}
