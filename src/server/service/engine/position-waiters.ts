interface Waiting {
  readonly position: number;
  readonly resolve: (isThere: boolean) => void;
}

export class PositionWaiters {
  #waiting: Waiting[] = [];
  #reached = 0;
  #isClosed = false;

  reach(position: number): void {
    this.#reached = Math.max(this.#reached, position);
    const over = this.#waiting.filter((one) => one.position <= this.#reached);
    if (over.length === 0) return;
    this.#waiting = this.#waiting.filter((one) => one.position > this.#reached);
    for (const { resolve } of over) resolve(true);
  }

  /** @returns false if closed before `position` is reached */
  when(position: number): Promise<boolean> {
    if (position <= this.#reached || this.#isClosed) return Promise.resolve(position <= this.#reached);
    return new Promise((resolve) => this.#waiting.push({ position, resolve }));
  }

  close(): void {
    this.#isClosed = true;
    for (const { resolve } of this.#waiting) resolve(false);
    this.#waiting = [];
  }
}
