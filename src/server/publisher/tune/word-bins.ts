/**
 * The model of docs/filters.md: bin i holds nᵢ words of mean weight wᵢ in mᵢ bits, at rate fᵢ, and E = Σ nᵢ wᵢ fᵢ is
 * the *total membership invalidation cost*.
 *
 * Source: the paper that `BinBloomFilter` cites.
 */
export interface WordBin {
  /** Words, ≥ 1. */
  readonly count: number;
  /** > 0; the cost of one false hit. */
  readonly meanWeight: number;
}

export const BIT_RULES = ['equal', 'water-filled'] as const;
export type BitRule = (typeof BIT_RULES)[number];

export interface PlannedBin extends WordBin {
  /** ≥ 0; a fraction, since no filter is built. */
  readonly bits: number;
  /** 0 ≤ f ≤ 1; 1 without bits. */
  readonly falsePositiveRate: number;
}

export interface BinPlan {
  /** Bin i holds the words `cuts[i]` to `cuts[i + 1] − 1`, lightest first; the last cut is the number of words. */
  readonly cuts: readonly number[];
  readonly bins: readonly PlannedBin[];
  /** E, in the unit of the weights. */
  readonly cost: number;
}

/** One more bit per word divides the false-positive rate by e to this power. */
export const LN2_SQUARED = Math.LN2 * Math.LN2;

/** At the best number of probes, k = bits ÷ count · ln 2. */
export function idealFalsePositiveRate(bits: number, count: number): number {
  return Math.exp((-LN2_SQUARED * bits) / count);
}

/** E of one classical filter over all words: Σ w · exp(−(ln 2)² m ÷ n). */
export function standardCost(bins: readonly WordBin[], bitCount: number): number {
  let count = 0;
  let weight = 0;
  for (const bin of bins) {
    count += bin.count;
    weight += bin.count * bin.meanWeight;
  }
  return weight * idealFalsePositiveRate(bitCount, count);
}

export function planBits(bins: readonly WordBin[], bitCount: number, rule: BitRule): PlannedBin[] {
  switch (rule) {
    case 'equal':
      return equalBits(bins, bitCount);
    case 'water-filled':
      return waterFilledBits(bins, bitCount);
  }
}

export function invalidationCost(bins: readonly PlannedBin[]): number {
  return bins.reduce((sum, bin) => sum + bin.count * bin.meanWeight * bin.falsePositiveRate, 0);
}

/** As in the paper that `BinBloomFilter` cites. */
function equalBits(bins: readonly WordBin[], bitCount: number): PlannedBin[] {
  const bits = bitCount / bins.length;
  return bins.map((bin) => ({ ...bin, bits, falsePositiveRate: idealFalsePositiveRate(bits, bin.count) }));
}

/**
 * Minimizes E (docs/filters.md): fᵢ = min(1, λ ÷ wᵢ), with ln λ = (Σ nᵢ ln wᵢ − (ln 2)² m) ÷ Σ nᵢ over the bins with
 * bits. Lighter bins, under water, get none. This is water-filling over parallel channels: Cover & Thomas, "Elements of
 * Information Theory".
 */
function waterFilledBits(bins: readonly WordBin[], bitCount: number): PlannedBin[] {
  const logLevel = logWaterLevel(bins, bitCount);
  return bins.map((bin) => {
    // Logarithms, since a rate may underflow.
    const logRate = Math.min(0, logLevel - Math.log(bin.meanWeight));
    return {
      ...bin,
      // Adding 0 turns −0 into 0, for printing.
      bits: (-bin.count * logRate) / LN2_SQUARED + 0,
      falsePositiveRate: Math.exp(logRate),
    };
  });
}

/** ln λ. Adds bins, heaviest first, until the next one is below the level. */
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

/** `sums[i]` is the weight of the first i words. */
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

/** `planOf(…).cost` without allocation, for the some hundred thousand calls of annealing. Bins are lightest first. */
export function costOfCuts(
  sums: Float64Array,
  cuts: readonly number[],
  bitCount: number,
  rule: BitRule,
): number {
  const binCount = cuts.length - 1;
  const bits = bitCount / binCount;
  let cost = 0;
  // Heaviest first, as in `logWaterLevel`.
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
