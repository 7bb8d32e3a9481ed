import { fail, ok, type Result } from '../../result.ts';
import { hostFromBrowser, hostFromText, parseUrl } from './host-name.ts';
import { canonicalEscapes } from './percent-escapes.ts';
import type { UrlFailure } from './link-layer.ts';

/** A URL as it is looked up: Safe Browsing's canonical form with the query kept; no scheme, port or fragment. */
export interface CanonicalUrl {
  /** Lower case, punycode, no dot at either end; IPv4 dotted decimal, IPv6 in brackets. */
  readonly host: string;
  /** Starts with `/`. */
  readonly path: string;
  /** Without its `?`; null if there is no `?`, empty if nothing follows it. */
  readonly query: string | null;
  readonly isIp: boolean;
}

/** The same, with what the browser makes of the href. */
export interface WebUrl extends CanonicalUrl {
  /** Path and query as the browser sends them. The same strings as `path` and `query` if nothing was decoded. */
  readonly sentPath: string;
  readonly sentQuery: string | null;
  /** True if path and query are longer than is read: then they end where reading did. */
  readonly isCut: boolean;
}

/**
 * As much of path and query together as is read, in UTF-16 units. No mail needs more, and work stays bounded. What
 * costs a sender nothing is not counted: fragment, credentials, white space, dot segments, characters that a host drops.
 */
export const MAX_READ_LENGTH = 65_536;

/**
 * The canonical form of a link or a feed entry: Safe Browsing's rules with the query kept, over the browser's own
 * parser. docs/urls.md lists every difference from either.
 */
export function canonicalizeUrl(href: string): Result<CanonicalUrl, UrlFailure> {
  const url = readWebUrl(href);
  if (typeof url === 'string') return fail(url);
  if (url.isCut) return fail('too-long');
  return ok({ host: url.host, path: url.path, query: url.query, isIp: url.isIp });
}

/** Host, path and query joined: `b.example/1/?q`. */
export function canonicalText(url: CanonicalUrl): string {
  return url.query === null ? url.host + url.path : `${url.host}${url.path}?${url.query}`;
}

/** A failure is returned as its name: this runs for every link of every message. */
export function readWebUrl(href: string): WebUrl | UrlFailure {
  return readPlain(href) ?? readAny(href);
}

/**
 * A URL that is written as a browser would write it, upper case in its host aside: host (four numbers, or ending in a
 * label that is none), path, query. Only characters that stand for themselves, for browsers and for Safe Browsing alike, and `%`.
 */
