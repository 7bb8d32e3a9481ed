/** Looks without any sign of life, one each `KEEP_AWAKE_MS`, after which work is given up: five minutes. */
const MOST_LOOKS = 15;

/** Thrown at work that is no update, when it gives no sign of life any more. */
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

  /** Where the work was last seen. */
  get lastSign(): string {
    return this.#lastSign;
  }

  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** The work has come to a place of this name. Work that was given up stays there: what it does no longer counts. */
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
