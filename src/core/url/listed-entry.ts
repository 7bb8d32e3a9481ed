import { fail, ok, type Result } from '../result.ts';
import { canonicalizeUrl } from './canonical/canonical-url.ts';
import { CONTENT_HOST, contentPath } from './ipfs-content.ts';
import { isIpLiteral, parseUrl } from './canonical/host-name.ts';
import type { Expression, UrlFailure } from './canonical/link-layer.ts';
import { registrableDomain } from './hosts/registrable-domain.ts';

export type EntryFailure =
  | UrlFailure
  | 'empty'
  /** A wildcard or a regular expression in the middle: one hash cannot stand for many URLs. */
  | 'pattern'
  /** An exception (`@@…`): it takes away, and an entry only adds. */
  | 'exception'
  /** Text that is neither a URL nor a host. */
  | 'not-an-entry'
  /** The feed itself shortened it: `http://a.example/login…`, `https://www.bank.co...`. What is left may be a good site. */
  | 'cut-short'
  /** A rule of an adblocker that hides something on a page, or runs a script there; says nothing of the site. */
  | 'cosmetic-rule'
  /** `jane@firm.example`: the host is most often the victim's, or a mail provider's. */
  | 'mail-address'
  /** `192.0.2.0/24`: read as a page it would name the network's first address. */
  | 'network'
  | NameFailure;

/** Why a host is nobody's site, whatever stands before it. */
export type NameFailure =
  /** `8.0.0.0.10.rpz-client-ip`: to a resolver's policy zone it is no name but an order. */
  | 'policy-trigger'
  /** Its last label is a number, and it is no address: browsers open nothing there. */
  | 'number-ending';

/** An entry of a feed, as it is hashed. */
export type ListedEntry = Expression & {
  /** True if it lists a whole host: path `/` and no query. */
  readonly isHostLevel: boolean;
};

/**
 * Reads one entry of a feed: a URL or a host, in any of the ways real lists write it. The result is found again
 * among the expressions of every link to it, because both sides go through `canonicalizeUrl`. Content of IPFS is one
 * entry, whichever gateway the feed names.
 *
 * Whole lines of hosts files, CSV and the like are taken apart by the feed parsers before.
 */
