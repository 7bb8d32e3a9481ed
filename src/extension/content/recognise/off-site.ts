import { destinationOf, LINK_SELECTOR } from '../hrefs/link-destination.ts';
import { attributeOf, closestTo, findAll, isInside } from '../dom/unclobbered.ts';

/** An address inside another: plain, percent-encoded once or twice, or the start of one in base64. */
const CARRIED = /https?(?::|%3a|%253a)(?:\/|%2f|%252f){2}([^/?#&%:]*)|aHR0c[DH]/gi;

/** Whether an address leads off the page's site, also through a redirect of the site itself. */
export function isOffSite(href: string): boolean {
  const { hostname } = location;
  if (!/^https?:/i.test(href)) return false;
  if (URL.parse(href)?.hostname !== hostname) return true;
  const behindHost = href.slice(href.indexOf('/', 8));
  return [...behindHost.matchAll(CARRIED)].some(([, host]) => host !== hostname);
}

/** Whether an address is the page's own: its host, or a script URL, which webmails remove from messages. */
export function isOwn(href: string): boolean {
  return /^javascript:/i.test(href) || (/^https?:/i.test(href) && !isOffSite(href));
}

/** Whether a link is in text that the reader writes. */
function isWritten(element: Element): boolean {
  const editable = closestTo(element, '[contenteditable]');
  return editable !== null && attributeOf(editable, 'contenteditable')?.toLowerCase() !== 'false';
}

/** Whether an element leads off the page's site and is not in the reader's own text. */
export function leavesSite(element: Element, base?: string): boolean {
  const href = destinationOf(element, base);
  return href !== null && isOffSite(href) && !isWritten(element);
}

/**
 * Links of an unknown page that leave its site and are in none of these bodies. Lists of messages need no exception:
 * their rows lead to the site itself.
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
