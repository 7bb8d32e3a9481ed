import type { Hash64 } from '../../../core/hash/hash64.ts';

const MAX_ENTRIES = 4096;

/** Caches results of one list's verification table. */
export class ConfirmedHashes {
  #young = new Map<bigint, readonly number[]>();
  #old = new Map<bigint, readonly number[]>();

  /**
   * Empty if unlisted; undefined if not cached. Call once and reuse the result: entries may be evicted between calls.
   */
  recall(hash: Hash64): readonly number[] | undefined {
    const key = keyOf(hash);
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.remember(hash, old);
    return old;
  }

  remember(hash: Hash64, sections: readonly number[]): void {
    // Two generations approximate LRU without reordering on hits.
    if (this.#young.size >= MAX_ENTRIES / 2) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(keyOf(hash), sections);
  }
}

function keyOf({ high, low }: Hash64): bigint {
  return (BigInt(high) << 32n) | BigInt(low);
}
