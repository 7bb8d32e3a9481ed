import { readWebUrl } from './canonical/canonical-url.ts';
import { readLink } from './read-link.ts';
import { WEBMAIL_REDIRECT } from './tables/wrapper-rules.ts';

/**
 * The link as its sender wrote it, where the webmail has made a redirect of its own of it.
 *
 * @param isWebmail - whether mail is read at a host
 * @returns the link itself where it carries no other, or several: what they are for is not known then
 */
export function behindWebmail(href: string, isWebmail: (host: string) => boolean): string {
  const web = readWebUrl(href);
  if (typeof web === 'string' || !isWebmail(web.host)) return href;
  const carried = readLink(href, isWebmail).layers.filter(({ parent }) => parent === 0);
  const [only] = carried;
  return carried.length === 1 && only?.wrapper === WEBMAIL_REDIRECT.name ? only.url : href;
}
