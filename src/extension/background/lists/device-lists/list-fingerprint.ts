import { LIST_FINGERPRINT_BITS } from './list-limits.ts';

/** Bits of the low word that are not part of a fingerprint. */
const REST = 64 - LIST_FINGERPRINT_BITS;

/** The low word of a hash as it is in a fingerprint; the high word is in it whole. */
export function cutLow(low: number): number {
  return ((low >>> REST) << REST) >>> 0;
}
