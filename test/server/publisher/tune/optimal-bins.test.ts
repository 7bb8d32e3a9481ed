import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cheapestTails, cutsOf } from '../../../../src/core/filter/optimal-cuts.ts';
import { annealBins } from '../../../../src/server/publisher/tune/anneal-bins.ts';
import { SeededRandom } from '../../../../src/server/publisher/tune/seeded-random.ts';
import { optimalBins } from '../../../../src/server/publisher/tune/optimal-bins.ts';
import {
  BIT_RULES,
  invalidationCost,
  planBits,
  planOf,
  weightSums,
  type BitRule,
} from '../../../../src/server/publisher/tune/word-bins.ts';

const sortedWeights = (maxLength: number): fc.Arbitrary<number[]> =>
  fc
    .array(fc.double({ min: 0.0005, max: 5, noNaN: true }), { minLength: 3, maxLength, size: 'max' })
    .map((weights) => weights.toSorted((a, b) => a - b));

/** Every way to put the words into `binCount` bins, runs or not: the definition, taken at its word. */
function cheapestAssignment(
  weights: readonly number[],
  binCount: number,
  bits: number,
  rule: BitRule,
): number {
  let cheapest = Number.POSITIVE_INFINITY;
  for (let code = 0; code < binCount ** weights.length; code++) {
    const counts = Array.from({ length: binCount }, () => 0);
    const totals = Array.from({ length: binCount }, () => 0);
    let rest = code;
    for (const weight of weights) {
      const bin = rest % binCount;
      rest = Math.floor(rest / binCount);
      counts[bin] = (counts[bin] ?? 0) + 1;
      totals[bin] = (totals[bin] ?? 0) + weight;
    }
    const bins = counts.flatMap((count, bin) =>
      count === 0 ? [] : [{ count, meanWeight: (totals[bin] ?? 0) / count }],
    );
    // An empty bin would still take its m ÷ L bits under the equal rule: not a division into L bins.
    if (rule === 'equal' && bins.length < binCount) continue;
    cheapest = Math.min(cheapest, invalidationCost(planBits(bins, bits, rule)));
  }
  return cheapest;
}

describe('optimalBins', () => {
  test.each(BIT_RULES)(
    'optimalBins finds what trying every assignment of words to bins finds (%s bits)',
    (rule) => {
      fc.assert(
        fc.property(
          sortedWeights(7),
          fc.integer({ min: 1, max: 3 }),
          // From far too few bits for one word to plenty for all.
          fc.double({ min: 0.05, max: 60, noNaN: true }),
          (weights, binCount, bitCount) => {
            const { cost } = optimalBins({ weights, binCount, bitCount, rule });
            const truth = cheapestAssignment(weights, binCount, bitCount, rule);
            expect(Math.abs(cost - truth)).toBeLessThan(1e-9 * truth);
          },
        ),
        { numRuns: 120 },
      );
    },
  );

  test('optimalBins finds what trying every division into runs finds, with more bins', () => {
    fc.assert(
      fc.property(sortedWeights(12), fc.double({ min: 0.05, max: 60, noNaN: true }), (weights, bitCount) => {
        fc.pre(weights.length >= 5);
        const sums = weightSums(weights);
        for (const rule of BIT_RULES) {
          let truth = Number.POSITIVE_INFINITY;
          for (const cuts of divisions(weights.length, 5)) {
            truth = Math.min(truth, planOf(sums, cuts, bitCount, rule).cost);
          }
          const { cost } = optimalBins({ weights, binCount: 5, bitCount, rule });
          expect(Math.abs(cost - truth)).toBeLessThan(1e-9 * truth);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('optimalBins costs no more than annealing where there are many bits, and some words are worth none', () => {
    const random = new SeededRandom(1);
    const weights = Array.from({ length: 2_000 }, () => 1e-4 - 1.5 * Math.log(1 - random.fraction())).sort(
      (a, b) => a - b,
    );
    const task = { weights, binCount: 5, bitCount: 8_000, rule: 'water-filled' } as const;
    const { cost, bins } = optimalBins(task);
    expect(bins[0]?.falsePositiveRate).toBe(1);
    expect(cost).toBeLessThanOrEqual(annealBins(task, 1).cost);
  });

  test('optimalBins never costs more with a bin more, when the bits are free', () => {
    const weights = Array.from({ length: 200 }, (_, index) => ((index + 1) / 200) ** 2 * 5);
    const costs = [1, 2, 3, 5, 8, 13, 200].map(
      (binCount) => optimalBins({ weights, binCount, bitCount: 70, rule: 'water-filled' }).cost,
    );
    costs.forEach((cost, index) => expect(cost).toBeLessThanOrEqual(costs[index - 1] ?? Infinity));
  });

  test.each([
    ['no bins', { binCount: 0, bitCount: 8 }],
    ['more bins than words', { binCount: 4, bitCount: 8 }],
    ['half a bin', { binCount: 1.5, bitCount: 8 }],
    ['no bits', { binCount: 2, bitCount: 0 }],
  ])('optimalBins refuses %s', (_, task) => {
    expect(() => optimalBins({ weights: [1, 2, 3], rule: 'equal', ...task })).toThrow(RangeError);
  });
});

/** All ways to cut `count` elements into `runs` runs. */
function* divisions(count: number, runs: number, start = 0): Generator<number[]> {
  if (runs === 1) {
    yield start === 0 ? [0, count] : [start, count];
    return;
  }
  for (let end = start + 1; end <= count - runs + 1; end++) {
    for (const rest of divisions(count, runs - 1, end)) yield [start, ...rest];
  }
}

describe('cheapestTails', () => {
  test('cheapestTails agrees with the plain search for the costs it is used with', () => {
    fc.assert(
      fc.property(sortedWeights(40), fc.integer({ min: 1, max: 6 }), (weights, wanted) => {
        const runs = Math.min(wanted, weights.length);
        const sums = weightSums(weights);
        const squares = weightSums(weights.map((weight) => weight * weight));
        const total = (row: Float64Array, start: number, end: number): number =>
          (row[end] ?? 0) - (row[start] ?? 0);
        const costs = [
          (start: number, end: number): number =>
            (end - start) * Math.log(total(sums, start, end) / (end - start)),
          (start: number, end: number): number =>
            total(squares, start, end) - total(sums, start, end) ** 2 / (end - start),
        ];
        for (const cost of costs) {
          const tails = cheapestTails(weights.length, runs, cost);
          for (let start = 0; start + runs <= weights.length; start++) {
            const truth = plainSearch(weights.length, runs, start, cost);
            expect(tails.cost[runs]?.[start]).toBeCloseTo(truth, 6);
            const cuts = cutsOf(tails, runs, start);
            const sum = cuts.slice(1).reduce((all, end, run) => all + cost(cuts[run] ?? 0, end), 0);
            expect(sum).toBeCloseTo(truth, 6);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

function plainSearch(
  count: number,
  runs: number,
  start: number,
  cost: (start: number, end: number) => number,
): number {
  let best = Array.from({ length: count + 1 }, (_, at) => (at === count ? 0 : Number.POSITIVE_INFINITY));
  for (let run = 0; run < runs; run++) {
    best = best.map((_, from) => {
      let cheapest = Number.POSITIVE_INFINITY;
      for (let end = from + 1; end <= count; end++) {
        cheapest = Math.min(cheapest, cost(from, end) + (best[end] ?? Number.POSITIVE_INFINITY));
      }
      return cheapest;
    });
  }
  return best[start] ?? Number.NaN;
}
