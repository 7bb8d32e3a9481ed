import type { BloomParameters } from './bloom-parameters.ts';

/** 2³² ÷ golden ratio, odd: spreads the third differences of the probes over all 2³² values. */
export const PROBE_STEP = 0x9e3779b9;

/**
 * Writes the k bit positions of one entry into `positions`.
 *
 * Enhanced double hashing: with x = high and y = low, probe i is at ⌊xᵢ · m ÷ 2³²⌋, where
 * x₀ = x, y₀ = y, z₀ = 0 and zᵢ₊₁ = zᵢ + `PROBE_STEP`, yᵢ₊₁ = yᵢ + zᵢ₊₁, xᵢ₊₁ = xᵢ + yᵢ, all modulo 2³².
 * Without z (plain double hashing) the entries (x, y) and (x + (k−1)·y, −y) share all their bits, and there are
 * more false positives than the formula says: see test/core/filter/bloom-filter.test.ts for the figures.
 * Since the position is a product and not a remainder, z must grow in steps of the size of 2³², not of 1: small
 * steps would be lost in the division.
 * Sources: Dillinger & Manolios, "Bloom Filters in Probabilistic Verification", FMCAD 2004 (the third differences);
 * Lemire, "Fast Random Integer Generation in an Interval", 2019 (product instead of remainder).
 *
 * The double-precision product is rounded, in every engine alike (IEEE 754), and stays below m for m ≤ 2³².
 * `BloomFilter` has the same lines unrolled into its loop; a test holds the two together.
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
