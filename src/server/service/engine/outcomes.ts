import { isBefore, type LogPosition } from '../../node/changes/change-files.ts';
import type { ChangeOutcome } from '../../node/changes/overlay.ts';
import type { Begun } from '../changes/change-log.ts';

interface Pending {
  readonly tag: string;
  readonly at: LogPosition;
  /** Of all appends that were put on disk with it. */
  readonly end: LogPosition;
  readonly outcomes: ChangeOutcome[];
}

/** What became of the changes of each append, as the engine takes them in. */
export class Outcomes {
  readonly #settle: (tag: string, outcomes: readonly ChangeOutcome[]) => void;
  /** In the order of the log. */
  #pending: Pending[] = [];
  #waiting: { readonly end: LogPosition; readonly resolve: () => void }[] = [];
  #reached: LogPosition | null = null;
  /** Of the last change whose outcome is known. */
  #last: LogPosition | null = null;

  constructor(settle: (tag: string, outcomes: readonly ChangeOutcome[]) => void) {
    this.#settle = settle;
  }

  /** @param begun - appends that are on disk, in its order; those of nobody who waits have an empty tag */
  begin(begun: readonly Begun[], end: LogPosition): void {
    for (const { tag, at } of begun) this.#pending.push({ tag, at, end, outcomes: [] });
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
    const done = this.#pending.filter((one) => !isBefore(end, one.end));
    this.#pending = this.#pending.filter((one) => isBefore(end, one.end));
    for (const { tag, outcomes } of done) if (tag !== '') this.#settle(tag, outcomes);
    const held = this.#waiting.filter((one) => !isBefore(end, one.end));
    this.#waiting = this.#waiting.filter((one) => isBefore(end, one.end));
    for (const { resolve } of held) resolve();
  }

  /** Calls `resolve` once everything before `end` holds. */
  when(end: LogPosition, resolve: () => void): void {
    if (this.#reached !== null && !isBefore(this.#reached, end)) resolve();
    else this.#waiting.push({ end, resolve });
  }
}
