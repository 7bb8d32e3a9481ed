/**
 * How long an answer may wait for the very first list, in milliseconds from when updating began: less than a frame waits
 * for an answer.
 */
export const FIRST_LIST_MS = 8_000;

export interface FirstListOptions {
  /** Whether there is a list that can clear a link. */
  readonly hasList: () => Promise<boolean>;
  /** Milliseconds. */
  readonly clock: () => number;
}

/**
 * In the first seconds after installation the first list is still being downloaded. Questions are then answered when it
 * has arrived, so that a click waits instead of opening what the list would have flagged. If nothing is being
 * downloaded, or it takes too long, nobody waits.
 */
export class FirstList {
  readonly #options: FirstListOptions;
  readonly #waiting = new Set<() => void>();
  #runs = 0;
  #since = 0;

  constructor(options: FirstListOptions) {
    this.#options = options;
  }

  /** Lists are being updated until `run` ends. */
  during(run: Promise<void>): void {
    if (this.#runs === 0) this.#since = this.#options.clock();
    this.#runs += 1;
    const over = (): void => {
      this.#runs -= 1;
      this.came();
    };
    run.then(over, over);
  }

  /** A first list is in use now. */
  came(): void {
    for (const goOn of this.#waiting) goOn();
    this.#waiting.clear();
  }

  /** Resolves when there is a list, or nothing to wait for. */
  async settled(): Promise<void> {
    const { hasList, clock } = this.#options;
    while (this.#runs > 0) {
      const left = this.#since + FIRST_LIST_MS - clock();
      if (left <= 0 || (await hasList()) || this.#runs === 0) return;
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
        setTimeout(resolve, left);
      });
    }
  }
}
