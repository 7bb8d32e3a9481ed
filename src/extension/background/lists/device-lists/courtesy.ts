/** How long work that can wait lets verdicts go first at a time, in milliseconds: it must end some day. */
const PATIENCE_MS = 500;

/**
 * Lets long work stand back while somebody waits for a verdict. A verdict reads the disk in several steps, and after
 * each of them it would otherwise have to wait for one more slice of the work.
 */
export class Courtesy {
  #underway = 0;
  #waiting: (() => void)[] = [];

  /** Somebody waits: call `end` when it is over, however it ended. */
  begin(): void {
    this.#underway++;
  }

  end(): void {
    this.#underway--;
    if (this.#underway > 0) return;
    for (const resume of this.#waiting) resume();
    this.#waiting = [];
  }

  /** Runs what somebody waits for. */
  async during<Value>(work: () => Promise<Value>): Promise<Value> {
    this.begin();
    try {
      return await work();
    } finally {
      this.end();
    }
  }

  /** Resolves when nobody waits any more, or after half a second. */
  async quiet(): Promise<void> {
    if (this.#underway === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    clearTimeout(timer);
  }
}
