/** Within this time a page that shows nothing yet is not noticed. Milliseconds. */
const UNNOTICED_MS = 400;

/** An answer that takes longer than this may never come. Milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * Says something while a page waits for what it cannot begin without: a page that stays empty looks broken.
 *
 * @param say - called after a moment, and once more when it takes so long that nothing may ever come; an answer that
 *   comes all the same is taken
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
