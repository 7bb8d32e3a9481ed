import { LIST_FINGERPRINT_BITS } from './list-limits.ts';

/** Bits of a hash that are not in its fingerprint. */
const REST = 64 - LIST_FINGERPRINT_BITS;

/** Cuts the low word of a hash to its fingerprint. The high word stays whole. */
export function cutLow(low: number): number {
  return ((low >>> REST) << REST) >>> 0;
}
