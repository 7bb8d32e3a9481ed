import { LIST_FINGERPRINT_BITS } from './list-limits.ts';

/** Bits of a hash outside its fingerprint. */
const REST = 64 - LIST_FINGERPRINT_BITS;

/** The high word stays whole. */
export function cutLow(low: number): number {
  return ((low >>> REST) << REST) >>> 0;
}
