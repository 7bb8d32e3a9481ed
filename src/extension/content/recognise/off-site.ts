import { destinationOf, isFollowed, LINK_SELECTOR } from '../hrefs/link-destination.ts';
import { findAll, isEditable, isInside } from '../dom/unclobbered.ts';

/** A nested URL: plain, percent-encoded once or twice, or the start of its base64. */
const CARRIED = /https?(?::|%3a|%253a)(?:\/|%2f|%252f){2}([^/?#&%:]*)|aHR0c[DH]/gi;

/** Includes the site's own redirects to other sites. */
export function isOffSite(href: string): boolean {
  const { hostname } = location;
  if (!/^https?:/i.test(href)) return false;
  if (URL.parse(href)?.hostname !== hostname) return true;
  const behindHost = href.slice(href.indexOf('/', 8));
  return [...behindHost.matchAll(CARRIED)].some(([, host]) => host !== hostname);
}

/** Includes script URLs, which webmails remove from messages. */
export function isOwn(href: string): boolean {
  return /^javascript:/i.test(href) || (/^https?:/i.test(href) && !isOffSite(href));
}

function leadsOffSite(element: Element, base?: string): boolean {
  const href = destinationOf(element, base);
  return href !== null && isOffSite(href);
}

export function leavesSite(element: Element): boolean {
  return leadsOffSite(element) && isFollowed(element);
}

/** Message lists need no exception: their rows link within the site. */
export function linksOutside(
  tree: Element | ShadowRoot,
  bodies: readonly Element[],
  base: string,
): readonly Element[] {
  return findAll(tree, LINK_SELECTOR).filter(
    (element) =>
      leadsOffSite(element, base) && !bodies.some((body) => isInside(body, element)) && !isEditable(element),
  );
}
