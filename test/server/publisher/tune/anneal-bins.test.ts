import { describe, expect, test } from 'vitest';
import { annealBins } from '../../../../src/server/publisher/tune/anneal-bins.ts';
import { optimalBins } from '../../../../src/server/publisher/tune/optimal-bins.ts';
import { BIT_RULES, standardCost } from '../../../../src/server/publisher/tune/word-bins.ts';

/** Unlike the paper's: a few heavy words and a long tail. */
const WEIGHTS = Array.from({ length: 800 }, (_, index) => 4 / (800 - index) ** 0.7);

describe('annealBins', () => {
  test('gives the same plan for the same seed and, as a rule, another for another', () => {
    const task = { weights: WEIGHTS, binCount: 9, bitCount: 500, rule: 'equal' } as const;
    expect(annealBins(task, 5)).toEqual(annealBins(task, 5));
    expect(annealBins(task, 6).cuts).not.toEqual(annealBins(task, 5).cuts);
  });

  test.each(BIT_RULES)(
    'reaches 99 %% of what the exact optimum saves on other weights too (%s bits)',
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

  test('has nothing to move with a single bin', () => {
    const plan = annealBins({ weights: WEIGHTS, binCount: 1, bitCount: 500, rule: 'equal' }, 1);
    expect(plan.cuts).toEqual([0, 800]);
  });

  test('can put every word into a bin of its own', () => {
    const plan = annealBins({ weights: [1, 2, 3], binCount: 3, bitCount: 10, rule: 'equal' }, 1);
    expect(plan.cuts).toEqual([0, 1, 2, 3]);
  });
});
