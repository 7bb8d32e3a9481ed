/**
 * So many a second on average, and so many at once. Kept for the names that were seen last; a name that was
 * forgotten begins anew, with a full bucket.
 */
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
   * Takes one, if there is one.
   *
   * @param now - milliseconds of any clock that does not go back
   * @returns 0 if it was taken; otherwise after how many whole seconds there is one
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
