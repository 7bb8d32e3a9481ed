/** Longest pause: the work must end some day. */
const PATIENCE_MS = 500;

/** Pauses long work during verdicts: these read the disk in several steps, each of which the work would delay. */
export class VerdictPriority {
  #underway = 0;
  #waiting: (() => void)[] = [];

  /** Always call `end` afterwards. */
  begin(): void {
    this.#underway++;
  }

  end(): void {
    this.#underway--;
    if (this.#underway > 0) return;
    for (const resume of this.#waiting) resume();
    this.#waiting = [];
  }

  async during<Value>(work: () => Promise<Value>): Promise<Value> {
    this.begin();
    try {
      return await work();
    } finally {
      this.end();
    }
  }

  async whenIdle(): Promise<void> {
    if (this.#underway === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    clearTimeout(timer);
  }
}
