import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compareWithPaper, costsByBinCount } from '../../lab/paper-comparison.ts';
import { PAPER_BITS, PAPER_ROWS, rebuildWeights } from '../../lab/paper-weights.ts';
import { idealFalsePositiveRate } from '../../src/server/publisher/tune/word-bins.ts';
import { sharedData, sharedDataMissing } from '../shared-data.ts';

describe('the table of the paper', () => {
  test.skipIf(sharedDataMissing)('the table of the paper is copied without a slip', () => {
    const published: unknown = JSON.parse(readFileSync(sharedData('bin-bloom-2011-table1.json'), 'utf8'));
    expect(published).toMatchObject({
      setup: { strings: 3000, weights: [0.0005, 5], filterBits: PAPER_BITS },
      rows: PAPER_ROWS.map((row) => ({ bins: row.strings.length, ...row })),
    });
  });

  test('the table of the paper has a false-positive column that gives every bin all m bits', () => {
    for (const { strings, falsePositiveRate } of PAPER_ROWS) {
      strings.forEach((count, bin) => {
        const printed = falsePositiveRate[bin] ?? 0;
        // One unit of the last place printed: four decimals, or three digits.
        const slip = printed < 0.001 ? 1e-7 : 1e-4;
        expect(Math.abs(idealFalsePositiveRate(PAPER_BITS, count) - printed)).toBeLessThan(slip);
        expect(idealFalsePositiveRate(PAPER_BITS / strings.length, count)).toBeGreaterThan(printed * 2);
      });
    }
  });
});

describe('the rebuilt weights', () => {
  test.each(PAPER_ROWS.map((row) => [row.strings.length, row] as const))(
    'the rebuilt weights have the counts and means of the row with %d bins, sorted and in range',
    (_, row) => {
      const weights = rebuildWeights(row);
      expect(weights).toHaveLength(3000);
      expect(weights).toEqual(weights.toSorted((a, b) => a - b));
      expect(weights[0]).toBeGreaterThan(0.0005);
      expect(weights.at(-1)).toBeLessThan(5);
      let end = 3000;
      row.strings.forEach((count, bin) => {
        const mean = weights.slice(end - count, end).reduce((sum, weight) => sum + weight, 0) / count;
        expect(mean).toBeCloseTo(row.averageWeight[bin] ?? 0, 9);
        end -= count;
      });
    },
  );
});

describe('compareWithPaper', () => {
  const rows = compareWithPaper(1);

  test('compareWithPaper reproduces the printed costs within 0.1 %', () => {
    expect(rows.map((row) => row.binCount)).toEqual([10, 11, 12]);
    for (const { paper, standard, printed } of rows) {
      expect(Math.abs(paper.cost / printed.costBinBloom - 1)).toBeLessThan(0.001);
      expect(Math.abs(standard / printed.costStandard - 1)).toBeLessThan(0.001);
    }
  });

  test('compareWithPaper anneals to at least 99 % of what the exact optimum saves, under either rule', () => {
    for (const { equal, waterFilled } of rows) {
      for (const { annealedShare } of [equal, waterFilled]) {
        expect(annealedShare).toBeGreaterThanOrEqual(0.99);
        expect(annealedShare).toBeLessThanOrEqual(1);
      }
    }
  });

  test('compareWithPaper finds that the paper’s own solution saves about half of what its rule allows', () => {
    for (const { standard, paper, equal } of rows) {
      const share = (standard - paper.cost) / (standard - equal.optimal.cost);
      expect(share).toBeGreaterThan(0.45);
      expect(share).toBeLessThan(0.56);
    }
  });

  test('compareWithPaper finds that sharing the bits out well matters more than where the cuts are', () => {
    for (const { paperWaterFilled, equal, waterFilled } of rows) {
      expect(paperWaterFilled.cost).toBeLessThan(equal.optimal.cost);
      expect(waterFilled.optimal.cost).toBeLessThan(paperWaterFilled.cost);
    }
  });
});

test('the cost of bins falls with every bin added, from the standard filter’s', () => {
  const { standard, points } = costsByBinCount(4, 1);
  expect(points.map((point) => point.binCount)).toEqual([1, 2, 3, 4]);
  expect(points[0]?.optimalEqual).toBeCloseTo(standard, 6);
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (before === undefined) return;
    expect(point.optimalEqual).toBeLessThan(before.optimalEqual);
    expect(point.optimalWaterFilled).toBeLessThan(before.optimalWaterFilled);
  });
});
