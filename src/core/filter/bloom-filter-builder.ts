import { BloomFilter } from './bloom-filter.ts';
import { bloomParametersFor, type BloomParameters } from './bloom-parameters.ts';
import { PROBE_STEP } from './probes.ts';

/** The side that writes: collects entries, then hands the bits over. */
export class BloomFilterBuilder {
  readonly parameters: BloomParameters;
  readonly #bits: Uint8Array<ArrayBuffer>;
  readonly #entry = new Int32Array(2);

  /** @throws RangeError if the parameters are none a `BloomFilter` can have */
  constructor(parameters: BloomParameters) {
    this.#bits = new Uint8Array(parameters.bitCount / 8);
    this.parameters = new BloomFilter(this.#bits, parameters).parameters;
  }

  /** A builder of the smallest filter for so many entries at this rate; see `bloomParametersFor`. */
  static for(entryCount: number, falsePositiveRate: number): BloomFilterBuilder {
    return new BloomFilterBuilder(bloomParametersFor(entryCount, falsePositiveRate));
  }

  /** Adding an entry twice changes nothing. */
  add(high: number, low: number): void {
    this.#entry[0] = high;
    this.#entry[1] = low;
    this.addAll(this.#entry, 1);
  }

  /**
   * Adds many entries.
   *
   * @param words - high and low word of one entry after the other
   */
  addAll(words: Uint32Array | Int32Array, entryCount: number): void {
    const bits = this.#bits;
    const { bitCount, hashCount } = this.parameters;
    const scale = bitCount / 2 ** 32;
    for (let entry = 0; entry < entryCount; entry++) {
      let x = (words[entry * 2] ?? 0) | 0;
      let y = (words[entry * 2 + 1] ?? 0) | 0;
      let z = 0;
      for (let probe = 0; probe < hashCount; probe++) {
        const position = ((x >>> 0) * scale) >>> 0;
        const byte = position >>> 3;
        bits[byte] = (bits[byte] ?? 0) | (1 << (position & 7));
        x = (x + y) | 0;
        z = (z + PROBE_STEP) | 0;
        y = (y + z) | 0;
      }
    }
  }

  /** The bits, not a copy: `parameters.bitCount / 8` bytes, bit 0 of byte 0 first. Add nothing afterwards. */
  bits(): Uint8Array<ArrayBuffer> {
    return this.#bits;
  }

  /** The filter over the same bits. Add nothing afterwards. */
  build(): BloomFilter {
    return new BloomFilter(this.#bits, this.parameters);
  }
}
