/** Longest wait, from the start of the update. Less than a frame's timeout. */
export const FIRST_LIST_MS = 8_000;

export interface FirstListOptions {
  /** Whether a list can clear links. */
  readonly hasList: () => Promise<boolean>;
  /** Milliseconds. */
  readonly clock: () => number;
}

/** After installation, link checks wait for the first list, which may flag the link. */
export class FirstList {
  readonly #options: FirstListOptions;
  readonly #waiting = new Set<() => void>();
  #runs = 0;
  #since = 0;

  constructor(options: FirstListOptions) {
    this.#options = options;
  }

  trackUpdate(run: Promise<void>): void {
    if (this.#runs === 0) this.#since = this.#options.clock();
    this.#runs += 1;
    const over = (): void => {
      this.#runs -= 1;
      this.onAvailable();
    };
    run.then(over, over);
  }

  onAvailable(): void {
    for (const goOn of this.#waiting) goOn();
    this.#waiting.clear();
  }

  async untilAvailable(): Promise<void> {
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
