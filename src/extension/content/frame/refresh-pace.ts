/** Long enough for all answers to one message, too short to be noticed. */
const REFRESH_DELAY_MS = 8;

/** Longer refreshes are followed by a pause of `REST_FACTOR` times their duration. */
const LONG_REFRESH_MS = 4;
const REST_FACTOR = 20;
const MAX_REST_MS = 250;

export interface RefreshPace {
  readonly now: () => void;
  /** Debounced: answers come in batches. */
  readonly soon: () => void;
}

export function refreshPace(show: () => void, signal: AbortSignal): RefreshPace {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** End of the pause; `performance.now()`. */
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
