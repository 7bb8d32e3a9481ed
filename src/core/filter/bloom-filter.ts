import { MAX_BIT_COUNT, MAX_HASH_COUNT, type BloomParameters } from './bloom-parameters.ts';
import type { MembershipFilter } from './membership.ts';
import { PROBE_STEP } from './probes.ts';

/**
 * A classical Bloom filter, read-only. What builds one is in `bloom-filter-builder.ts`, the sizes in
 * `bloom-parameters.ts`, and where the probes come from in `probes.ts`.
 *
 * Source: B. H. Bloom, "Space/Time Trade-offs in Hash Coding with Allowable Errors", CACM 13(7), 1970.
 */
export class BloomFilter implements MembershipFilter {
  readonly parameters: BloomParameters;
  readonly #bits: Uint8Array;
  readonly #scale: number;
  readonly #hashCount: number;

  /**
   * @param bits - `bitCount / 8` bytes, bit 0 of byte 0 first; kept, not copied
   * @throws RangeError if bits and parameters do not fit together
   */
  constructor(bits: Uint8Array, parameters: BloomParameters) {
    if (!areBloomParameters(parameters)) {
      throw new RangeError(`${parameters.bitCount} bits, ${parameters.hashCount} probes`);
    }
    if (bits.length * 8 !== parameters.bitCount) {
      throw new RangeError(`${bits.length} bytes cannot hold ${parameters.bitCount} bits`);
    }
    this.#bits = bits;
    this.#scale = parameters.bitCount / 2 ** 32;
    this.#hashCount = parameters.hashCount;
    this.parameters = parameters;
  }

  mayContain(high: number, low: number): boolean {
    const bits = this.#bits;
    const scale = this.#scale;
    const hashCount = this.#hashCount;
    let x = high | 0;
    let y = low | 0;
    let z = 0;
    for (let probe = 0; probe < hashCount; probe++) {
      const position = ((x >>> 0) * scale) >>> 0;
      if (((bits[position >>> 3] ?? 0) & (1 << (position & 7))) === 0) return false;
      x = (x + y) | 0;
      z = (z + PROBE_STEP) | 0;
      y = (y + z) | 0;
    }
    return true;
  }
}

/** Whether a `BloomFilter` can have these parameters. */
export function areBloomParameters({ bitCount, hashCount }: BloomParameters): boolean {
  return (
    Number.isInteger(bitCount) &&
    bitCount >= 8 &&
    bitCount <= MAX_BIT_COUNT &&
    bitCount % 8 === 0 &&
    Number.isInteger(hashCount) &&
    hashCount >= 1 &&
    hashCount <= MAX_HASH_COUNT
  );
}
