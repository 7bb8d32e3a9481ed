const LOOK_EVERY_MS = 25;

export interface PressureLimits {
  /** Requests per process; further ones are refused. */
  readonly maxInFlight: number;
  /** Average event-loop delay above which requests are refused. */
  readonly maxLateMs: number;
  /** Per process, including idle ones; further ones are closed. */
  readonly maxConnections: number;
  /** Requests with incomplete bodies; beyond this the longest-running is cut off. */
  readonly maxComing: number;
}

export const PRESSURE_LIMITS: PressureLimits = {
  maxInFlight: 256,
  maxLateMs: 250,
  maxConnections: 20_000,
  maxComing: 2_000,
};

/** Weight of the newest sample: one pause, as for a new list, refuses nobody. */
const WEIGHT = 0.2;

/**
 * Detects overload. There is no queue: requests are refused early, so that clients can go elsewhere. A request counts
 * once complete, so slow senders take no capacity.
 */
export class Pressure {
  readonly #limits: PressureLimits;
  #inFlight = 0;
  #lateMs = 0;
  #onEmpty: () => void = () => {};
  /** Cut-off callbacks of incomplete requests, oldest first. */
  readonly #coming = new Map<object, () => void>();
  #expectedAt = performance.now() + LOOK_EVERY_MS;
  readonly #timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();

  constructor(limits: PressureLimits) {
    this.#limits = limits;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** A body is arriving. `over` must follow. */
  comes(request: object, cutOff: () => void): void {
    this.#coming.set(request, cutOff);
    if (this.#coming.size <= this.#limits.maxComing) return;
    const [[slowest, cut] = []] = this.#coming;
    if (slowest === undefined || cut === undefined) return;
    this.#coming.delete(slowest);
    cut();
  }

  /** The body is complete or aborted. */
  over(request: object): void {
    if (this.#coming.delete(request)) this.#tellEmpty();
  }

  /** @returns false to refuse the request; otherwise `leave` must follow */
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

  async empty(): Promise<void> {
    if (!this.#isEmpty()) await new Promise<void>((resolve) => (this.#onEmpty = resolve));
  }

  #isEmpty(): boolean {
    return this.#inFlight === 0 && this.#coming.size === 0;
  }

  #tellEmpty(): void {
    if (this.#isEmpty()) this.#onEmpty();
  }

  accepted(): number {
    return this.#inFlight + this.#coming.size;
  }

  #look(): void {
    const now = performance.now();
    this.#lateMs += (Math.max(0, now - this.#expectedAt) - this.#lateMs) * WEIGHT;
    this.#expectedAt = now + LOOK_EVERY_MS;
  }
}
