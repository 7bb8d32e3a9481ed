/** The integers 0 to `size` − 1, each left-aligned as the leading `bits` bits of two 32-bit words. */
export interface Universe {
  /** 32 to 64. */
  readonly bits: number;
  /** 0 to 2^bits. */
  readonly size: number;
}

export function fingerprintUniverse(fingerprintBits: number): Universe {
  return { bits: fingerprintBits, size: 2 ** fingerprintBits };
}

export function indexUniverse(count: number): Universe {
  return { bits: 32, size: count };
}

/**
 * The smallest k ≥ 0 with count · 2^k ≥ 0.481216 · size; 0 for an empty list.
 *
 * The gaps of a random list are geometric with mean M = size ÷ count. A gap costs k + 1 ÷ (1 − e^(−2^k/M)) bits, and k
 * + 1 is better where 2^k ÷ M is below ln φ = 0.481212 (φ the golden ratio). This costs 0.03 to 0.12 bits an entry
 * above the entropy log₂ M + 1.4427. With 31537 ÷ 65536, integer arithmetic gives the same k in any language. Quotients
 * add up to less than 2.1 · count for any list. Source: A. Kiely, "Selecting the Golomb Parameter in Rice Coding", IPN
 * Progress Report 42-159, 2004.
 */
export function riceParameterFor(count: number, size: number): number {
  if (count === 0) return 0;
  // Products with powers of two are exact doubles, alike in every engine.
  let k = 0;
  let reached = count * 65536;
  const wanted = 31537 * size;
  while (reached < wanted) {
    reached *= 2;
    k++;
  }
  return k;
}

/** One bit per quotient, k per remainder. */
export function minRiceBits(count: number, riceParameter: number): number {
  return count * (riceParameter + 1);
}

/** The last integer in two words; [−1, 0], before all others, if there is none. */
export function lastInteger(size: number): readonly [number, number] {
  if (size === 0) return [-1, 0];
  // Above 2⁵³ a size is a power of two, and size − 1 is no double.
  if (size > Number.MAX_SAFE_INTEGER) return [size / 2 ** 32 - 1, 0xffff_ffff];
  return [Math.floor((size - 1) / 2 ** 32), (size - 1) >>> 0];
}
