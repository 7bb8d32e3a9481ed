/** Long enough to gather the answers for one message, too short to be seen. Milliseconds. */
const REFRESH_DELAY_MS = 8;

/** What takes longer is a message of very many links; then comes a rest, of so many times that and no more than this. Milliseconds. */
const LONG_REFRESH_MS = 4;
const REST_FACTOR = 20;
const MAX_REST_MS = 250;

export interface RefreshPace {
  readonly now: () => void;
  /** Answers for one message come in several batches within a few milliseconds. */
  readonly soon: () => void;
}

/** When what is known is shown: at once after a look at the page, and soon after answers, which come in batches. */
export function refreshPace(show: () => void, signal: AbortSignal): RefreshPace {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Answers that come before then wait; `performance.now()`. */
  let restsUntil = 0;
  signal.addEventListener('abort', () => clearTimeout(timer));
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const startedAt = performance.now();
    show();
    const endedAt = performance.now();
    const took = endedAt - startedAt;
    restsUntil = took < LONG_REFRESH_MS ? 0 : endedAt + Math.min(MAX_REST_MS, took * REST_FACTOR);
  };
  return {
    now,
    soon() {
      timer ??= setTimeout(now, Math.max(REFRESH_DELAY_MS, restsUntil - performance.now()));
    },
  };
}
