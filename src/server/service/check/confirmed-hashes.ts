import type { Hash64 } from '../../../core/hash/hash64.ts';

/** Entries that are kept; what is asked for most often comes back before it is forgotten. */
const MAX_ENTRIES = 4096;

/** What the verification table said of the hashes that were asked for last. Of one list only: another list, another memory. */
export class ConfirmedHashes {
  #young = new Map<bigint, readonly number[]>();
  #old = new Map<bigint, readonly number[]>();

  /**
   * The indices of the sections that list it; undefined if that is not known here (any more), which is not "none":
   * keep what this returns, and do not ask a second time.
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
    // Two generations instead of a list in order of use: the older half goes at once, and nothing is moved for a hit.
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
