import { destinationOf, LINK_SELECTOR } from '../hrefs/link-destination.ts';
import { attributeOf, closestTo, findAll, isInside } from '../dom/unclobbered.ts';

/** An address that another one carries: plain, percent-encoded once or twice, or the beginning of one in base64. */
const CARRIED = /https?(?::|%3a|%253a)(?:\/|%2f|%252f){2}([^/?#&%:]*)|aHR0c[DH]/gi;

/** Whether an address leads away from the site of this page, also by way of a redirect of the site's own. */
export function isOffSite(href: string): boolean {
  const { hostname } = location;
  if (!/^https?:/i.test(href)) return false;
  if (URL.parse(href)?.hostname !== hostname) return true;
  const behindHost = href.slice(href.indexOf('/', 8));
  return [...behindHost.matchAll(CARRIED)].some(([, host]) => host !== hostname);
}

/** Whether an address belongs to the page itself: its host, or a program of it, which no webmail lets a message start. */
export function isOwn(href: string): boolean {
  return /^javascript:/i.test(href) || (/^https?:/i.test(href) && !isOffSite(href));
}

/** Whether what can be followed here is being written, not read. */
function isWritten(element: Element): boolean {
  const editable = closestTo(element, '[contenteditable]');
  return editable !== null && attributeOf(editable, 'contenteditable')?.toLowerCase() !== 'false';
}

/** Whether an element leads away from the site of this page, and is none that the reader writes. */
export function leavesSite(element: Element, base?: string): boolean {
  const href = destinationOf(element, base);
  return href !== null && isOffSite(href) && !isWritten(element);
}

/**
 * Links of a page of which nothing is known that leave its site and are in none of these bodies. A list of messages
 * needs no exception: its rows lead to the site itself.
 */
export function linksOutside(
  tree: Element | ShadowRoot,
  bodies: readonly Element[],
  base: string,
): readonly Element[] {
  return findAll(tree, LINK_SELECTOR).filter(
    (element) => leavesSite(element, base) && !bodies.some((body) => isInside(body, element)),
  );
}
