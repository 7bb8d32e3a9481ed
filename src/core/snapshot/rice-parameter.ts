/**
 * What an ascending list is drawn from: the integers 0 to `size` − 1, each left-aligned as the leading `bits` bits
 * of two 32-bit words. Fingerprints of r bits: `bits` = r, `size` = 2^r. Indices into a list of n: `bits` = 32,
 * `size` = n.
 */
export interface Universe {
  /** 32 to 64. */
  readonly bits: number;
  /** 0 to 2^bits. */
  readonly size: number;
}

/** The fingerprints of r bits. */
export function fingerprintUniverse(fingerprintBits: number): Universe {
  return { bits: fingerprintBits, size: 2 ** fingerprintBits };
}

/** The indices of a list with `count` entries. */
export function indexUniverse(count: number): Universe {
  return { bits: 32, size: count };
}

/**
 * The Rice parameter k of a list: the smallest k ≥ 0 with count · 2^k ≥ 0.481216 · size, and 0 for an empty list.
 *
 * The gaps of a random list are geometric with mean size ÷ count = M. A gap costs k + 1 ÷ (1 − e^(−2^k/M)) bits, and
 * k + 1 becomes the better choice where 2^k ÷ M falls below ln φ = 0.481212 (φ the golden ratio): so this is the
 * best k, 0.03 to 0.12 bits an entry above the entropy log₂ M + 1.4427. The factor is 31537 ÷ 65536, so that a
 * publisher in any language gets the same k by integer arithmetic. As a consequence the quotients of a list add up
 * to less than 2.1 · count, whatever is in it.
 * Source: A. Kiely, "Selecting the Golomb Parameter in Rice Coding", IPN Progress Report 42-159, 2004.
 */
export function riceParameterFor(count: number, size: number): number {
  if (count === 0) return 0;
  // Products with powers of two: exact in double precision, and so alike in every engine.
  let k = 0;
  let reached = count * 65536;
  const wanted = 31537 * size;
  while (reached < wanted) {
    reached *= 2;
    k++;
  }
  return k;
}

/** Fewer bits than this cannot hold `count` entries: a quotient has at least one, the remainder k. */
export function leastRiceBits(count: number, riceParameter: number): number {
  return count * (riceParameter + 1);
}

/** The last integer of a universe in two words; before everything if there is none. */
export function lastOf(size: number): readonly [number, number] {
  if (size === 0) return [-1, 0];
  // Above 2⁵³ a size is a power of two, and one less is no double.
  if (size > Number.MAX_SAFE_INTEGER) return [size / 2 ** 32 - 1, 0xffff_ffff];
  return [Math.floor((size - 1) / 2 ** 32), (size - 1) >>> 0];
}
