import { areBloomParameters, BloomFilter } from './bloom-filter.ts';
import type { BloomParameters } from './bloom-parameters.ts';
import type { MembershipFilter } from '../hash/membership.ts';
import { PROBE_STEP } from './probes.ts';

/** A counter that has reached this stays there: how often it was really hit is not known any more. */
export const SATURATED = 15;

/**
 * A counting Bloom filter, read-only: m counters of 4 bits instead of m bits. An entry is in if none of its k
 * counters is zero, so its false-positive rate is that of a classical filter with the same m and k, at four times
 * the memory. What adds and removes is in `counting-bloom-filter-builder.ts`.
 *
 * A counter holds how many probes of present entries fall on it, up to 15. With k = m ÷ n · ln 2 probes, the chance
 * that any of the m counters ever needs 16 is below m · (e · ln 2 ÷ 16)¹⁶ = 1.4 · 10⁻¹⁵ · m, which is 2 · 10⁻⁸
 * for 10⁶ entries at 10⁻³.
 * Source: L. Fan, P. Cao, J. Almeida, A. Broder, "Summary Cache", IEEE/ACM Transactions on Networking 8(3), 2000.
 */
export class CountingBloomFilter implements MembershipFilter {
  readonly parameters: BloomParameters;
  readonly #counters: Uint8Array;
  readonly #scale: number;
  readonly #hashCount: number;

  /**
   * @param counters - `bitCount / 2` bytes; counter 0 in the lower half of byte 0, counter 1 in the upper; kept, not
   *   copied
   * @throws RangeError if counters and parameters do not fit together
   */
  constructor(counters: Uint8Array, parameters: BloomParameters) {
    if (!areBloomParameters(parameters)) {
      throw new RangeError(`${parameters.bitCount} counters, ${parameters.hashCount} probes`);
    }
    if (counters.length * 2 !== parameters.bitCount) {
      throw new RangeError(`${counters.length} bytes cannot hold ${parameters.bitCount} counters`);
    }
    this.parameters = parameters;
    this.#counters = counters;
    this.#scale = parameters.bitCount / 2 ** 32;
    this.#hashCount = parameters.hashCount;
  }

  mayContain(high: number, low: number): boolean {
    const counters = this.#counters;
    const scale = this.#scale;
    const hashCount = this.#hashCount;
    let x = high | 0;
    let y = low | 0;
    let z = 0;
    for (let probe = 0; probe < hashCount; probe++) {
      const position = ((x >>> 0) * scale) >>> 0;
      if (((counters[position >>> 1] ?? 0) & (15 << ((position & 1) * 4))) === 0) return false;
      x = (x + y) | 0;
      z = (z + PROBE_STEP) | 0;
      y = (y + z) | 0;
    }
    return true;
  }

  /** 0 to 15; 15 means 15 or more, or once so. @param position - 0 to m − 1 */
  counter(position: number): number {
    return ((this.#counters[position >>> 1] ?? 0) >>> ((position & 1) * 4)) & 15;
  }

  /** How many counters have stopped counting. Each may keep a bit set for ever; none loses an entry. */
  saturatedCount(): number {
    let count = 0;
    for (const byte of this.#counters) {
      if ((byte & 15) === SATURATED) count++;
      if (byte >>> 4 === SATURATED) count++;
    }
    return count;
  }

  /** The classical filter that answers alike: a bit is set where a counter is not zero. */
  toBloomFilter(): BloomFilter {
    const bits = new Uint8Array(this.parameters.bitCount / 8);
    for (let byte = 0; byte < bits.length; byte++) {
      let eight = 0;
      for (let pair = 0; pair < 4; pair++) {
        const two = this.#counters[byte * 4 + pair] ?? 0;
        if ((two & 15) !== 0) eight |= 1 << (pair * 2);
        if (two >>> 4 !== 0) eight |= 2 << (pair * 2);
      }
      bits[byte] = eight;
    }
    return new BloomFilter(bits, this.parameters);
  }
}
