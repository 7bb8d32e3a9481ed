/** Checks without progress until giving up. At one per `KEEP_AWAKE_MS`, this takes five minutes. */
const MOST_LOOKS = 15;

export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/**
 * Watchdog for the unforeseen: a stuck update would block later ones. Counts checks, not time: after a day asleep, a
 * computer checks once.
 */
export class ProgressWatch {
  #looks = 0;
  #lastPlace = 'begun';
  #isGivenUp = false;
  #giveUp: () => void = () => undefined;
  readonly #givenUp = new Promise<void>((resolve) => {
    this.#giveUp = resolve;
  });

  get lastPlace(): string {
    return this.#lastPlace;
  }

  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** Never resolves for abandoned work, so that it stops. */
  async reached(place: string): Promise<void> {
    if (this.#isGivenUp) await new Promise<never>(() => undefined);
    this.#looks = 0;
    this.#lastPlace = place;
  }

  check(): void {
    this.#looks++;
    if (this.#looks < MOST_LOOKS) return;
    this.#isGivenUp = true;
    this.#giveUp();
  }

  async during<Value>(work: Promise<Value>): Promise<Value | 'given-up'> {
    return Promise.race([work, this.#givenUp.then(() => 'given-up' as const)]);
  }
}
