/**
 * A computation that yields between steps, so that its caller can pause. The core has no clock, so a step is an amount
 * of work that takes 1 to 10 ms.
 */
export type Steps<Value> = Generator<void, Value, void>;

export const ENTRIES_PER_STEP = 1 << 15;

/** Runs all steps without a pause. */
export function runSteps<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
