import { cheapestTails, cutsOf } from './optimal-cuts.ts';

/** Scores are kept in thousandths: what a file holds, and finer than any of them is known. */
export const SCORE_STEPS = 1000;
/** Of 16 bits with a sign. A factor of 1.7 · 10¹⁴ in likelihood; no word is worth more. */
export const MAX_SCORE = 32.767;

/** Words of about one score. */
export interface ScoreBin {
  /** ≥ 1. */
  readonly count: number;
  /** What every word of the bin counts for: the mean of their scores, in thousandths. See `planScoreBins`. */
  readonly score: number;
  /** The rate to build the bin's filter for; a fraction. */
  readonly falsePositiveRate: number;
}

export interface ScoreBinPlan {
  /** Bin i holds the scores `cuts[i]` to `cuts[i + 1] − 1`, lowest first; one longer than `bins`. */
  readonly cuts: readonly number[];
  readonly bins: readonly ScoreBin[];
}

export interface ScoreBinTask {
  /** Of every word, ascending. A score is ln w, w the likelihood ratio: above 0 for spam, below 0 against it. */
  readonly scores: readonly number[];
  /** L, 1 to the number of words. */
  readonly binCount: number;
  /** How many of 1 words in no bin may be found in some bin: a fraction, 0 < p ≤ ½. */
  readonly absentWordRate: number;
}

/**
 * Bins for a vocabulary whose words are looked up one by one, when most words that are looked up are in no bin.
 *
 * The paper's cost Σ nᵢ wᵢ fᵢ weighs the rate of a bin by the words stored in it. But it is the *absent* words that
 * meet false positives, and each of them probes all L bins: it is found in bin i with probability fᵢ, however many
 * words bin i holds, and then counts cᵢ = |scoreᵢ| for or against the message, unduly. So here
 *
 * - an absent word is found in some bin with probability 1 − Π (1 − fᵢ) ≤ Σ fᵢ, which is kept to `absentWordRate`;
 * - it costs Σ cᵢ fᵢ on average, and the fewest bits for a given cost are at fᵢ proportional to nᵢ ÷ cᵢ (set the
 *   derivative of Σ −nᵢ ln fᵢ + μ Σ cᵢ fᵢ to zero): strong words, of either side, get the lowest rates, and rare
 *   bins too, since there a low rate is cheap.
 *
 * The cut points make Σ (score − scoreᵢ)² smallest: what is lost by giving all words of a bin one score.
 * Bins whose scores agree to a thousandth are joined, so there may be fewer than L.
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
    // The sum with 0 turns −0 into 0.
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
