const LOOK_EVERY_MS = 25;

export interface PressureLimits {
  /** Requests that are being answered at one time in one process; more are told to come again. */
  readonly maxInFlight: number;
  /** How late the event loop may be, on the average of the last looks, before requests are turned away. Milliseconds. */
  readonly maxLateMs: number;
  /** Open at one time in one process, idle ones too; more are closed at once. */
  readonly maxConnections: number;
  /** Requests whose body is still on its way: beyond them the one that takes longest is cut off. */
  readonly maxComing: number;
}

export const PRESSURE_LIMITS: PressureLimits = {
  maxInFlight: 256,
  maxLateMs: 250,
  maxConnections: 20_000,
  maxComing: 2_000,
};

/** What the newest look weighs in the average: one pause alone, as for a new list, turns nobody away. */
const WEIGHT = 0.2;

/**
 * Says when a process has more to do than it gets done. There is no queue: what cannot be answered soon is refused at
 * once, so that whoever asks can go elsewhere while it still matters. A request counts from when all of it is here: whoever
 * sends slowly takes no place from others.
 */
export class Pressure {
  readonly #limits: PressureLimits;
  #inFlight = 0;
  #lateMs = 0;
  #onEmpty: () => void = () => {};
  /** What cuts each off whose body is on its way; the one that has taken longest is the first. */
  readonly #coming = new Map<object, () => void>();
  #expectedAt = performance.now() + LOOK_EVERY_MS;
  readonly #timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();

  constructor(limits: PressureLimits) {
    this.#limits = limits;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Its body is on its way. `over` must follow. */
  comes(request: object, cutOff: () => void): void {
    this.#coming.set(request, cutOff);
    if (this.#coming.size <= this.#limits.maxComing) return;
    const [[slowest, cut] = []] = this.#coming;
    if (slowest === undefined || cut === undefined) return;
    this.#coming.delete(slowest);
    cut();
  }

  /** All of it is here, or it has gone. */
  over(request: object): void {
    if (this.#coming.delete(request)) this.#tellEmpty();
  }

  /** @returns false if the request is to be refused; otherwise `leave` must follow */
  enter(): boolean {
    const { maxInFlight, maxLateMs } = this.#limits;
    if (this.#inFlight >= maxInFlight || this.#lateMs > maxLateMs) return false;
    this.#inFlight++;
    return true;
  }

  leave(): void {
    this.#inFlight--;
    this.#tellEmpty();
  }

  /** Resolves as soon as nothing is being answered, or on its way. */
  async empty(): Promise<void> {
    if (!this.#isEmpty()) await new Promise<void>((resolve) => (this.#onEmpty = resolve));
  }

  #isEmpty(): boolean {
    return this.#inFlight === 0 && this.#coming.size === 0;
  }

  #tellEmpty(): void {
    if (this.#isEmpty()) this.#onEmpty();
  }

  /** Requests that were accepted and are not answered yet, those whose body is on its way too. */
  accepted(): number {
    return this.#inFlight + this.#coming.size;
  }

  #look(): void {
    const now = performance.now();
    this.#lateMs += (Math.max(0, now - this.#expectedAt) - this.#lateMs) * WEIGHT;
    this.#expectedAt = now + LOOK_EVERY_MS;
  }
}
