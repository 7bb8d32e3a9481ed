/** 64 bits as two unsigned words; `high` has the leading bits. */
export interface Hash64 {
  readonly high: number;
  readonly low: number;
}
