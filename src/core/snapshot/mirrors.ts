import { isPrivateHost } from '../url/hosts/private-address.ts';

/** Mirrors of one channel that a client asks, at most. */
export const MAX_MIRRORS = 8;

/** Why an address that a key list names as a mirror is not asked. */
export const MIRROR_REFUSALS = [
  /** No address of a folder: a name, a password, a query or a fragment in it, or no URL at all. */
  'not-an-address',
  'not-https',
  /** An IP address or a name of a local network, for a channel that itself has a public address. */
  'private-host',
  /** The channel's own address, or one that stands before it. */
  'twice',
  /** Beyond `MAX_MIRRORS`. */
  'too-many',
] as const;
export type MirrorRefusal = (typeof MIRROR_REFUSALS)[number];

export interface ReadMirror {
  /** Ends in a slash; as the list has it where it is refused. */
  readonly url: string;
  /** Null: it may be asked. */
  readonly refusal: MirrorRefusal | null;
}

/**
 * Which mirrors of a root-signed key list may be asked, and why not the others. One that is refused takes nothing from
 * the rest: a list that is well signed goes on being used.
 *
 * @param channelUrl - the address that the channel was added by; only one that is itself on a local network may have
 *   mirrors there, so that no publisher makes readers knock at their routers
 */
export function readMirrors(named: readonly string[], channelUrl: string): readonly ReadMirror[] {
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
