/** Debounce: long enough for the answers of one message, too short to be seen. Milliseconds. */
const REFRESH_DELAY_MS = 8;

/** A refresh that takes longer has very many links. It is followed by a pause of `REST_FACTOR` times its duration. Milliseconds. */
const LONG_REFRESH_MS = 4;
const REST_FACTOR = 20;
const MAX_REST_MS = 250;

export interface RefreshPace {
  readonly now: () => void;
  /** Answers for one message come in several batches within a few milliseconds. */
  readonly soon: () => void;
}

/** Schedules refreshes: at once after a scan of the page, debounced after answers. */
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
