import { cheapestTails, cutsOf } from './optimal-cuts.ts';

/** Files hold thousandths. No score is known more exactly. */
export const SCORE_STEPS = 1000;
/** 16 bits with a sign: a likelihood factor of 1.7 · 10¹⁴. */
export const MAX_SCORE = 32.767;

export interface ScoreBin {
  readonly count: number;
  /** Mean of its words' scores, rounded to thousandths. */
  readonly score: number;
  readonly falsePositiveRate: number;
}

export interface ScoreBinPlan {
  /** Bin i holds `scores[cuts[i]]` to `scores[cuts[i + 1] − 1]`, lowest scores first. */
  readonly cuts: readonly number[];
  readonly bins: readonly ScoreBin[];
}

export interface ScoreBinTask {
  /** Ascending; ln of the likelihood ratio, above 0 for spam. */
  readonly scores: readonly number[];
  /** L, at most the number of words. */
  readonly binCount: number;
  /** Share of words in no bin that may be found, 0 < p ≤ ½. */
  readonly absentWordRate: number;
}

/**
 * Plans bins for look-ups of mostly absent words: docs/filters.md, section 7. Bins whose scores agree to a thousandth
 * are joined, so there may be fewer than L.
 */
export function planScoreBins({ scores, binCount, absentWordRate }: ScoreBinTask): ScoreBinPlan {
  if (!(absentWordRate > 0 && absentWordRate <= 0.5))
    throw new RangeError(`absentWordRate ${absentWordRate}`);
  const { sums, squares } = runningTotals(scores);
  const between = (row: Float64Array, start: number, end: number): number =>
    (row[end] ?? 0) - (row[start] ?? 0);
  const tails = cheapestTails(
    scores.length,
    binCount,
    (start, end) => between(squares, start, end) - between(sums, start, end) ** 2 / (end - start),
  );
  const meanOf = (start: number, end: number): number =>
    // Adding 0 turns −0 into 0.
    Math.round((between(sums, start, end) / (end - start)) * SCORE_STEPS) / SCORE_STEPS + 0;

  const cuts = [0];
  const bins: { count: number; score: number }[] = [];
  for (const end of cutsOf(tails, binCount, 0).slice(1)) {
    const start = cuts.at(-1) ?? 0;
    const last = bins.at(-1);
    const score = meanOf(start, end);
    if (last?.score === score) {
      last.count += end - start;
      cuts.pop();
    } else {
      bins.push({ count: end - start, score });
    }
    cuts.push(end);
  }
  const shares = bins.map(({ count, score }) => count / Math.max(Math.abs(score), 1 / SCORE_STEPS));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  return {
    cuts,
    bins: bins.map((bin, index) => ({
      ...bin,
      falsePositiveRate: (absentWordRate * (shares[index] ?? 0)) / whole,
    })),
  };
}

function runningTotals(scores: readonly number[]): { sums: Float64Array; squares: Float64Array } {
  const sums = new Float64Array(scores.length + 1);
  const squares = new Float64Array(scores.length + 1);
  scores.forEach((score, index) => {
    if (!(Math.abs(score) <= MAX_SCORE)) throw new RangeError(`score ${score}`);
    if (score < (scores[index - 1] ?? score))
      throw new RangeError(`score ${index} is below the one before it`);
    sums[index + 1] = (sums[index] ?? 0) + score;
    squares[index + 1] = (squares[index] ?? 0) + score * score;
  });
  return { sums, squares };
}
