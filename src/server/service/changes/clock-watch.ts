/** Tolerated deviation of wall time from elapsed time. */
const TOLERANCE_MS = 60_000;

/** Detects a changed wall clock, whose time must not cause deletions. */
export class ClockWatch {
  #offset: number | null = null;

  /**
   * @param wallMs - Unix time
   * @param elapsedMs - monotonic
   * @returns false if the clock was set since the last call, or at the first
   */
  isSteady(wallMs: number, elapsedMs: number): boolean {
    const offset = wallMs - elapsedMs;
    const isSteady = this.#offset !== null && Math.abs(offset - this.#offset) <= TOLERANCE_MS;
    this.#offset = offset;
    return isSteady;
  }
}
