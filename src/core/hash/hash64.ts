/**
 * A 64-bit keyed hash as two unsigned 32-bit words. `high` holds the leading bits: a *fingerprint* of r
 * bits is the first r of `high` followed by `low`.
 */
export interface Hash64 {
  readonly high: number;
  readonly low: number;
}
