import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  costOfCuts,
  idealFalsePositiveRate,
  invalidationCost,
  planBits,
  planOf,
  standardCost,
  weightSums,
  type WordBin,
} from '../../../../src/server/publisher/tune/word-bins.ts';

const someBins: fc.Arbitrary<WordBin[]> = fc.array(
  fc.record({
    count: fc.integer({ min: 1, max: 500 }),
    meanWeight: fc.double({ min: 0.001, max: 10, noNaN: true }),
  }),
  { minLength: 1, maxLength: 12, size: 'max' },
);
const someBits = fc.integer({ min: 1, max: 20_000 });

describe('the rate of a bin', () => {
  test('the rate of a bin is one half for every 1/ln 2 bits a word', () => {
    expect(idealFalsePositiveRate(1000 / Math.LN2, 1000)).toBeCloseTo(0.5, 12);
    expect(idealFalsePositiveRate(2000 / Math.LN2, 1000)).toBeCloseTo(0.25, 12);
    expect(idealFalsePositiveRate(0, 1000)).toBe(1);
  });
});

describe('water-filling', () => {
  test('water-filling uses up the bits, no more and no less', () => {
    fc.assert(
      fc.property(someBins, someBits, (bins, bitCount) => {
        const spent = planBits(bins, bitCount, 'water-filled').reduce((sum, bin) => sum + bin.bits, 0);
        expect(Math.abs(spent - bitCount)).toBeLessThan(1e-9 * bitCount + 1e-6);
      }),
    );
  });

  test('water-filling makes the next bit worth the same in every bin that has any, and less in the others', () => {
    fc.assert(
      fc.property(someBins, someBits, (bins, bitCount) => {
        const planned = planBits(bins, bitCount, 'water-filled');
        // A rate below 10⁻³⁰⁰ is a rounded one, and then so is what a bit is worth.
        fc.pre(planned.every((bin) => bin.falsePositiveRate > 1e-300));
        const level = Math.max(...planned.map((bin) => bin.meanWeight * bin.falsePositiveRate));
        for (const bin of planned) {
          const worth = bin.meanWeight * bin.falsePositiveRate;
          if (bin.bits > 1e-6) expect(worth / level).toBeCloseTo(1, 9);
          else expect(worth).toBeLessThanOrEqual(level * (1 + 1e-9));
        }
      }),
    );
  });

  test('water-filling is never dearer than another way to share out the same bits', () => {
    fc.assert(
      fc.property(someBins, someBits, fc.infiniteStream(fc.nat(1000)), (bins, bitCount, shares) => {
        const parts = bins.map(() => Number(shares.next().value) + 1);
        const whole = parts.reduce((sum, part) => sum + part, 0);
        const other = bins.map((bin, index) => {
          const bits = (bitCount * (parts[index] ?? 0)) / whole;
          return { ...bin, bits, falsePositiveRate: idealFalsePositiveRate(bits, bin.count) };
        });
        const filled = invalidationCost(planBits(bins, bitCount, 'water-filled'));
        expect(filled).toBeLessThanOrEqual(invalidationCost(other) * (1 + 1e-12));
        expect(filled).toBeLessThanOrEqual(standardCost(bins, bitCount) * (1 + 1e-12));
      }),
    );
  });

  test('water-filling leaves the lightest words out when bits are scarce', () => {
    const planned = planBits(
      [
        { count: 10, meanWeight: 0.01 },
        { count: 10, meanWeight: 5 },
      ],
      20,
      'water-filled',
    );
    expect(planned.map((bin) => bin.bits)).toEqual([0, expect.closeTo(20, 9)]);
    expect(planned[0]?.falsePositiveRate).toBe(1);
  });
});

describe('costOfCuts', () => {
  test('the cost of cuts between bins is that of the plan that they make', () => {
    const cutWeights = fc
      .array(fc.double({ min: 0.0005, max: 5, noNaN: true }), { minLength: 4, maxLength: 40, size: 'max' })
      .map((weights) => weights.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(cutWeights, fc.nat(), someBits, (weights, raw, bitCount) => {
        const middle = 1 + (raw % (weights.length - 2));
        const cuts = [0, middle, weights.length - 1, weights.length].filter(
          (cut, i, all) => cut !== all[i - 1],
        );
        const sums = weightSums(weights);
        for (const rule of ['equal', 'water-filled'] as const) {
          const { cost } = planOf(sums, cuts, bitCount / 100, rule);
          expect(costOfCuts(sums, cuts, bitCount / 100, rule) / cost).toBeCloseTo(1, 9);
        }
      }),
    );
  });
});

describe('weightSums', () => {
  test.each([
    ['a weight of zero', [0, 1]],
    ['a negative weight', [-1, 1]],
    ['no number', [Number.NaN]],
    ['an endless weight', [Number.POSITIVE_INFINITY]],
    ['weights out of order', [2, 1]],
  ])('weightSums refuses %s', (_, weights) => {
    expect(() => weightSums(weights)).toThrow(RangeError);
  });
});
