/**
 * Work that callers may interrupt after each step, of 1 to 10 ms. The core has no clock, so steps end after a number of
 * entries.
 */
export type Steps<Value> = Generator<void, Value, void>;

export const ENTRIES_PER_STEP = 1 << 15;

export function runSteps<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
