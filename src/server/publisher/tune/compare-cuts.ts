import { annealBins } from './anneal-bins.ts';
import { optimalBins, type BinTask } from './optimal-bins.ts';
import type { BinPlan } from './word-bins.ts';

/** The cuts that annealing finds beside the best that there are. */
export interface CutComparison {
  readonly annealed: BinPlan;
  readonly optimal: BinPlan;
  /** (standard − annealed) ÷ (standard − optimal): 1 is perfect. */
  readonly annealedShare: number;
}

/**
 * @param standard - cost of one classical filter over all words, in the unit of the weights
 * @param seed - of the annealing, unsigned 32 bits
 * @throws RangeError as `annealBins`
 */
export function compareCuts(task: BinTask, standard: number, seed: number): CutComparison {
  const annealed = annealBins(task, seed);
  const optimal = optimalBins(task);
  return {
    annealed,
    optimal,
    annealedShare: (standard - annealed.cost) / (standard - optimal.cost),
  };
}
