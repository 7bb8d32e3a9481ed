/**
 * For steps that would undo each other.
 *
 * @returns starts a step once those before it have ended, also by a failure
 */
export function inTurn(): <Value>(step: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const done = last.then(step, step);
    last = done;
    return done;
  };
}
