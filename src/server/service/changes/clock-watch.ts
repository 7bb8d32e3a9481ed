/** The wall clock may be off by so much against time that has passed. Milliseconds. */
const TOLERANCE_MS = 60_000;

/** Notices a wall clock that was moved: what it says then is not to decide over what is forgotten for good. */
export class ClockWatch {
  #offset: number | null = null;

  /**
   * Whether the wall clock has gone on since the last call as time has.
   *
   * @param wallMs - Unix time
   * @param elapsedMs - by a clock that nobody sets, as `performance.now()`
   * @returns false at the first call
   */
  isSteady(wallMs: number, elapsedMs: number): boolean {
    const offset = wallMs - elapsedMs;
    const isSteady = this.#offset !== null && Math.abs(offset - this.#offset) <= TOLERANCE_MS;
    this.#offset = offset;
    return isSteady;
  }
}
