/**
 * Table 1 of the bin Bloom paper, and 3,000 weights that fit it.
 *
 * A. Natarajan, S. Subramanian, K. Premalatha: "Optimization of bloom filter using simulated annealing for
 * spam filtering", Elixir, 2011, Table 1 ("values from SA at the 100th iteration"). Heaviest bin first, as
 * printed.
 */
export interface PaperRow {
  /** Words of each bin; 3,000 together. */
  readonly strings: readonly number[];
  readonly averageWeight: readonly number[];
  /** As printed. It belongs to mᵢ = m, not to the mᵢ = m ÷ L that the costs rest on: see docs/filters.md. */
  readonly falsePositiveRate: readonly number[];
  readonly costBinBloom: number;
  readonly costStandard: number;
}

/** m of the paper's experiment. */
export const PAPER_BITS = 1024;

/** Lightest and heaviest word of the paper's experiment. */
export const PAPER_WEIGHT_RANGE: readonly [number, number] = [0.0005, 5];

export const PAPER_ROWS: readonly PaperRow[] = [
  {
    strings: [96, 129, 174, 212, 319, 321, 383, 385, 490, 491],
    averageWeight: [4.906, 4.663, 4.424, 4.101, 3.694, 3.19, 2.607, 1.966, 1.25, 0.385],
    falsePositiveRate: [0.0059, 0.0221, 0.0592, 0.0982, 0.2139, 0.2159, 0.2767, 0.2786, 0.3664, 0.3671],
    costBinBloom: 6119.99,
    costStandard: 6340.83,
  },
  {
    strings: [45, 45, 124, 169, 258, 259, 356, 357, 437, 438, 512],
    averageWeight: [4.956, 4.757, 4.677, 4.445, 4.095, 3.691, 3.211, 2.619, 1.961, 1.242, 0.402],
    falsePositiveRate: [
      1.79e-5, 1.79e-5, 0.0189, 0.0544, 0.1485, 0.1496, 0.2511, 0.2521, 0.3244, 0.3252, 0.3825,
    ],
    costBinBloom: 6122.02,
    costStandard: 6336.61,
  },
  {
    strings: [91, 91, 91, 146, 179, 220, 276, 276, 370, 371, 444, 445],
    averageWeight: [4.91, 4.688, 4.535, 4.364, 4.09, 3.789, 3.404, 2.952, 2.417, 1.81, 1.127, 0.345],
    falsePositiveRate: [
      0.0045, 0.0045, 0.0045, 0.0344, 0.064, 0.1069, 0.1682, 0.1682, 0.2646, 0.2655, 0.3302, 0.331,
    ],
    costBinBloom: 6085.45,
    costStandard: 6334.59,
  },
];

/**
 * Weights, lightest first, whose bins have exactly the counts and means of a row. The paper's own 3,000
 * weights were never published.
 *
 * At the border of two bins the weight is read off the straight line through the middles of both bins
 * (count against mean); at the two ends it is 0.0005 and 5. Inside a bin the weight rises from its lower
 * border a to its upper border b as a + (b − a) t^γ, 0 ≤ t ≤ 1, with γ = (b − mean) ÷ (mean − a), the one power
 * that gives the mean; word j gets the average over its own share of t, so the mean is kept exactly.
 * The result is sorted, stays in the range and has no free parameter.
 */
export function rebuildWeights({ strings, averageWeight }: PaperRow): number[] {
  const counts = strings.toReversed();
  const means = averageWeight.toReversed();
  const [lightest, heaviest] = PAPER_WEIGHT_RANGE;
  const weights: number[] = [];
  let from = lightest;
  counts.forEach((count, bin) => {
    const mean = means[bin] ?? 0;
    const nextCount = counts[bin + 1];
    const to =
      nextCount === undefined
        ? heaviest
        : (mean * nextCount + (means[bin + 1] ?? 0) * count) / (count + nextCount);
    const power = (to - mean) / (mean - from) + 1;
    for (let word = 0; word < count; word++) {
      const share = ((word + 1) / count) ** power - (word / count) ** power;
      weights.push(from + ((to - from) * share * count) / power);
    }
    from = to;
  });
  return weights;
}
