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
