import { isPrivateHost } from '../url/hosts/private-address.ts';

export const MAX_MIRRORS = 8;

export const MIRROR_REFUSALS = [
  /** No URL, or one with a user name, password, query or fragment. */
  'not-an-address',
  'not-https',
  /** An IP address or local name, although the channel's address is public. */
  'private-host',
  /** The address of the channel, or of an earlier mirror. */
  'twice',
  'too-many',
] as const;
export type MirrorRefusal = (typeof MIRROR_REFUSALS)[number];

export interface CheckedMirror {
  /** Ends in a slash unless `not-an-address`. */
  readonly url: string;
  readonly refusal: MirrorRefusal | null;
}

/**
 * A refused mirror leaves the rest of the list valid.
 *
 * @param channelUrl - only a channel on a local network may have mirrors there: no publisher may make readers probe
 *   their routers
 */
export function checkMirrors(named: readonly string[], channelUrl: string): readonly CheckedMirror[] {
  const seen = new Set([channelUrl]);
  let asked = 0;
  return named.map((text) => {
    const url = folderUrl(text);
    if (url === null) return { url: text, refusal: 'not-an-address' };
    const refusal = refusalOf(url, new URL(channelUrl), seen);
    if (refusal !== null) return { url: url.href, refusal };
    if (asked === MAX_MIRRORS) return { url: url.href, refusal: 'too-many' };
    asked++;
    seen.add(url.href);
    return { url: url.href, refusal: null };
  });
}

function folderUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return null;
  return url.pathname.endsWith('/') ? url : new URL(`${url.href}/`);
}

function refusalOf(url: URL, channelUrl: URL, seen: ReadonlySet<string>): MirrorRefusal | null {
  const isLoopbackTest = [url, channelUrl].every(
    ({ protocol, hostname }) => protocol === 'http:' && hostname === '127.0.0.1',
  );
  if (url.protocol !== 'https:' && !isLoopbackTest) return 'not-https';
  if (isPrivateHost(url.hostname) && !isPrivateHost(channelUrl.hostname)) return 'private-host';
  return seen.has(url.href) ? 'twice' : null;
}
