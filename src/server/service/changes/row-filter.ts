import type { KeySelector } from '../../../core/hash/membership.ts';
import { addToBlock, BLOCK_BYTES, blockMayContain, PLANNED_PER_BLOCK } from '../engine/filter-block.ts';

const FEWEST_ENTRIES = 1 << 12;
/** Factor by which entries may grow before a rebuild. */
const ROOM = 1.5;

/**
 * A blocked Bloom filter: one processor cache miss per lookup. At most 0.2 % of absent entries pass (F. Putze, P.
 * Sanders, J. Singler, "Cache-, Hash- and Space-Efficient Bloom Filters", 2007).
 */
export class RowFilter implements KeySelector {
  readonly #bytes: Uint8Array;
  readonly #blocks: number;
  readonly #planned: number;
  #count = 0;

  constructor(entries: number) {
    this.#planned = Math.max(FEWEST_ENTRIES, Math.ceil(entries * ROOM));
    this.#blocks = Math.ceil(this.#planned / PLANNED_PER_BLOCK);
    this.#bytes = new Uint8Array(this.#blocks * BLOCK_BYTES);
  }

  /** @param stored - see `storedHash` */
  add(stored: number): void {
    this.#count++;
    const high = Math.floor(stored / 2 ** 21);
    addToBlock(this.#blockOf(high), { high, low: stored % 2 ** 21 });
  }

  /** Still correct, but slower than a new filter. */
  isOutgrown(): boolean {
    return this.#count > this.#planned;
  }

  select(words: Uint32Array, keyCount: number, passing: Uint32Array): number {
    let passed = 0;
    for (let key = 0; key < keyCount; key++) {
      const high = words[key * 2] ?? 0;
      // Truncated as by `storedHash`.
      const low = (words[key * 2 + 1] ?? 0) >>> 11;
      if (blockMayContain(this.#blockOf(high), { high, low })) passing[passed++] = key;
    }
    return passed;
  }

  #blockOf(high: number): Uint8Array {
    const start = Math.floor((high / 2 ** 32) * this.#blocks) * BLOCK_BYTES;
    return this.#bytes.subarray(start, start + BLOCK_BYTES);
  }
}
