/** Resolves after so many milliseconds. */
export function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** @returns what the promise resolves to; null if that takes longer than so many milliseconds */
export function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> {
  return Promise.race([promise, after(milliseconds).then(() => null)]);
}
