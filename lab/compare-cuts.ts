import { annealBins } from '../src/server/publisher/tune/anneal-bins.ts';
import { optimalBins, type BinTask } from '../src/server/publisher/tune/optimal-bins.ts';
import type { BinPlan } from '../src/server/publisher/tune/word-bins.ts';

export interface CutComparison {
  readonly annealed: BinPlan;
  readonly optimal: BinPlan;
  /** (standard − annealed) ÷ (standard − optimal): 1 is perfect. */
  readonly annealedShare: number;
  /** After each iteration of the annealing. */
  readonly costs: readonly number[];
}

export function compareCuts(task: BinTask, standard: number, seed: number): CutComparison {
  const costs: number[] = [];
  const annealed = annealBins(task, seed, (cost) => void costs.push(cost));
  const optimal = optimalBins(task);
  return {
    annealed,
    optimal,
    annealedShare: (standard - annealed.cost) / (standard - optimal.cost),
    costs,
  };
}
