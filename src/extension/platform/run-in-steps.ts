/**
 * Runs long work step by step and lets the realm answer messages in between.
 *
 * @param work - yields where it may be interrupted, every 10 ms or so
 * @returns what the work returns
 */
export async function runInSteps<Value>(work: Generator<void, Value>): Promise<Value> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** Some ten milliseconds, where each takes some tenths of one. */
const ITEMS_A_STEP = 50;

/** As `items.map(map)`; the realm answers messages in between. */
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

/** Resolves in a later turn of the event loop. A timer would wait 4 ms each time once it is nested. */
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
