/** Work that yields between steps. A step is a fixed amount of work, 1 to 10 ms, as the core has no clock. */
export type Steps<Value> = Generator<void, Value, void>;

export const ENTRIES_PER_STEP = 1 << 15;

export function runSteps<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
