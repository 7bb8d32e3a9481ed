/**
 * Words grouped into bins by weight, and what a division costs.
 *
 * The model is that of the bin Bloom filter: n words with weights w > 0 are put into L bins; bin i holds nᵢ
 * words of mean weight wᵢ in a Bloom filter of mᵢ bits, whose false-positive rate at the best number of probes
 * is fᵢ = exp(−(ln 2)² mᵢ ÷ nᵢ). A false hit in a bin invalidates what the bin says, at the price of its
 * weight, so the *total membership invalidation cost* is E = Σ nᵢ wᵢ fᵢ, and it is to be made small while
 * Σ mᵢ = m.
 *
 * Source: A. Natarajan, S. Subramanian, K. Premalatha, "Optimization of bloom filter using simulated annealing
 * for spam filtering", Elixir, 2011.
 */
export interface WordBin {
  /** Words in the bin, ≥ 1. */
  readonly count: number;
  /** Their mean weight, > 0. What one false hit costs, in the unit of the weights. */
  readonly meanWeight: number;
}

/** How the bits of all bins together are shared out among them. */
export const BIT_RULES = ['equal', 'water-filled'] as const;
export type BitRule = (typeof BIT_RULES)[number];

export interface PlannedBin extends WordBin {
  /** Bits of its filter, ≥ 0; a fraction, since this is arithmetic and not yet a filter. */
  readonly bits: number;
  /** 0 ≤ f ≤ 1; exactly 1 for a bin without bits, whose words are not stored at all. */
  readonly falsePositiveRate: number;
}

/** A division of sorted weights into bins, with its bits and its cost. */
export interface BinPlan {
  /**
   * Where the bins begin and end: bin i holds the words `cuts[i]` to `cuts[i + 1] − 1`, lightest first.
   * One longer than `bins`; the first is 0 and the last the number of words.
   */
  readonly cuts: readonly number[];
  readonly bins: readonly PlannedBin[];
  /** E = Σ nᵢ wᵢ fᵢ, in the unit of the weights. */
  readonly cost: number;
}

/** What a bit is worth: each divides the false positives of one word by e to this power. */
export const LN2_SQUARED = Math.LN2 * Math.LN2;

/** exp(−(ln 2)² bits ÷ count): a classical Bloom filter's rate at k = bits ÷ count · ln 2 probes. */
export function idealFalsePositiveRate(bits: number, count: number): number {
  return Math.exp((-LN2_SQUARED * bits) / count);
}

/** E of one classical Bloom filter over all words, which knows no weights: Σ w · exp(−(ln 2)² m ÷ n). */
export function standardCost(bins: readonly WordBin[], bitCount: number): number {
  let count = 0;
  let weight = 0;
  for (const bin of bins) {
    count += bin.count;
    weight += bin.count * bin.meanWeight;
  }
  return weight * idealFalsePositiveRate(bitCount, count);
}

/** Shares `bitCount` bits out among the bins by the rule. */
export function planBits(bins: readonly WordBin[], bitCount: number, rule: BitRule): PlannedBin[] {
  switch (rule) {
    case 'equal':
      return equalBits(bins, bitCount);
    case 'water-filled':
      return waterFilledBits(bins, bitCount);
  }
}

/** Σ nᵢ wᵢ fᵢ, in the unit of the weights. */
export function invalidationCost(bins: readonly PlannedBin[]): number {
  return bins.reduce((sum, bin) => sum + bin.count * bin.meanWeight * bin.falsePositiveRate, 0);
}

/** m ÷ L bits for each bin, however many words it has: what the costs of the paper's table rest on. */
function equalBits(bins: readonly WordBin[], bitCount: number): PlannedBin[] {
  const bits = bitCount / bins.length;
  return bins.map((bin) => ({ ...bin, bits, falsePositiveRate: idealFalsePositiveRate(bits, bin.count) }));
}

