export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Null on timeout. */
export function resolveWithin<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> {
  return Promise.race([promise, delay(milliseconds).then(() => null)]);
}
