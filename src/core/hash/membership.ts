/**
 * The one question that every filter of the family answers. An entry is asked for by its 64-bit hash (`Hash64`)
 * as two unsigned 32-bit words, not as an object: a page asks some thousand times in half a millisecond.
 *
 * @returns `false`: certainly not in the set. `true`: in the set or, at the filter's false-positive rate, not in it.
 */
export interface MembershipFilter {
  mayContain(high: number, low: number): boolean;
}

/** A filter that can be asked for many keys in one call. */
export interface KeySelector {
  /**
   * @param words - high and low word of one key after the other
   * @param keyCount - how many keys there are
   * @param passing - receives the indices of those that may be in the set, ascending; at least `keyCount` long
   * @returns how many they are
   */
  select(words: Uint32Array, keyCount: number, passing: Uint32Array): number;
}
