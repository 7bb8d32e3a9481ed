/**
 * The one question that every filter of the family answers. An entry is asked for by its 64-bit hash (`Hash64`)
 * as two unsigned 32-bit words, not as an object: a page asks some thousand times in half a millisecond.
 *
 * @returns `false`: certainly not in the set. `true`: in the set or, at the filter's false-positive rate, not in it.
 */
export interface MembershipFilter {
  mayContain(high: number, low: number): boolean;
}