/**
 * The bits that make E = Σ nᵢ wᵢ fᵢ smallest for given bins.
 *
 * One more bit for bin i lowers E by (ln 2)² wᵢ fᵢ, whatever nᵢ is. At the best division this is the same λ
 * for every bin that has bits at all, so fᵢ = min(1, λ ÷ wᵢ): twice the weight, half the rate. Bins lighter
 * than λ are under water: a bit is worth more elsewhere, and their words are left out. λ follows from the
 * total: over the bins with bits, ln λ = (Σ nᵢ ln wᵢ − (ln 2)² m) ÷ Σ nᵢ.
 *
 * The rule is that of water-filling over parallel channels: Cover & Thomas, "Elements of Information Theory".
 */
function waterFilledBits(bins: readonly WordBin[], bitCount: number): PlannedBin[] {
  const logLevel = logWaterLevel(bins, bitCount);
  return bins.map((bin) => {
    // In logarithms, because a rate may be too small for a number while its bits are not too many.
    const logRate = Math.min(0, logLevel - Math.log(bin.meanWeight));
    return {
      ...bin,
      // The sum with 0 turns −0 into 0, which matters to whoever prints it.
      bits: (-bin.count * logRate) / LN2_SQUARED + 0,
      falsePositiveRate: Math.exp(logRate),
    };
  });
}

/** ln λ: the heaviest bins get bits first, and each lighter one only if it still stands above the level. */
function logWaterLevel(bins: readonly WordBin[], bitCount: number): number {
  const heaviestFirst = bins.toSorted((a, b) => b.meanWeight - a.meanWeight);
  let count = 0;
  let logWeight = 0;
  let logLevel = 0;
  for (const bin of heaviestFirst) {
    const log = Math.log(bin.meanWeight);
    if (count > 0 && logLevel >= log) break;
    count += bin.count;
    logWeight += bin.count * log;
    logLevel = (logWeight - LN2_SQUARED * bitCount) / count;
  }
  return logLevel;
}

/** Running totals of sorted weights: `sums[i]` is the weight of the first i words. */
export function weightSums(weights: readonly number[]): Float64Array {
  const sums = new Float64Array(weights.length + 1);
  let total = 0;
  let previous = 0;
  weights.forEach((weight, index) => {
    if (!(weight > 0 && weight < Number.POSITIVE_INFINITY)) throw new RangeError(`weight ${weight}`);
    if (weight < previous) throw new RangeError(`weight ${index} is lighter than the one before it`);
    previous = weight;
    total += weight;
    sums[index + 1] = total;
  });
  return sums;
}

/** The plan that given cuts make. @param sums - of `weightSums` */
export function planOf(
  sums: Float64Array,
  cuts: readonly number[],
  bitCount: number,
  rule: BitRule,
): BinPlan {
  const bins: WordBin[] = [];
  for (let index = 1; index < cuts.length; index++) {
    const start = cuts[index - 1] ?? 0;
    const end = cuts[index] ?? 0;
    const count = end - start;
    bins.push({ count, meanWeight: ((sums[end] ?? 0) - (sums[start] ?? 0)) / count });
  }
  const planned = planBits(bins, bitCount, rule);
  return { cuts, bins: planned, cost: invalidationCost(planned) };
}

/**
 * `planOf(…).cost` alone, without an object made: what annealing asks some hundred thousand times.
 * The bins must be lightest first, as those of sorted weights are.
 */
export function costOfCuts(
  sums: Float64Array,
  cuts: readonly number[],
  bitCount: number,
  rule: BitRule,
): number {
  const binCount = cuts.length - 1;
  const bits = bitCount / binCount;
  let cost = 0;
  // Heaviest first, as `logWaterLevel` goes.
  let stored = 0;
  let logWeight = 0;
  let logLevel = 0;
  let dry = 0;
  for (let bin = binCount; bin >= 1; bin--) {
    const end = cuts[bin] ?? 0;
    const start = cuts[bin - 1] ?? 0;
    const count = end - start;
    const weight = (sums[end] ?? 0) - (sums[start] ?? 0);
    if (rule === 'equal') {
      cost += weight * idealFalsePositiveRate(bits, count);
    } else {
      const log = Math.log(weight / count);
      if (dry === 0 && (stored === 0 || logLevel < log)) {
        stored += count;
        logWeight += count * log;
        logLevel = (logWeight - LN2_SQUARED * bitCount) / stored;
      } else {
        dry += weight;
      }
    }
  }
  return rule === 'equal' ? cost : stored * Math.exp(logLevel) + dry;
}
