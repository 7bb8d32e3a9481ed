/**
 * Work in steps: a generator that yields wherever its caller may let others run, and returns the result. The
 * core has no clock, so a step is an amount of work; `ENTRIES_PER_STEP` of it take 1 to 10 ms.
 */
export type Steps<Value> = Generator<void, Value, void>;

/** Entries that are decoded, merged or inserted between two yields. */
export const ENTRIES_PER_STEP = 1 << 15;

/** Runs all steps at once, for callers that have nobody to wait for. */
export function runSteps<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
