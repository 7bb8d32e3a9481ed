import { ANY_FOLDER, knownHost, type KnownHost, type SharedSite } from './known-hosts.ts';
import { isIpLiteral } from '../canonical/host-name.ts';
import { publicSuffixOf, type PublicSuffix } from './registrable-domain.ts';

export interface SharedHosting {
  readonly name: string;
  /**
   * One user's host, or host and path: `alice.weebly.com`, `docs.google.com/document/d/1x`. Null if the address names
   * no user.
   */
  readonly userPart: string | null;
}

/** @param path - canonical; without it only users' hosts are recognized */
export function sharedHostingOf(host: string, path = '/'): SharedHosting | null {
  if (isIpLiteral(host)) return null;
  const site = sharedSite(host, knownHost(host), publicSuffixOf(host));
  if (site === null) return null;
  if (isUserHost(host, site)) return { name: site.name, userPart: userHost(host, site) };
  const end = userPartEnd(path, site.userPaths);
  return { name: site.name, userPart: end === -1 ? null : host + path.slice(0, end) };
}

/** True for `weebly.com`, `co.uk` and, by the public suffix list's default rule, any single label. */
export function isSharedHost(host: string): boolean {
  if (isIpLiteral(host)) return false;
  const suffix = publicSuffixOf(host);
  const site = sharedSite(host, knownHost(host), suffix);
  return site === null ? suffix.suffix === host : !isUserHost(host, site);
}

/** The narrower of the sites in the table and in the public suffix list. */
export function sharedSite(
  host: string,
  known: KnownHost | null,
  { suffix, kind }: PublicSuffix,
): SharedSite | null {
  const site = known === null ? null : known.site;
  if (site !== null && site.overridesSuffixes) return site;
  const isListed = kind === 'listed-private' || (kind === 'listed' && suffix === host);
  if (!isListed || suffix === null || (site !== null && site.name.length >= suffix.length)) return site;
  return {
    name: suffix,
    hasUserHosts: true,
    sharedLabels: 0,
    overridesSuffixes: false,
    userPaths: ANY_FOLDER,
  };
}

export function isUserHost(host: string, { name, hasUserHosts, sharedLabels }: SharedSite): boolean {
  if (!hasUserHosts || host.length <= name.length) return false;
  const below = host.slice(0, -name.length - 1);
  return below !== 'www' && labelCount(below) > sharedLabels;
}

function userHost(host: string, { name, sharedLabels }: SharedSite): string {
  const labels = host.slice(0, -name.length - 1).split('.');
  return `${labels.slice(-1 - sharedLabels).join('.')}.${name}`;
}

function labelCount(name: string): number {
  let count = 1;
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) count++;
  return count;
}

/** Server pages are the site's own: `facebook.com/profile.php` is no account. */
const SERVER_PAGE = /\.(?:php|aspx?|jsp|cgi|html?)$/i;

/** @returns where the user's part ends; −1 if no pattern fits */
export function userPartEnd(path: string, patterns: readonly (readonly string[])[]): number {
  for (const pattern of patterns) {
    const end = patternEnd(path, pattern);
    if (end !== -1) return end;
  }
  return -1;
}

function patternEnd(path: string, pattern: readonly string[]): number {
  let start = 1;
  let end = 0;
  for (const part of pattern) {
    if (start > path.length) return -1;
    const slash = path.indexOf('/', start);
    end = slash === -1 ? path.length : slash;
    const segment = path.slice(start, end);
    const fits = part.endsWith('*')
      ? segment.length >= part.length && segment.startsWith(part.slice(0, -1))
      : segment === part;
    if (!fits) return -1;
    start = end + 1;
  }
  return pattern.length === 1 && SERVER_PAGE.test(path.slice(1, end)) ? -1 : end;
}
