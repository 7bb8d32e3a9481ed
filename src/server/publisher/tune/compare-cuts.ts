import { annealBins, PAPER_SCHEDULE } from './anneal-bins.ts';
import { optimalBins, type BinTask } from './optimal-bins.ts';
import type { BinPlan } from './word-bins.ts';

/** The cuts that annealing finds beside the best that there are. */
export interface CutComparison {
  readonly annealed: BinPlan;
  readonly optimal: BinPlan;
  /** (standard − annealed) ÷ (standard − optimal): 1 is perfect. */
  readonly annealedShare: number;
  /** What annealing stood at after each of its iterations. */
  readonly costs: readonly number[];
}

/**
 * @param standard - cost of one classical filter over all words, in the unit of the weights
 * @param seed - of the annealing, unsigned 32 bits
 * @throws RangeError as `annealBins`
 */
export function compareCuts(task: BinTask, standard: number, seed: number): CutComparison {
  const costs: number[] = [];
  const annealed = annealBins(task, seed, PAPER_SCHEDULE, (cost) => void costs.push(cost));
  const optimal = optimalBins(task);
  return {
    annealed,
    optimal,
    annealedShare: (standard - annealed.cost) / (standard - optimal.cost),
    costs,
  };
}
