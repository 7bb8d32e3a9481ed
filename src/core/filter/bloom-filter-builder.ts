import { BloomFilter } from './bloom-filter.ts';
import { bloomParametersFor, type BloomParameters } from './bloom-parameters.ts';
import { PROBE_STEP } from './probes.ts';

export class BloomFilterBuilder {
  readonly parameters: BloomParameters;
  readonly #bits: Uint8Array<ArrayBuffer>;
  readonly #entry = new Int32Array(2);

  constructor(parameters: BloomParameters) {
    this.#bits = new Uint8Array(parameters.bitCount / 8);
    this.parameters = new BloomFilter(this.#bits, parameters).parameters;
  }

  static for(entryCount: number, falsePositiveRate: number): BloomFilterBuilder {
    return new BloomFilterBuilder(bloomParametersFor(entryCount, falsePositiveRate));
  }

  add(high: number, low: number): void {
    this.#entry[0] = high;
    this.#entry[1] = low;
    this.addAll(this.#entry, 1);
  }

  /** @param words - high and low word of each entry */
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

  /** Not a copy: add nothing afterwards. */
  bits(): Uint8Array<ArrayBuffer> {
    return this.#bits;
  }

  build(): BloomFilter {
    return new BloomFilter(this.#bits, this.parameters);
  }
}
