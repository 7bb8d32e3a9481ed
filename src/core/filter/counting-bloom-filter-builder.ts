import { CountingBloomFilter, SATURATED } from './counting-bloom-filter.ts';
import { bloomParametersFor, type BloomParameters } from './bloom-parameters.ts';
import { Hash64Set } from './hash64-set.ts';
import { probePositions } from './probes.ts';

/**
 * A counting Bloom filter that follows a stream of additions and removals, O(k) each, so that the plain filter
 * of the moment is always at hand without a rebuild.
 *
 * Counters alone cannot be trusted with removal. To take out an entry that was never put in lowers counters of
 * others, and what the filter then denies is a false negative: a listed link that looks unlisted. Asking the filter
 * first does not help: it says "in" to absent entries at its false-positive rate, and to entries added once and
 * removed twice. So the builder holds the exact set beside the counters and asks that: removing what is not in, or
 * adding what is in, changes nothing and says so. That costs 12 to 24 bytes an entry; who has the memory for a
 * stream of events has it, and a filter on a reader's device is never edited.
 *
 * What is guaranteed, then: an entry that is in is never denied, whatever the sequence of calls. What is not: a
 * saturated counter stays set when its entries are gone, so the false-positive rate may stay above the formula's;
 * `CountingBloomFilter.saturatedCount` says by how many counters, and a rebuild cures it.
 */
export class CountingBloomFilterBuilder {
  readonly parameters: BloomParameters;
  /** The filter over the builder's own counters: it follows what is added and removed later. */
  readonly filter: CountingBloomFilter;
  readonly #counters: Uint8Array<ArrayBuffer>;
  readonly #members = new Hash64Set();
  readonly #positions: Uint32Array;

  /** @throws RangeError if the parameters are none a filter can have */
  constructor(parameters: BloomParameters) {
    this.#counters = new Uint8Array(parameters.bitCount / 2);
    this.filter = new CountingBloomFilter(this.#counters, parameters);
    this.#positions = new Uint32Array(parameters.hashCount);
    this.parameters = parameters;
  }

  /** A builder for so many entries at once at this rate; see `bloomParametersFor`. */
  static for(entryCount: number, falsePositiveRate: number): CountingBloomFilterBuilder {
    return new CountingBloomFilterBuilder(bloomParametersFor(entryCount, falsePositiveRate));
  }

  /** Entries that are in. Beyond the planned number the false-positive rate rises; nothing is lost. */
  entryCount(): number {
    return this.#members.count();
  }

  /** Exactly, unlike `filter.mayContain`. */
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

  /** An entry may probe one counter twice; it then counts twice, when it comes and when it goes. */
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
