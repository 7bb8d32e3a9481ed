/** Looks without progress, one every `KEEP_AWAKE_MS`, after which work is given up: five minutes. */
const MOST_LOOKS = 15;

/** Thrown when other work than an update makes no progress. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/**
 * Watchdog: gives up on an update that makes no progress, so that later updates are not blocked. Everything that an update
 * waits for has a limit of its own; this is for what nobody thought of.
 *
 * It counts looks and no time: a computer that was asleep for a day looks once when it wakes.
 */
export class ProgressWatch {
  #looks = 0;
  #lastSign = 'begun';
  #isGivenUp = false;
  #giveUp: () => void = () => undefined;
  readonly #givenUp = new Promise<void>((resolve) => {
    this.#giveUp = resolve;
  });

  /** The last place that the work has reached. */
  get lastSign(): string {
    return this.#lastSign;
  }

  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /**
   * Call when the work reaches a place. For work that was given up this never resolves, so that it does nothing more.
   */
  async reached(place: string): Promise<void> {
    if (this.#isGivenUp) await new Promise<never>(() => undefined);
    this.#looks = 0;
    this.#lastSign = place;
  }

  look(): void {
    this.#looks++;
    if (this.#looks < MOST_LOOKS) return;
    this.#isGivenUp = true;
    this.#giveUp();
  }

  async during<Value>(work: Promise<Value>): Promise<Value | 'given-up'> {
    return Promise.race([work, this.#givenUp.then(() => 'given-up' as const)]);
  }
}
