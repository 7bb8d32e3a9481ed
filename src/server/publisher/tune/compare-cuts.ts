import { annealBins, PAPER_SCHEDULE } from './anneal-bins.ts';
import { optimalBins, type BinTask } from './optimal-bins.ts';
import type { BinPlan } from './word-bins.ts';

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
  const annealed = annealBins(task, seed, PAPER_SCHEDULE, (cost) => void costs.push(cost));
  const optimal = optimalBins(task);
  return {
    annealed,
    optimal,
    annealedShare: (standard - annealed.cost) / (standard - optimal.cost),
    costs,
  };
}
