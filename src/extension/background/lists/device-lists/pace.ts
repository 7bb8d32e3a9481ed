import { nextTurn } from '../../../platform/run-in-steps.ts';
import type { Steps } from '../../../../core/steps.ts';
import type { VerdictPriority } from './verdict-priority.ts';

/** After this time work pauses, and the realm handles pending events. */
const SLICE_MS = 5;

/** Limits work by time, as its steps differ much in length. */
export class Pace {
  readonly #verdictPriority: VerdictPriority;
  #since = performance.now();

  constructor(verdictPriority: VerdictPriority) {
    this.#verdictPriority = verdictPriority;
  }

  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await nextTurn();
    await this.#verdictPriority.whenIdle();
    this.#since = performance.now();
  }
}

/** @returns null if the signal stopped it */
export async function runUnlessStopped<Value>(
  work: Steps<Value>,
  pace: Pace,
  signal: AbortSignal,
): Promise<Value | null> {
  for (;;) {
    if (signal.aborted) return null;
    const step = work.next();
    if (step.done === true) return step.value;
    await pace.yieldIfDue();
  }
}
