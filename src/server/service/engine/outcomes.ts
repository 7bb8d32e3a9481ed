import { isBefore, type LogPosition } from '../../node/changes/change-files.ts';
import type { ChangeOutcome } from '../../node/changes/overlay.ts';
import type { Begun } from '../changes/change-log.ts';
import { PositionWaiters } from '../changes/position-waiters.ts';

interface Pending {
  readonly at: LogPosition;
  readonly outcomes: ChangeOutcome[];
  isSettled: boolean;
}

/** What became of the changes of each append, as the engine takes them in. */
export class Outcomes {
  readonly #settle: (tag: string, outcomes: readonly ChangeOutcome[]) => void;
  /** In the order of the log. */
  #pending: Pending[] = [];
  readonly #waiters = new PositionWaiters();
  #reached: LogPosition | null = null;
  /** Of the last change whose outcome is known. */
  #last: LogPosition | null = null;

  constructor(settle: (tag: string, outcomes: readonly ChangeOutcome[]) => void) {
    this.#settle = settle;
  }

  /**
   * @param begun - appends that are on disk, in its order; those of nobody who waits have an empty tag
   * @param end - behind all of them
   */
  begin(begun: readonly Begun[], end: LogPosition): void {
    for (const { tag, at } of begun) {
      const pending: Pending = { at, outcomes: [], isSettled: false };
      this.#pending.push(pending);
      this.#waiters.add(end, () => {
        pending.isSettled = true;
        if (tag !== '') this.#settle(tag, pending.outcomes);
      });
    }
  }

  /** @param at - where the change begins; in the order of the log. Of one that is told again the first outcome stays. */
  add(at: LogPosition, outcome: ChangeOutcome): void {
    if (this.#last !== null && !isBefore(this.#last, at)) return;
    this.#last = at;
    // The last append that begins before it or there.
    for (let index = this.#pending.length - 1; index >= 0; index--) {
      const pending = this.#pending[index];
      if (pending === undefined || isBefore(at, pending.at)) continue;
      pending.outcomes.push(outcome);
      return;
    }
  }

  /** Everything before `end` holds. */
  reach(end: LogPosition): void {
    this.#reached = end;
    this.#release();
  }

  /** Calls `resolve` once everything before `end` holds. */
  when(end: LogPosition, resolve: () => void): void {
    this.#waiters.add(end, resolve);
    this.#release();
  }

  #release(): void {
    const reached = this.#reached;
    if (reached === null) return;
    this.#waiters.release((end) => !isBefore(reached, end));
    this.#pending = this.#pending.filter(({ isSettled }) => !isSettled);
  }
}
