const HOUR = 3_600;
const DAY = 24 * HOUR;

/** From this age on an update is overdue: said in popup and options only. Seconds. */
export const STALE_AFTER_SECONDS = DAY;

/** From this age on a list still flags and no longer clears. Seconds. */
export const EXPIRED_AFTER_SECONDS = 14 * DAY;

export type ListAge = 'fresh' | 'stale' | 'expired';

/** Times of a snapshot: Unix time, seconds. */
export interface ListTimes {
  /** As its index says. */
  readonly publishedAt: number;
  /** When it came, by the local clock. */
  readonly receivedAt: number;
  /** As its index says, and no later than the keys that signed it. */
  readonly expiresAt: number;
}

/** When a list stops clearing links unless it is renewed. Its publisher may say earlier, never later. */
export function endOfList(times: ListTimes): number {
  return Math.min(times.expiresAt, startOf(times) + EXPIRED_AFTER_SECONDS);
}

/** A date in the future, signed with a stolen key, would keep a frozen list young for as long as the thief likes. */
function startOf({ publishedAt, receivedAt }: ListTimes): number {
  return Math.min(publishedAt, receivedAt);
}

/**
 * @param now - by the local clock. A list from its future is fresh: a clock that is behind must not make a
 *   reader lose protection, and cannot be told from a publisher whose clock is ahead
 */
export function ageOfList(times: ListTimes, now: number): ListAge {
  if (now >= endOfList(times)) return 'expired';
  return now - startOf(times) >= STALE_AFTER_SECONDS ? 'stale' : 'fresh';
}