const PLAIN =
  /^https?:\/\/((?:[\w-]+\.)+[A-Za-z][\w-]*|(?:(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$|[/?#])|(?=[/?#]|$))){4})(\/[!$%&'()*+,\-./0-9:;=@A-Z[\]_a-z|~]*)?(?:\?([!$%&()*+,\-./0-9:;=?@A-Z[\\\]^_`a-z{|}~]*))?(?:#|$)/;

/**
 * Reads plain URLs, nineteen of twenty in real mail, at a third of the cost of `new URL`.
 * `test/core/url/canonical/canonical-url.test.ts` holds it to what the long way gives.
 *
 * @returns null if there is anything to parse, resolve or refuse
 */
function readPlain(href: string): WebUrl | null {
  const match = PLAIN.exec(href);
  if (match === null || match[0].length > MAX_READ_LENGTH) return null;
  const host = (match[1] ?? '').toLowerCase();
  const sentPath = match[2] ?? '/';
  const sentQuery = match[3] ?? null;
  // Punycode has to be decoded to be checked; `//`, `/./` and `/%2e/` have to be resolved.
  if (host.includes('xn--') || sentPath.includes('//') || sentPath.includes('/.')) return null;
  const hasEscapes = sentPath.includes('%');
  if (hasEscapes && sentPath.includes('/%2')) return null;
  return {
    host,
    path: hasEscapes ? canonicalPath(sentPath) : sentPath,
    query: sentQuery !== null && sentQuery.includes('%') ? canonicalEscapes(sentQuery) : sentQuery,
    isIp: isAddress(host),
    sentPath,
    sentQuery,
    isCut: false,
  };
}

/** Of a host that `PLAIN` fits: a name ends in a label that begins with a letter. */
function isAddress(host: string): boolean {
  const first = host.charCodeAt(host.lastIndexOf('.') + 1);
  return first >= 0x30 && first <= 0x39;
}

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const WEB_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'ws', 'wss']);

function readAny(href: string): WebUrl | UrlFailure {
  const absolute = withScheme(withoutFragment(strippedHref(href)));
  if (absolute === null) return 'not-a-web-address';
  const parsed = parseUrl(absolute);
  return parsed === null ? readRefused(absolute) : readParsed(parsed, absolute);
}

/** As browsers do before they parse: C0 controls and spaces off the ends, TAB, CR and LF out of everything. */
export function strippedHref(href: string): string {
  let start = 0;
  let end = href.length;
  while (start < end && href.charCodeAt(start) <= 0x20) start++;
  while (end > start && href.charCodeAt(end - 1) <= 0x20) end--;
  return href.slice(start, end).replace(/[\t\r\n]+/g, '');
}

/** Nothing behind the first `#` is sent or read, however much of it there is. The `#` stays: a space before it counts. */
function withoutFragment(text: string): string {
  const start = text.indexOf('#');
  return start === -1 ? text : text.slice(0, start + 1);
}

/** The text with a web scheme in front; null if it is no web address. */
function withScheme(text: string): string | null {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && WEB_SCHEMES.has(scheme)) return text;
  if (/^https?%3a/i.test(text)) return canonicalEscapes(text);
  // `www.example.com/x`: webmails put `http://` in front. Without a dot it is a relative reference.
  const authority = /^[^/\\?#]*/.exec(text)?.[0] ?? '';
  if (scheme !== undefined && !/^[^@:][^.@:]*\.[^@:]+:\d*$/.test(authority)) return null;
  if (/^\[[\da-f:.]+\](?::\d*)?$/i.test(authority)) return `http://${text}`;
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  if (/^\.|[\s{}<>"']/.test(host) || !/[^.]\.[^.]/.test(host)) return null;
  return FILE.test(host) ? null : `http://${text}`;
}

/** A relative reference that reads like a host. Endings that are top-level domains too (`.zip`) are hosts. */
const FILE =
  /^[^.]+\.(?:[sx]?html?|php\d?|aspx?|jspx?|cfm|cgi|do|action|gif|jpe?g|png|svg|webp|ico|css|js|mjs|json|xml|txt|pdf|docx?|xlsx?|pptx?|eml|ics|vcf)$/i;

function readParsed(parsed: URL, text: string): WebUrl | UrlFailure {
  const { host, isIp } = hostFromBrowser(parsed.hostname);
  if (host === '') return 'no-host';
  // `http:///folder/page`: a browser asks a server named "folder" for "page". Nobody has one; the host is missing.
  if (!host.includes('.') && !isIp && /^[a-z]+:[/\\]{3}/i.test(text)) return 'no-host';
  return webUrl(host, isIp, parsed.pathname, queryOf(parsed));
}

function webUrl(host: string, isIp: boolean, path: string, query: string | null): WebUrl {
  const isCut = path.length + (query?.length ?? 0) > MAX_READ_LENGTH;
  const sentPath = isCut ? path.slice(0, MAX_READ_LENGTH) : path;
  const sentQuery = isCut && query !== null ? query.slice(0, MAX_READ_LENGTH - sentPath.length) : query;
  return {
    host,
    path: canonicalPath(sentPath),
    query: sentQuery === null ? null : canonicalEscapes(sentQuery),
    isIp,
    sentPath,
    sentQuery,
    isCut,
  };
}

/** `search` is empty both for `/q` and for `/q?`; Safe Browsing keeps them apart. */
function queryOf(url: URL): string | null {
  if (url.search !== '') return url.search.slice(1);
  const end = url.href.indexOf('#');
  return (end === -1 ? url.href : url.href.slice(0, end)).endsWith('?') ? '' : null;
}

/**
 * What browsers refuse to open, read by Safe Browsing's rules: its tables hold such URLs, feeds write them, and
 * the same text has to give the same entry.
 */
function readRefused(text: string): WebUrl | UrlFailure {
  const match = /^[a-z]+:[/\\]*([^/\\?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(text);
  if (match === null) return 'not-a-web-address';
  const [, credentialsAndHost = '', rawPath = '', rawQuery] = match;
  const authority = credentialsAndHost.slice(credentialsAndHost.lastIndexOf('@') + 1);
  if (authority.startsWith('[')) return 'bad-host';
  const colon = authority.lastIndexOf(':');
  if (colon !== -1 && !/^\d*$/.test(authority.slice(colon + 1))) return 'bad-port';
  const name = colon === -1 ? authority : authority.slice(0, colon);
  const { host, isIp } = hostFromText(name);
  if (host === '') return 'no-host';
  // Escaped delimiters: written out, the host would be another one.
  if (/[/?@:\\]/.test(host)) return 'bad-host';
  const url = webUrl(host, isIp, rawPath === '' ? '/' : rawPath.replaceAll('\\', '/'), rawQuery ?? null);
  // No browser sends it, so that there is nothing beside our own form.
  return { ...url, sentPath: url.path, sentQuery: url.query };
}

/** Escapes decoded, `.` and `..` resolved, runs of slashes made one. */
export function canonicalPath(sent: string): string {
  const path = canonicalEscapes(sent);
  if (!path.includes('//') && !path.includes('/.')) return path;
  const kept: string[] = [];
  const segments = path.split('/');
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.' && segment !== '') kept.push(segment);
  }
  const last = segments.at(-1);
  const isFolder = last === '' || last === '.' || last === '..';
  return kept.length === 0 ? '/' : `/${kept.join('/')}${isFolder ? '/' : ''}`;
}
