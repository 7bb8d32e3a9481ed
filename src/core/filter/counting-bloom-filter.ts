import { areBloomParameters, BloomFilter } from './bloom-filter.ts';
import type { BloomParameters } from './bloom-parameters.ts';
import type { MembershipFilter } from '../hash/membership.ts';
import { PROBE_STEP } from './probes.ts';

/** A counter that reached this stays: its true count is lost. */
export const SATURATED = 15;

/**
 * m counters of 4 bits. An entry is in if none of its k counters is zero, so the rate is that of a classical filter
 * with the same m and k. The chance of an overflow is 2 · 10⁻⁸ for 10⁶ entries at 10⁻³ (docs/filters.md, section 4).
 * Source: L. Fan, P. Cao, J. Almeida, A. Broder, "Summary Cache", IEEE/ACM Transactions on Networking 8(3), 2000.
 */
export class CountingBloomFilter implements MembershipFilter {
  readonly parameters: BloomParameters;
  readonly #counters: Uint8Array;
  readonly #scale: number;
  readonly #hashCount: number;

  /** @param counters - `bitCount / 2` bytes, counter 0 in the lower half of byte 0; not copied */
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

  /** @returns 0 to 15; 15 means that the count once reached 15 or more */
  counter(position: number): number {
    return ((this.#counters[position >>> 1] ?? 0) >>> ((position & 1) * 4)) & 15;
  }

  /** Each saturated counter may cause false positives forever; none loses an entry. */
  saturatedCount(): number {
    let count = 0;
    for (const byte of this.#counters) {
      if ((byte & 15) === SATURATED) count++;
      if (byte >>> 4 === SATURATED) count++;
    }
    return count;
  }

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
