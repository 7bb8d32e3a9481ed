/** A shorter wait goes unnoticed. */
const UNNOTICED_MS = 400;

/** After this wait, an answer is unlikely to come. */
const PATIENCE_MS = 15_000;

/**
 * Shows a loading state, since an empty page looks broken.
 *
 * @param say - called after each of the two delays until the answer, which is used even if late
 */
export async function withLoadingState<Value>(
  awaited: Promise<Value>,
  say: (kind: 'loading' | 'no-answer') => void,
): Promise<Value> {
  const timers = [
    setTimeout(() => say('loading'), UNNOTICED_MS),
    setTimeout(() => say('no-answer'), PATIENCE_MS),
  ];
  try {
    return await awaited;
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}
