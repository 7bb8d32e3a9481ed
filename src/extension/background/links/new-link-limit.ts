/**
 * Links a tab may have judged for the first time in one minute. A mail has tens, the longest newsletter
 * hundreds; a page that makes thousands of addresses is trying to keep the worker busy, or to learn from the
 * time it takes which of them are on a list.
 */
export const MAX_NEW_LINKS_PER_MINUTE = 5_000;

/**
 * What else is admitted of links that are asked about alone, as at a click: a flood must not keep the reader's own from
 * being looked up.
 */
export const MAX_ALONE_PER_MINUTE = 100;

/** Counts each tab's new links by the minute. Kept in memory only: who floods keeps the realm awake. */
export class NewLinkLimit {
  readonly #counts = new Map<number, { minute: number; links: number }>();

  /** @param now - Unix time, seconds */
  admits(tabId: number, newLinks: number, now: number): boolean {
    const minute = Math.floor(now / 60);
    for (const [tab, { minute: counted }] of this.#counts) {
      if (counted !== minute) this.#counts.delete(tab);
    }
    const count = this.#counts.get(tabId) ?? { minute, links: 0 };
    this.#counts.set(tabId, count);
    const most = MAX_NEW_LINKS_PER_MINUTE + (newLinks === 1 ? MAX_ALONE_PER_MINUTE : 0);
    if (count.links + newLinks > most) return false;
    count.links += newLinks;
    return true;
  }
}
