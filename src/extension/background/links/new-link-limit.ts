/**
 * Per tab. The longest newsletters have hundreds. A flood would keep the worker busy, or tell a page, by timing, what
 * is listed.
 */
export const MAX_NEW_LINKS_PER_MINUTE = 5_000;

/** Extra for links checked alone: a flood must not block the reader's click. */
export const MAX_ALONE_PER_MINUTE = 100;

/** In memory only: during a flood, the realm is not stopped. */
export class NewLinkLimit {
  readonly #counts = new Map<number, { minute: number; links: number }>();

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
