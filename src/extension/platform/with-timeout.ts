/**
 * For requests that a browser may leave without an answer for ever: a database that another page blocks, a file
 * whose disk is gone.
 *
 * @param ms - at most; a computer that slept meanwhile counts as having waited
 * @param onTimeout - the promise may still settle one day
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
