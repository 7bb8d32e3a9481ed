/**
 * Takes the two words of a `Hash64`, not the object, because a page causes some thousand calls in half a millisecond.
 *
 * @returns false if certainly absent; true if present, or absent at the false-positive rate
 */
export interface MembershipFilter {
  mayContain(high: number, low: number): boolean;
}

export interface KeySelector {
  /**
   * @param words - high and low word of each key
   * @param passing - receives ascending indices of the keys that the filter may contain; at least `keyCount` long
   * @returns how many passed
   */
  select(words: Uint32Array, keyCount: number, passing: Uint32Array): number;
}