export function parseListedEntry(text: string): Result<ListedEntry, EntryFailure> {
  const written = unquoted(text.trim());
  if (isCosmeticRule(written)) return fail('cosmetic-rule');
  if (isCutShort(written)) return fail('cut-short');
  const entry = refanged(written);
  if (entry === '') return fail('empty');
  if (entry.startsWith('@@')) return fail('exception');
  const address = withoutFilterSyntax(entry);
  if (address.includes('*') && /^[^/?#]*\*/.test(address.replace(/^[a-z]+:\/\//i, '')))
    return fail('pattern');
  if (/^\/[^/].*\/$/.test(entry)) return fail('pattern');
  if (address.includes('@') && MAIL_ADDRESS.test(address)) return fail('mail-address');
  if (NETWORK.test(address)) return fail('network');
  const absolute = withScheme(address);
  if (absolute === null) return fail('not-an-entry');
  const url = canonicalizeUrl(absolute);
  if (!url.ok) return url;
  const { host, path, query, isIp } = url.value;
  if (!isHost(host)) return fail('bad-host');
  const wrong = isIp ? wrongAddress(address, absolute) : nameFailure(host);
  if (wrong !== null) return fail(wrong);
  const content = contentPath(url.value);
  if (content !== null) return ok({ kind: 'url', host: CONTENT_HOST, path: content, isHostLevel: false });
  const hasQuery = query !== null && query !== '';
  return ok({
    kind: 'url',
    host: withoutWww(host),
    path: hasQuery ? `${path}?${query}` : path,
    isHostLevel: path === '/' && !hasQuery,
  });
}

/** `user@host` without a scheme, path or port. With any of them it is a URL with a user's name in it. */
const MAIL_ADDRESS = /^(?:mailto:)?[^/?#@:]+@[^/?#@:]+$/i;

/** An address without a scheme, and the length of a prefix. */
const NETWORK = /^(?:[\d.]+|\[?[\da-f]*:[\da-f:.]*\]?)\/\d{1,3}$/i;

/** `host##selector`, `host#@#selector`, `host$$tag`. A URL may have any of it in its fragment. */
export function isCosmeticRule(text: string): boolean {
  if (!text.includes('##') && !/#[@$?%]{1,3}#|\$@?\$/.test(text)) return false;
  return !/^[a-z]+:\/\//i.test(text) && /^[^\s#]+#[@$?%]{0,3}#|^[^\s/]+\$@?\$/.test(text);
}

/**
 * Several dots in a host, where a name has one: `https://www.bank...`, `login.ba…nk.example/x`. What is left of it may be
 * a good site. Behind a whole host three dots are taken as written, as the page of a bad site that they are a part of.
 */
export function isCutShort(text: string): boolean {
  if (!text.includes('..') && !text.includes('…')) return false;
  return /…[\])}]?$/.test(text) || /^(?:[a-z]+:)?[/\\]{0,2}[^/\\?#]*(?:\.\.|…)/i.test(text);
}

/** @param host - canonical, no IP literal */
export function nameFailure(host: string): NameFailure | null {
  const last = host.slice(host.lastIndexOf('.') + 1);
  if (last.startsWith('rpz-')) return 'policy-trigger';
  return /^(?:\d+|0x[\da-f]*)$/.test(last) ? 'number-ending' : null;
}

/**
 * Numbers that only some programs take for an address. `1764000000` and `2026.11` stand in feeds as times, counts and
 * versions; of `300.1.2.3`, which browsers refuse, Safe Browsing's rules make 44.1.2.3.
 */
function wrongAddress(address: string, absolute: string): 'number-ending' | null {
  if (address !== absolute && /^[\d.x]+(?:[:/?#]|$)/i.test(address) && !FOUR_NUMBERS.test(address))
    return 'number-ending';
  return parseUrl(absolute) === null ? 'number-ending' : null;
}

const FOUR_NUMBERS = /^\d{1,3}(?:\.\d{1,3}){3}\.?(?:[:/?#]|$)/;

/** The text with a web scheme in front: which one is no part of an entry. */
function withScheme(address: string): string | null {
  if (/^(?:https?|ftp|wss?):/i.test(address)) return address;
  // `mailto:` and others; `bad.example:8080/x` has a port.
  if (/^[a-z][a-z0-9+-]*:(?!\d*(?:[/?#]|$))/i.test(address) || /^[a-z][a-z0-9+.-]*:\/\//i.test(address))
    return null;
  if (/\s/.test(address) || /^\/(?!\/)/.test(address)) return null;
  return `http://${address.replace(/^\/\//, '')}`;
}

/**
 * `||host^`, `||host^$third-party`, `|https://host/path|`, `*.host`, `.host`, `host/*`: the forms of filter lists
 * and of DNS lists that mean "this host, or this path, and below".
 */
function withoutFilterSyntax(entry: string): string {
  const isFilter = entry.startsWith('|') || entry.includes('^');
  const address = isFilter
    ? entry
        .replace(/^\|{1,2}/, '')
        .replace(/\$[a-z~0-9_,=|.-]+$/i, '')
        .replace(/\|$/, '')
        .replace(/\^\*?$/, '')
    : entry;
  return address.replace(/^((?:https?:)?\/\/)?\*?\.(?=[^.])/i, '$1').replace(/\/\*+$/, '/');
}

function unquoted(text: string): string {
  return /^(["'<]).*(?:["'>])$/.test(text) ? text.slice(1, -1).trim() : text;
}

/** Nothing to undo: nearly every line of nearly every feed, and the replacements cost more than the parsing. */
const PLAIN_SPELLING = /^(?:https?:\/\/|(?![a-z]+:))[^\s[\](){}\\]*$/i;

/** `hxxps[:]//bad[.]example` as analysts write what nobody shall click. */
function refanged(text: string): string {
  if (PLAIN_SPELLING.test(text)) return text;
  const absolute = text
    // Which scheme it is is no part of an entry.
    .replace(/^(?:h..?ps?|f[tx]p|meow)(?=[[({]?[:/])/i, 'http')
    // `[:]//`, `[://]`, `(:)//`, `[:/]/`, `:[//]`, `:[/][/]`; a `[` behind the slashes is that of an IPv6 address.
    .replace(/^([a-z]+)[[({]?:?[\])}]?[[({]?\/[\])}]?[[({]?\/[\])}]?/i, '$1://');
  return refangedDots(absolute)
    .replace(/\[:\]/g, ':')
    .replace(/\[\/\]/g, '/')
    .split(/\sdot\s/i)
    .map((part) => part.trim())
    .join('.');
}

/** `bad[.]example`, `bad(dot)example`, `bad{dot}example`, `bad[.example`, `bad\.example`, in a host and nowhere else. */
export function refangedDots(text: string): string {
  return text
    .replace(/\[\.\]|\(\.\)|\{\.\}|[[({]dot[\])}]/gi, '.')
    .replace(/^(?:[a-z]+:\/\/)?[^/?#]*/i, (start) =>
      start.replace(/\\\./g, '.').replace(/(?<=[\w-])[[({]\.(?=[\w-])|(?<=[\w-])\.[\])}](?=[\w-])/g, '.'),
    );
}

/** Something a link can lead to: a name with a dot, or an address. */
function isHost(host: string): boolean {
  return isIpLiteral(host) || /^(?:[\w-]+\.)+[\w-]+$/.test(host);
}

/**
 * `www.` taken off. Lists write it or leave it out at random, and a link is looked up under its parent hosts, so
 * the shorter entry is found from both; the longer one only from the host it names.
 */
function withoutWww(host: string): string {
  if (!host.startsWith('www.')) return host;
  const rest = host.slice(4);
  return registrableDomain(rest) === null ? host : rest;
}
