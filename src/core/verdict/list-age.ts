const HOUR = 3_600;
const DAY = 24 * HOUR;

/** From this age an update is overdue; only popup and options say so. */
export const STALE_AFTER_SECONDS = DAY;

/** From this age a list still flags but no longer clears. */
export const EXPIRED_AFTER_SECONDS = 14 * DAY;

export type ListAge = 'fresh' | 'stale' | 'expired';

/** Unix seconds. */
export interface ListTimes {
  /** From the list's index. */
  readonly publishedAt: number;
  /** By the local clock. */
  readonly receivedAt: number;
  /** From the list's index, capped by its signing keys' expiry. */
  readonly expiresAt: number;
}

/** When a list stops clearing links. Publishers can only shorten this time. */
export function endOfList(times: ListTimes): number {
  return Math.min(times.expiresAt, startOf(times) + EXPIRED_AFTER_SECONDS);
}

/** A future date signed with a stolen key must not keep a frozen list young. */
function startOf({ publishedAt, receivedAt }: ListTimes): number {
  return Math.min(publishedAt, receivedAt);
}

/**
 * @param now - local clock. A list dated later than `now` is fresh: a slow clock must not cost protection, and cannot
 *   be told from a publisher's fast one
 */
export function ageOfList(times: ListTimes, now: number): ListAge {
  if (now >= endOfList(times)) return 'expired';
  return now - startOf(times) >= STALE_AFTER_SECONDS ? 'stale' : 'fresh';
}
