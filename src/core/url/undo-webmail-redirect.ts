import { readWebUrl } from './canonical/canonical-url.ts';
import { readLink } from './read-link.ts';
import { WEBMAIL_REDIRECT } from './tables/wrapper-rules.ts';

/** @returns the link in a webmail's redirect; `href` itself unless there is exactly one */
export function undoWebmailRedirect(href: string, isWebmail: (host: string) => boolean): string {
  const web = readWebUrl(href);
  if (typeof web === 'string' || !isWebmail(web.host)) return href;
  const carried = readLink(href, isWebmail).layers.filter(({ parent }) => parent === 0);
  const [only] = carried;
  return carried.length === 1 && only?.wrapper === WEBMAIL_REDIRECT.name ? only.url : href;
}
