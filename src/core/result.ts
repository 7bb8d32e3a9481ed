/** Outcome of an operation that is expected to fail at times. Bugs still throw. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export function ok<Value>(value: Value): Result<Value, never> {
  return { ok: true, value };
}

/** Say why in a comment at the call. */
export function ignoreFailure(_result: Result<unknown, unknown>): void {}

export function fail<Failure>(failure: Failure): Result<never, Failure> {
  return { ok: false, failure };
}
