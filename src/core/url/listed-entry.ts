import { fail, ok, type Result } from '../result.ts';
import { canonicalizeUrl } from './canonical/canonical-url.ts';
import { CONTENT_HOST, contentPath } from './ipfs-content.ts';
import { isIpLiteral, parseUrl } from './canonical/host-name.ts';
import type { Expression, UrlFailure } from './canonical/link-layer.ts';
import { registrableDomain } from './hosts/registrable-domain.ts';

export type EntryFailure =
  | UrlFailure
  | 'empty'
  /** Wildcard or regular expression: one hash cannot cover many URLs. */
  | 'pattern'
  /** `@@…` exempts a site; an entry can only list one. */
  | 'exception'
  | 'not-an-entry'
  /** The feed truncated it: `http://a.example/login…`, `https://www.bank.co...`. What is left may be a good site. */
  | 'cut-short'
  /** Adblock rule for parts of a page; says nothing about the site. */
  | 'cosmetic-rule'
  /** `jane@firm.example`: the host is mostly a victim's or a mail provider's. */
  | 'mail-address'
  /** `192.0.2.0/24`: read as a URL, it would list only its first address. */
  | 'network'
  | NameFailure;

export type NameFailure =
  /** `8.0.0.0.10.rpz-client-ip`: an instruction to resolvers, no name. */
  | 'policy-trigger'
  /** The last label is a number, so browsers refuse the host. */
  | 'number-ending';

export type ListedEntry = Expression & {
  readonly isHostLevel: boolean;
};

/**
 * Parses a URL or host in any spelling of real lists, but not lines of hosts files or CSV. Links match because they are
 * canonicalized too.
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
  const wrong = isIp ? numberFailure(address, absolute) : nameFailure(host);
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

/** With a scheme, path or port, the text is a URL with a user name. */
const MAIL_ADDRESS = /^(?:mailto:)?[^/?#@:]+@[^/?#@:]+$/i;

const NETWORK = /^(?:[\d.]+|\[?[\da-f]*:[\da-f:.]*\]?)\/\d{1,3}$/i;

/** `host##selector`, `host#@#selector`, `host$$tag`. After a scheme, these are part of a URL. */
export function isCosmeticRule(text: string): boolean {
  if (!text.includes('##') && !/#[@$?%]{1,3}#|\$@?\$/.test(text)) return false;
  return !/^[a-z]+:\/\//i.test(text) && /^[^\s#]+#[@$?%]{0,3}#|^[^\s/]+\$@?\$/.test(text);
}

/**
 * True for a final `…`, or several dots in the host (`https://www.bank...`, `login.ba…nk.example/x`): the rest may be a
 * good site. Three dots in a path belong to a bad site's page.
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
 * Refuses numbers that only some programs read as an address. `1764000000` and `2026.11` are times, counts or versions;
 * `300.1.2.3`, which browsers refuse, is 44.1.2.3 to Safe Browsing.
 */
function numberFailure(address: string, absolute: string): 'number-ending' | null {
  if (address !== absolute && /^[\d.x]+(?:[:/?#]|$)/i.test(address) && !FOUR_NUMBERS.test(address))
    return 'number-ending';
  return parseUrl(absolute) === null ? 'number-ending' : null;
}

const FOUR_NUMBERS = /^\d{1,3}(?:\.\d{1,3}){3}\.?(?:[:/?#]|$)/;

/** Adds a missing scheme, which parsing needs. */
function withScheme(address: string): string | null {
  if (/^(?:https?|ftp|wss?):/i.test(address)) return address;
  // Refuses other schemes, such as `mailto:`; but `bad.example:8080/x` has a port.
  if (/^[a-z][a-z0-9+-]*:(?!\d*(?:[/?#]|$))/i.test(address) || /^[a-z][a-z0-9+.-]*:\/\//i.test(address))
    return null;
  if (/\s/.test(address) || /^\/(?!\/)/.test(address)) return null;
  return `http://${address.replace(/^\/\//, '')}`;
}

/**
 * `||host^`, `||host^$third-party`, `|https://host/path|`, `*.host`, `.host`, `host/*`: filter and DNS lists mean the
 * host or path and all below.
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

/** Fast path for nearly all entries: the replacements cost more than parsing. */
const PLAIN_SPELLING = /^(?:https?:\/\/|(?![a-z]+:))[^\s[\](){}\\]*$/i;

/** Defanged by analysts: `hxxps[:]//bad[.]example`. */
function refanged(text: string): string {
  if (PLAIN_SPELLING.test(text)) return text;
  const absolute = text
    .replace(/^(?:h..?ps?|f[tx]p|meow)(?=[[({]?[:/])/i, 'http')
    // `[:]//`, `[://]`, `(:)//`, `[:/]/`, `:[//]`, `:[/][/]`. A `[` after the slashes belongs to an IPv6 address.
    .replace(/^([a-z]+)[[({]?:?[\])}]?[[({]?\/[\])}]?[[({]?\/[\])}]?/i, '$1://');
  return refangedDots(absolute)
    .replace(/\[:\]/g, ':')
    .replace(/\[\/\]/g, '/')
    .split(/\sdot\s/i)
    .map((part) => part.trim())
    .join('.');
}

/** `bad[.]example`, `bad(dot)example`, `bad{dot}example`; in hosts also `bad[.example`, `bad\.example`. */
export function refangedDots(text: string): string {
  return text
    .replace(/\[\.\]|\(\.\)|\{\.\}|[[({]dot[\])}]/gi, '.')
    .replace(/^(?:[a-z]+:\/\/)?[^/?#]*/i, (start) =>
      start.replace(/\\\./g, '.').replace(/(?<=[\w-])[[({]\.(?=[\w-])|(?<=[\w-])\.[\])}](?=[\w-])/g, '.'),
    );
}

function isHost(host: string): boolean {
  return isIpLiteral(host) || /^(?:[\w-]+\.)+[\w-]+$/.test(host);
}

/** Lists write or omit `www.` at random. Without it, an entry matches both. */
function withoutWww(host: string): string {
  if (!host.startsWith('www.')) return host;
  const rest = host.slice(4);
  return registrableDomain(rest) === null ? host : rest;
}
