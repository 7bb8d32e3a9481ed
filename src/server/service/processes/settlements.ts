import { isBefore, type LogPosition } from '../../node/changes/change-files.ts';

/** Something that is acknowledged once every process goes by it. */
interface Pending {
  readonly end: LogPosition;
  readonly settle: () => void;
}

/**
 * How far each process has read the log. An acknowledgement waits for all of them: otherwise the next check could
 * reach one that does not know the change yet.
 */
export class Settlements {
  readonly #applied = new Map<number, LogPosition>();
  #pending: Pending[] = [];

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
    this.#pending.push({ end, settle });
    this.#settle();
  }

  #settle(): void {
    const least = [...this.#applied.values()].reduce<LogPosition | null>(
      (min, end) => (min === null || isBefore(end, min) ? end : min),
      null,
    );
    const isDone = ({ end }: Pending): boolean => least === null || !isBefore(least, end);
    const done = this.#pending.filter(isDone);
    if (done.length === 0) return;
    this.#pending = this.#pending.filter((one) => !isDone(one));
    for (const { settle } of done) settle();
  }
}
