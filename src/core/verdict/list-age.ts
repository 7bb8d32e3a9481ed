const HOUR = 3_600;
const DAY = 24 * HOUR;

/** From this age on an update is overdue: said in popup and options only. Seconds. */
export const STALE_AFTER_SECONDS = DAY;

/** From this age on a list still flags and no longer clears. Seconds. */
export const EXPIRED_AFTER_SECONDS = 14 * DAY;

export type ListAge = 'fresh' | 'stale' | 'expired';

/** Times of a snapshot, as its index gives them: Unix time, seconds. */
export interface ListTimes {
  readonly publishedAt: number;
  readonly expiresAt: number;
}

/** When a list stops clearing links unless it is renewed. Its publisher may say earlier, never later. */
export function endOfList({ publishedAt, expiresAt }: ListTimes): number {
  return Math.min(expiresAt, publishedAt + EXPIRED_AFTER_SECONDS);
}

/**
 * @param now - by the local clock. A list from its future is fresh: a clock that is behind must not make a
 *   reader lose protection, and cannot be told from a publisher whose clock is ahead
 */
export function ageOfList(times: ListTimes, now: number): ListAge {
  if (now >= endOfList(times)) return 'expired';
  return now - times.publishedAt >= STALE_AFTER_SECONDS ? 'stale' : 'fresh';
}
