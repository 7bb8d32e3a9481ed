import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BinBloomFilter,
  compareStrength,
  rateOf,
  type FilterBin,
} from '../../../src/core/filter/bin-bloom-filter.ts';
import { buildBinBloomFilter, type ScoredWord } from '../../../src/core/filter/bin-bloom-filter-builder.ts';
import { encodeBinBloom } from '../../../src/core/filter/bin-bloom-file.ts';
import { planScoreBins } from '../../../src/core/filter/score-bins.ts';
import { SeededRandom } from '../../../src/server/publisher/tune/seeded-random.ts';

/** Scores as a trained vocabulary has them: many weak words, few strong ones, both sides. */
function vocabulary(count: number, seed: number): ScoredWord[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => {
    const strength = 0.7 - 1.5 * Math.log(1 - random.fraction());
    return {
      high: random.uint32(),
      low: random.uint32(),
      score: Math.min(9, strength) * (random.fraction() < 0.4 ? -1 : 1),
    };
  });
}

describe('planScoreBins', () => {
  const someScores = fc
    .array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 3, maxLength: 60, size: 'max' })
    .map((scores) => scores.toSorted((a, b) => a - b));

  test('planScoreBins gives every absent word together no more than the rate asked for', () => {
    fc.assert(
      fc.property(
        someScores,
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0.001, max: 0.5, noNaN: true }),
        (scores, binCount, absentWordRate) => {
          const { bins, cuts } = planScoreBins({ scores, binCount, absentWordRate });
          const sum = bins.reduce((all, bin) => all + bin.falsePositiveRate, 0);
          expect(sum).toBeCloseTo(absentWordRate, 9);
          expect(bins.reduce((all, bin) => all + bin.count, 0)).toBe(scores.length);
          expect(cuts.length).toBe(bins.length + 1);
          bins.forEach((bin, index) => {
            const words = scores.slice(cuts[index], cuts[index + 1]);
            expect(words.length).toBe(bin.count);
            const mean = words.reduce((all, score) => all + score, 0) / words.length;
            expect(Math.abs(mean - bin.score)).toBeLessThan(0.000_51);
          });
        },
      ),
    );
  });

  test('planScoreBins spends no more bits than other rates of the same cost would', () => {
    // Shift a little of the expected cost from one bin to another: the bits must not get fewer.
    const { bins } = planScoreBins({
      scores: vocabulary(500, 1)
        .map((word) => word.score)
        .toSorted((a, b) => a - b),
      binCount: 6,
      absentWordRate: 0.02,
    });
    const bitsOf = (rates: readonly number[]): number =>
      bins.reduce((sum, bin, index) => sum - bin.count * Math.log(rates[index] ?? 1), 0);
    const rates = bins.map((bin) => bin.falsePositiveRate);
    for (let from = 0; from < bins.length; from++) {
      for (let to = 0; to < bins.length; to++) {
        if (from === to) continue;
        const moved = 0.1 * (rates[from] ?? 0) * Math.abs(bins[from]?.score ?? 0);
        const other = [...rates];
        other[from] = (rates[from] ?? 0) * 0.9;
        other[to] = (rates[to] ?? 0) + moved / Math.abs(bins[to]?.score ?? 1);
        expect(bitsOf(other)).toBeGreaterThan(bitsOf(rates));
      }
    }
  });

  test('planScoreBins gives strong words of either side lower rates than weak ones as many', () => {
    const scores = [-6, -5.999, -1, -0.999, 1, 1.001, 6, 6.001];
    const rates = planScoreBins({ scores, binCount: 4, absentWordRate: 0.1 }).bins.map(
      (bin) => bin.falsePositiveRate,
    );
    expect(rates[0]).toBeLessThan((rates[1] ?? 0) / 5.9);
    expect(rates[3]).toBeLessThan((rates[2] ?? 0) / 5.9);
  });

  test('planScoreBins joins bins whose scores agree to a thousandth', () => {
    const plan = planScoreBins({ scores: [1, 1.0001, 1.0002, 2], binCount: 3, absentWordRate: 0.1 });
    expect(plan.bins.map((bin) => [bin.count, bin.score])).toEqual([
      [3, 1],
      [1, 2],
    ]);
    expect(plan.cuts).toEqual([0, 3, 4]);
  });

  test.each([
    ['a rate of zero', { absentWordRate: 0 }],
    ['a rate above one half', { absentWordRate: 0.51 }],
    ['scores out of order', { scores: [2, 1] }],
    ['a score out of range', { scores: [1, 33] }],
    ['no score at all', { scores: [Number.NaN, 1] }],
    ['more bins than words', { binCount: 3 }],
  ])('planScoreBins refuses %s', (_, change) => {
    expect(() => planScoreBins({ scores: [1, 2], binCount: 1, absentWordRate: 0.1, ...change })).toThrow(
      RangeError,
    );
  });
});

