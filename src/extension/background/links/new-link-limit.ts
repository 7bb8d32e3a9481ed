/**
 * New links of a tab that are judged in one minute. A mail has tens, the longest newsletter hundreds. A page with
 * thousands is trying to keep the worker busy, or to learn from timing which of them are listed.
 */
export const MAX_NEW_LINKS_PER_MINUTE = 5_000;

/**
 * Further links that are admitted if asked about alone, as at a click: a flood must not block the reader's own click.
 */
export const MAX_ALONE_PER_MINUTE = 100;

/** Counts each tab's new links per minute. In memory only: a flood keeps the realm awake. */
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
