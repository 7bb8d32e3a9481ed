import type { BloomParameters } from './bloom-parameters.ts';

/** 2³² ÷ golden ratio, odd: spreads the third differences of the probes over all 2³² values. */
export const PROBE_STEP = 0x9e3779b9;

/**
 * Writes the k bit positions of one entry into `positions`.
 *
 * Enhanced double hashing: with x = high and y = low, probe i is at ⌊xᵢ · m ÷ 2³²⌋, where
 * x₀ = x, y₀ = y, z₀ = 0 and zᵢ₊₁ = zᵢ + `PROBE_STEP`, yᵢ₊₁ = yᵢ + zᵢ₊₁, xᵢ₊₁ = xᵢ + yᵢ, all modulo 2³².
 *
 * z is what makes the formula of `falsePositiveRateOf` true. Without it (plain double hashing) the entries (x, y) and
 * (x + (k−1)·y, −y) share all their bits. As the position is a product and not a remainder, z must grow in steps of the
 * size of 2³²: steps of 1, as in the paper, are lost in the division. Hits measured ÷ hits expected (4 · 10⁶ to
 * 2 · 10⁷ absent keys; test/core/filter/bloom-filter.test.ts repeats the first line):
 *
 *     entries  rate   these probes  z in steps of 1  no z   no z, remainders modulo m
 *         100  10⁻⁴       0.98           2.34        2.37             9.6
 *        1000  10⁻⁴       1.07           1.18        1.07             1.7
 *        2000  10⁻⁵       0.99           1.48        1.43             4.2
 *        5000  10⁻⁵       0.95           1.20        1.12             2.0
 *
 * Sources: Dillinger & Manolios, "Bloom Filters in Probabilistic Verification", FMCAD 2004 (the third differences);
 * Lemire, "Fast Random Integer Generation in an Interval", 2019 (product instead of remainder).
 *
 * The double-precision product is rounded, in every engine alike (IEEE 754), and stays below m for m ≤ 2³².
 * `BloomFilter` has the same lines in its own loops; a test holds the two together.
 */
export function probePositions(
  high: number,
  low: number,
  { bitCount, hashCount }: BloomParameters,
  positions: Uint32Array,
): void {
  const scale = bitCount / 2 ** 32;
  let x = high | 0;
  let y = low | 0;
  let z = 0;
  for (let probe = 0; probe < hashCount; probe++) {
    positions[probe] = (x >>> 0) * scale;
    x = (x + y) | 0;
    z = (z + PROBE_STEP) | 0;
    y = (y + z) | 0;
  }
}