describe('a bin Bloom filter', () => {
  const words = vocabulary(20_000, 7);
  const filter = buildBinBloomFilter(words, { binCount: 12, absentWordRate: 0.01 });

  test('a bin Bloom filter finds every word, in its own bin or in a weaker one', () => {
    let weakened = 0;
    for (const word of words) {
      const found = filter.binOf(word.high, word.low);
      if (found === null) throw new Error('a word was lost');
      const own = nearest(filter.bins, word.score);
      if (found !== own) {
        weakened++;
        expect(compareStrength(found.score, own.score)).toBeLessThan(0);
      }
    }
    // Half of Σ fᵢ at most, 100 of 20,000 words, standard deviation 10; and a few on the border of two bins.
    expect(weakened).toBeLessThan(150);
  });

  test('a bin Bloom filter finds absent words at the rate and the cost it says', () => {
    const random = new SeededRandom(8);
    const queries = 500_000;
    let found = 0;
    let cost = 0;
    for (let query = 0; query < queries; query++) {
      const bin = filter.binOf(random.uint32(), random.uint32());
      if (bin === null) continue;
      found++;
      cost += Math.abs(bin.score);
    }
    expect(filter.absentWordRate()).toBeGreaterThan(0.009);
    expect(filter.absentWordRate()).toBeLessThan(0.0105);
    // About 5,000 expected, standard deviation 71 (1.4 %): five of them.
    expect(Math.abs(found / queries / filter.absentWordRate() - 1)).toBeLessThan(0.07);
    expect(Math.abs(cost / queries / filter.absentWordCost() - 1)).toBeLessThan(0.08);
  });

  test('a bin Bloom filter lets the weakest of several matching bins count', () => {
    const full = (score: number): FilterBin => ({
      score,
      wordCount: 1,
      parameters: { bitCount: 8, hashCount: 1 },
      bits: Uint8Array.of(255),
    });
    const empty = (score: number): FilterBin => ({ ...full(score), bits: Uint8Array.of(0) });
    expect(new BinBloomFilter([full(-0.5), full(0.5), full(3)]).binOf(1, 2)?.score).toBe(-0.5);
    expect(new BinBloomFilter([empty(-0.5), full(0.5), full(-3)]).binOf(1, 2)?.score).toBe(0.5);
    expect(new BinBloomFilter([empty(-0.5), empty(0.5)]).binOf(1, 2)).toBeNull();
    expect(new BinBloomFilter([empty(-0.5), full(0.5)]).mayContain(1, 2)).toBe(true);
    expect(new BinBloomFilter([empty(-0.5)]).mayContain(1, 2)).toBe(false);
  });

  test('a bin Bloom filter is the same bytes whatever order the words come in', () => {
    const some = vocabulary(200, 9);
    const options = { binCount: 5, absentWordRate: 0.01 };
    const tied = some.map((word, index) => (index % 2 === 0 ? { ...word, score: 1 } : word));
    expect(encodeBinBloom(buildBinBloomFilter(tied.toReversed(), options))).toEqual(
      encodeBinBloom(buildBinBloomFilter(tied, options)),
    );
  });

  test('a bin Bloom filter takes fewer bins when there are fewer words', () => {
    expect(buildBinBloomFilter(vocabulary(3, 1), { binCount: 12, absentWordRate: 0.01 }).bins).toHaveLength(
      3,
    );
  });

  test('a bin Bloom filter has rates that rise as strength falls, bin by bin of like size', () => {
    const [weakest] = filter.bins;
    const strongest = filter.bins.at(-1);
    if (weakest === undefined || strongest === undefined) throw new Error('no bins');
    expect(rateOf(weakest)).toBeGreaterThan(rateOf(strongest) * 10);
  });

  const bin = (change: Partial<FilterBin>): FilterBin => ({
    score: 1,
    wordCount: 1,
    parameters: { bitCount: 8, hashCount: 1 },
    bits: new Uint8Array(1),
    ...change,
  });
  test.each([
    ['no bins', []],
    ['too many bins', Array.from({ length: 256 }, (_, index) => bin({ score: index / 100 }))],
    ['bins out of order', [bin({ score: 2 }), bin({ score: 1 })]],
    ['the same score twice', [bin({}), bin({})]],
    ['the two sides of one strength in the wrong order', [bin({ score: 1 }), bin({ score: -1 })]],
    ['a score finer than a thousandth', [bin({ score: 0.0005 })]],
    ['a score out of range', [bin({ score: 32.768 })]],
    ['a bin without words', [bin({ wordCount: 0 })]],
    ['bits of another size', [bin({ bits: new Uint8Array(2) })]],
  ])('a bin Bloom filter refuses %s', (_, bins) => {
    expect(() => new BinBloomFilter(bins)).toThrow(RangeError);
  });
});

function nearest(bins: readonly FilterBin[], score: number): FilterBin {
  return bins.reduce((best, bin) =>
    Math.abs(bin.score - score) < Math.abs(best.score - score) ? bin : best,
  );
}
