import { describe, expect, test } from 'vitest';
import { annealBins } from '../../../../src/server/publisher/tune/anneal-bins.ts';
import { optimalBins } from '../../../../src/server/publisher/tune/optimal-bins.ts';
import { BIT_RULES, standardCost } from '../../../../src/server/publisher/tune/word-bins.ts';

/** Unlike the paper's: a few heavy words and a long tail. */
const WEIGHTS = Array.from({ length: 800 }, (_, index) => 4 / (800 - index) ** 0.7);

describe('annealBins', () => {
  test('annealBins gives the same plan for the same seed, and goes another way there with another', () => {
    const task = { weights: WEIGHTS, binCount: 9, bitCount: 500, rule: 'equal' } as const;
    expect(annealBins(task, 5)).toEqual(annealBins(task, 5));
    const way = (seed: number): readonly number[] => {
      const costs: number[] = [];
      annealBins(task, seed, (cost) => void costs.push(cost));
      return costs;
    };
    expect(way(5)).toEqual(way(5));
    expect(way(6)).not.toEqual(way(5));
  });

  test.each(BIT_RULES)(
    'annealBins reaches 99 %% of what the exact optimum saves on other weights too (%s bits)',
    (rule) => {
      for (const seed of [1, 2, 3]) {
        const task = { weights: WEIGHTS, binCount: 8, bitCount: 2000, rule };
        const optimal = optimalBins(task);
        const standard = standardCost(optimal.bins, 2000);
        const annealed = annealBins(task, seed);
        expect((standard - annealed.cost) / (standard - optimal.cost)).toBeGreaterThanOrEqual(0.99);
        expect(annealed.cost).toBeGreaterThanOrEqual(optimal.cost * (1 - 1e-12));
      }
    },
  );

  test.each(BIT_RULES)(
    'annealBins begins as warm as its costs differ, and ends no dearer than after one iteration (%s bits)',
    (rule) => {
      // In units a thousand times as small, costs are too, and the road is the same.
      for (const unit of [1, 1e-3, 1e3]) {
        const costs: number[] = [];
        const weights = WEIGHTS.map((weight) => weight * unit);
        annealBins({ weights, binCount: 8, bitCount: 8000, rule }, 1, (cost) => void costs.push(cost));
        expect(costs[99]).toBeLessThanOrEqual(costs[0] ?? 0);
      }
    },
  );

  test('annealBins has nothing to move with a single bin', () => {
    const plan = annealBins({ weights: WEIGHTS, binCount: 1, bitCount: 500, rule: 'equal' }, 1);
    expect(plan.cuts).toEqual([0, 800]);
  });

  test('annealBins can put every word into a bin of its own', () => {
    const plan = annealBins({ weights: [1, 2, 3], binCount: 3, bitCount: 10, rule: 'equal' }, 1);
    expect(plan.cuts).toEqual([0, 1, 2, 3]);
  });
});
