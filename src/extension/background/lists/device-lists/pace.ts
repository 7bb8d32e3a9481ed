import { nextTurn } from '../../../platform/run-in-steps.ts';
import type { Steps } from '../../../../core/steps.ts';
import type { Courtesy } from './courtesy.ts';

/** How long a list may be worked on before the realm answers what has come in meanwhile, in milliseconds. */
const SLICE_MS = 5;

/** Interrupts long work by the clock, for work whose steps are of very different length. */
export class Pace {
  readonly #courtesy: Courtesy;
  #since = performance.now();

  constructor(courtesy: Courtesy) {
    this.#courtesy = courtesy;
  }

  /** Call between small pieces of work. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await nextTurn();
    await this.#courtesy.quiet();
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
    await pace.breathe();
  }
}
