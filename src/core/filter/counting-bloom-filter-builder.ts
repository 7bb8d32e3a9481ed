import { CountingBloomFilter, SATURATED } from './counting-bloom-filter.ts';
import { bloomParametersFor, type BloomParameters } from './bloom-parameters.ts';
import { Hash64Set } from './hash64-set.ts';
import { probePositions } from './probes.ts';

/**
 * Follows additions and removals in O(k) each, without a rebuild. Removing an absent entry would make others false
 * negatives (docs/filters.md, section 4), so an exact set (12 to 24 bytes an entry) refuses it. A saturated counter
 * stays set when its entries are gone, so the rate may exceed the formula's until a rebuild.
 */
export class CountingBloomFilterBuilder {
  readonly parameters: BloomParameters;
  /** Shares the builder's counters, so it follows later changes. */
  readonly filter: CountingBloomFilter;
  readonly #counters: Uint8Array<ArrayBuffer>;
  readonly #members = new Hash64Set();
  readonly #positions: Uint32Array;

  constructor(parameters: BloomParameters) {
    this.#counters = new Uint8Array(parameters.bitCount / 2);
    this.filter = new CountingBloomFilter(this.#counters, parameters);
    this.#positions = new Uint32Array(parameters.hashCount);
    this.parameters = parameters;
  }

  static for(entryCount: number, falsePositiveRate: number): CountingBloomFilterBuilder {
    return new CountingBloomFilterBuilder(bloomParametersFor(entryCount, falsePositiveRate));
  }

  /** May exceed the planned number: then only the false-positive rate rises. */
  entryCount(): number {
    return this.#members.count();
  }

  /** Exact, unlike `filter.mayContain`. */
  has(high: number, low: number): boolean {
    return this.#members.has(high, low);
  }

  add(high: number, low: number): 'added' | 'already-in' {
    if (!this.#members.add(high, low)) return 'already-in';
    this.#change(high, low, 1);
    return 'added';
  }

  remove(high: number, low: number): 'removed' | 'not-in' {
    if (!this.#members.delete(high, low)) return 'not-in';
    this.#change(high, low, -1);
    return 'removed';
  }

  /** An entry that probes one counter twice counts twice, when added and when removed. */
  #change(high: number, low: number, by: 1 | -1): void {
    probePositions(high, low, this.parameters, this.#positions);
    for (let probe = 0; probe < this.#positions.length; probe++) {
      const position = this.#positions[probe] ?? 0;
      const shift = (position & 1) * 4;
      const byte = this.#counters[position >>> 1] ?? 0;
      const counter = (byte >>> shift) & 15;
      if (counter !== SATURATED) this.#counters[position >>> 1] = byte + by * (1 << shift);
    }
  }
}
