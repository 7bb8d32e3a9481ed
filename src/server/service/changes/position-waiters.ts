import type { LogPosition } from '../../node/changes/change-files.ts';

/** Who waits until everything before a position of the log holds. */
export class PositionWaiters {
  #waiting: { readonly end: LogPosition; readonly resolve: () => void }[] = [];

  add(end: LogPosition, resolve: () => void): void {
    this.#waiting.push({ end, resolve });
  }

  /**
   * Calls those whose wait is over, in the order in which they came.
   *
   * @param holds - whether everything before a position holds now
   */
  release(holds: (end: LogPosition) => boolean): void {
    const over = this.#waiting.filter(({ end }) => holds(end));
    if (over.length === 0) return;
    this.#waiting = this.#waiting.filter(({ end }) => !holds(end));
    for (const { resolve } of over) resolve();
  }
}
