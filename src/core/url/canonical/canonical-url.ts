import { fail, ok, type Result } from '../../result.ts';
import { hostFromBrowser, hostFromText, parseUrl } from './host-name.ts';
import { canonicalEscapes, decodeOnce } from './percent-escapes.ts';
import type { UrlFailure } from './link-layer.ts';

/** A URL without scheme, port and fragment. */
export interface CanonicalUrl {
  /** As in `HostName`. */
  readonly host: string;
  readonly path: string;
  /** Without the `?`; null if absent. */
  readonly query: string | null;
  readonly isIp: boolean;
}

export interface WebUrl extends CanonicalUrl {
  /** As the browser sends them; equal to `path` and `query` if nothing was decoded. */
  readonly sentPath: string;
  readonly sentQuery: string | null;
  /** Whether path and query were cut at `MAX_READ_LENGTH`. */
  readonly isCut: boolean;
}

/**
 * Limit of path and query together, in UTF-16 units; no mail needs more. Doesn't count padding that changes no request:
 * fragment, credentials, white space, dot segments, characters that a host drops.
 */
export const MAX_READ_LENGTH = 65_536;

/**
 * Safe Browsing's rules, applied to what the browser's parser returns; the query is kept. docs/urls.md lists every
 * difference.
 */
export function canonicalizeUrl(href: string): Result<CanonicalUrl, UrlFailure> {
  const url = readWebUrl(href);
  if (typeof url === 'string') return fail(url);
  if (url.isCut) return fail('too-long');
  return ok({ host: url.host, path: url.path, query: url.query, isIp: url.isIp });
}

/** `b.example/1/?q` */
export function canonicalText(url: CanonicalUrl): string {
  return url.query === null ? url.host + url.path : `${url.host}${url.path}?${url.query}`;
}

/** Failures are strings, not objects, because this runs for every link. */
export function readWebUrl(href: string): WebUrl | UrlFailure {
  return readPlain(href) ?? readAny(href);
}

/**
 * URLs already as a browser would write them (hosts may be upper case), whose characters, `%` aside, neither browsers
 * nor Safe Browsing change.
 */
const PLAIN =
  /^https?:\/\/((?:[\w-]+\.)+[A-Za-z][\w-]*|(?:(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$|[/?#])|(?=[/?#]|$))){4})(\/[!$%&'()*+,\-./0-9:;=@A-Z[\]_a-z|~]*)?(?:\?([!$%&()*+,\-./0-9:;=?@A-Z[\\\]^_`a-z{|}~]*))?(?:#|$)/;

/**
 * Reads 95 % of links in real mail, at a third of the cost of `new URL`.
 *
 * @returns null if there is anything to parse, resolve or refuse
 */
function readPlain(href: string): WebUrl | null {
  const match = PLAIN.exec(href);
  if (match === null || match[0].length > MAX_READ_LENGTH) return null;
  const host = (match[1] ?? '').toLowerCase();
  const sentPath = match[2] ?? '/';
  const sentQuery = match[3] ?? null;
  // Punycode needs validation; `//`, `/./` and `/%2e/` need resolving.
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

/** In `PLAIN` hosts, only an IPv4 address has a last label that begins with a digit. */
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

/** Like browsers before parsing: trims C0 controls and spaces, drops TAB, CR and LF. */
export function strippedHref(href: string): string {
  let start = 0;
  let end = href.length;
  while (start < end && href.charCodeAt(start) <= 0x20) start++;
  while (end > start && href.charCodeAt(end - 1) <= 0x20) end--;
  return href.slice(start, end).replace(/[\t\r\n]+/g, '');
}

/** Drops the fragment, which is not sent. The `#` stays, or the parser would trim spaces before it. */
function withoutFragment(text: string): string {
  const start = text.indexOf('#');
  return start === -1 ? text : text.slice(0, start + 1);
}

function withScheme(text: string): string | null {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && WEB_SCHEMES.has(scheme)) return text;
  if (ESCAPED_SCHEME.test(text)) return withoutEscapedScheme(text);
  // Webmails prepend `http://` to `www.example.com/x`. If the host has no dot, the text is a relative reference.
  const authority = /^[^/\\?#]*/.exec(text)?.[0] ?? '';
  if (scheme !== undefined && !/^[^@:][^.@:]*\.[^@:]+:\d*$/.test(authority)) return null;
  if (/^\[[\da-f:.]+\](?::\d*)?$/i.test(authority)) return `http://${text}`;
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  if (/^\.|[\s{}<>"']/.test(host) || !/[^.]\.[^.]/.test(host)) return null;
  return FILE.test(host) ? null : `http://${text}`;
}

/** A whole URL escaped up to five times. */
const ESCAPED_SCHEME = /^https?%(?:25){0,4}3a/i;

/** The fragment, often escaped with the URL, is cut once its `#` is decoded. */
function withoutEscapedScheme(text: string): string {
  let decoded = text;
  while (ESCAPED_SCHEME.test(decoded)) decoded = decodeOnce(decoded);
  return withoutFragment(strippedHref(decoded));
}

/** Files that look like hosts. Endings that are also top-level domains (`.zip`) are hosts. */
const FILE =
  /^[^.]+\.(?:[sx]?html?|php\d?|aspx?|jspx?|cfm|cgi|do|action|gif|jpe?g|png|svg|webp|ico|css|js|mjs|json|xml|txt|pdf|docx?|xlsx?|pptx?|eml|ics|vcf)$/i;

function readParsed(parsed: URL, text: string): WebUrl | UrlFailure {
  const { host, isIp } = hostFromBrowser(parsed.hostname);
  if (host === '') return 'no-host';
  // `http:///folder/page`: browsers ask a server named "folder", which nobody has.
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

/** `search` is empty for both `/q` and `/q?`, which Safe Browsing distinguishes. */
function queryOf(url: URL): string | null {
  if (url.search !== '') return url.search.slice(1);
  const end = url.href.indexOf('#');
  return (end === -1 ? url.href : url.href.slice(0, end)).endsWith('?') ? '' : null;
}

/** Reads URLs that browsers refuse, by Safe Browsing's rules. Its test table and feeds have such URLs. */
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
  // Escaped delimiters: decoded, they would change which host the URL names.
  if (/[/?@:\\]/.test(host)) return 'bad-host';
  const url = webUrl(host, isIp, rawPath === '' ? '/' : rawPath.replaceAll('\\', '/'), rawQuery ?? null);
  // No browser sends such a URL, so its canonical form serves as the sent one.
  return { ...url, sentPath: url.path, sentQuery: url.query };
}

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
