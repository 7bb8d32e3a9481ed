/** Token buckets of the most recent names; a forgotten name restarts with a full one. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #maxNames: number;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor({ perSecond, burst, maxNames }: { perSecond: number; burst: number; maxNames: number }) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#maxNames = maxNames;
  }

  /**
   * @param now - monotonic clock, milliseconds
   * @returns 0 if allowed, else seconds to wait
   */
  take(name: string, now: number, cost = 1): number {
    const bucket = this.#buckets.get(name) ?? { tokens: this.#burst, at: now };
    const filled = Math.min(this.#burst, bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond);
    this.#buckets.delete(name);
    const isEnough = filled >= cost;
    this.#buckets.set(name, { tokens: isEnough ? filled - cost : filled, at: now });
    if (this.#buckets.size > this.#maxNames) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    return isEnough ? 0 : Math.max(1, Math.ceil((cost - filled) / this.#perSecond));
  }
}
