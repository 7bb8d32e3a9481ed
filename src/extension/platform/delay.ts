export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

export function resolveWithin<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> {
  return Promise.race([promise, delay(milliseconds).then(() => null)]);
}
