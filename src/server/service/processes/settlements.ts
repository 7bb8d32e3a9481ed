import { isBefore, type LogPosition } from '../../node/changes/change-files.ts';
import { PositionWaiters } from '../changes/position-waiters.ts';

/**
 * How far each process has read the log. An acknowledgement waits for all of them: otherwise the next check could
 * reach one that does not know the change yet.
 */
export class Settlements {
  readonly #applied = new Map<number, LogPosition>();
  readonly #waiters = new PositionWaiters();

  /** From now on, acknowledgements wait for this process too. @param end - as far as it has read */
  join(worker: number, end: LogPosition): void {
    this.#applied.set(worker, end);
  }

  /** It answers no more requests, so that nothing waits for it. */
  leave(worker: number): void {
    this.#applied.delete(worker);
    this.#settle();
  }

  applied(worker: number, end: LogPosition): void {
    const known = this.#applied.get(worker);
    if (known === undefined || !isBefore(known, end)) return;
    this.#applied.set(worker, end);
    this.#settle();
  }

  /** Calls `settle` once every process has read up to `end`. */
  when(end: LogPosition, settle: () => void): void {
    this.#waiters.add(end, settle);
    this.#settle();
  }

  #settle(): void {
    const applied = [...this.#applied.values()];
    this.#waiters.release((end) => applied.every((known) => !isBefore(known, end)));
  }
}
