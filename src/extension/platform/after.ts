export function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Null on timeout. */
export function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> {
  return Promise.race([promise, after(milliseconds).then(() => null)]);
}
