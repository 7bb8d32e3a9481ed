/**
 * Lets the realm answer messages during long work.
 *
 * @param work - yields about every 10 ms
 */
export async function runInSteps<Value>(work: Generator<void, Value>): Promise<Value> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** Items per step: about 10 ms, at tenths of a millisecond each. */
const ITEMS_A_STEP = 50;

export function mapInSteps<Item, Value>(
  items: readonly Item[],
  map: (item: Item) => Value,
): Promise<readonly Value[]> {
  return runInSteps(
    (function* () {
      const values: Value[] = [];
      for (const item of items) {
        if (values.length > 0 && values.length % ITEMS_A_STEP === 0) yield;
        values.push(map(item));
      }
      return values;
    })(),
  );
}

/** Resolves in a later task. Nested timers would wait 4 ms each. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
