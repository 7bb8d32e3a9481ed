/**
 * For requests that a browser may never settle: a blocked database, a lost disk.
 *
 * @param ms - time asleep counts
 * @param onTimeout - called on timeout; the promise may still settle later
 * @throws DOMException `TimeoutError`
 */
export function withTimeout<Value>(
  promise: Promise<Value>,
  ms: number,
  onTimeout: () => void = () => undefined,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onTimeout();
      reject(new DOMException(`no answer within ${ms} ms`, 'TimeoutError'));
    }, ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
