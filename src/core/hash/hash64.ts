/** 64 bits as unsigned words; `high` has the leading ones. */
export interface Hash64 {
  readonly high: number;
  readonly low: number;
}
