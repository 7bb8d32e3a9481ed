/**
 * Takes the words of a `Hash64`, not the object: a page asks some thousand times in half a millisecond.
 *
 * @returns false if certainly absent; true if present, or absent at the false-positive rate
 */
export interface MembershipFilter {
  mayContain(high: number, low: number): boolean;
}

export interface KeySelector {
  /**
   * @param words - high and low word of each key
   * @param passing - receives ascending indices of keys that may be in; at least `keyCount` long
   */
  select(words: Uint32Array, keyCount: number, passing: Uint32Array): number;
}
