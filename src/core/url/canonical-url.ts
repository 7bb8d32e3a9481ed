import { fail, ok, type Result } from '../result.ts';
import { hostFromBrowser, hostFromText, parseUrl } from './host-name.ts';
import { canonicalEscapes } from './percent-escapes.ts';
import type { UrlFailure } from './read-link.ts';

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
}

/** The longest href that is read, in UTF-16 units. No mail needs a longer one, and work stays bounded. */
export const MAX_HREF_LENGTH = 65_536;

/**
 * The canonical form of a link or a feed entry: Safe Browsing's rules with the query kept, over the browser's own
 * parser. docs/urls.md lists every difference from either.
 */
export function canonicalizeUrl(href: string): Result<CanonicalUrl, UrlFailure> {
  const url = readWebUrl(href);
  if (typeof url === 'string') return fail(url);
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

const HOST = 1;
const PATH = 2;
const QUERY = 4;

/**
 * In which part of a URL a character stands for itself, for browsers and for Safe Browsing alike. Everything else
 * goes the long way.
 */
const PLAIN = new Uint8Array(128);
for (let code = 0x21; code < 0x7f; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9._-]/.test(character)) PLAIN[code] = HOST;
  if (!/["#%<>?\\^`{}]/.test(character)) PLAIN[code] = (PLAIN[code] ?? 0) | PATH;
  if (!/["#%<>']/.test(character)) PLAIN[code] = (PLAIN[code] ?? 0) | QUERY;
}

const DOT = 0x2e;
const SLASH = 0x2f;
const PERCENT = 0x25;
const QUESTION = 0x3f;
const NUMBER_SIGN = 0x23;
const TWO = 0x32;

/**
 * Reads a URL that is already written as a browser would write it, nineteen of twenty in real mail, at a third
 * of the cost of `new URL`. `test/core/url/canonical-url.test.ts` holds it to what the long way gives.
 *
 * @returns null if there is anything to parse, resolve or refuse
 */
function readPlain(href: string): WebUrl | null {
  const length = href.length;
  if (length > MAX_HREF_LENGTH) return null;
  let index = href.startsWith('https://') ? 8 : href.startsWith('http://') ? 7 : length;
  const hostStart = index;
  let labelStart = index;
  let hasUpperCase = false;
  let code = 0;
  for (; index < length; index++) {
    code = href.charCodeAt(index);
    if (code > 127 || ((PLAIN[code] ?? 0) & HOST) === 0) break;
    if (code === DOT) {
      if (index === labelStart) return null;
      labelStart = index + 1;
    } else if (code >= 0x41 && code <= 0x5a) {
      hasUpperCase = true;
    }
  }
  if (index === labelStart) return null;
  const topLevel = href.charCodeAt(labelStart);
  // `1.2.3.4`, `0x7f.1`: what ends in a number is an address or nothing.
  if (topLevel >= 0x30 && topLevel <= 0x39) return null;
  const host = hasUpperCase ? href.slice(hostStart, index).toLowerCase() : href.slice(hostStart, index);
  // Punycode has to be decoded to be checked.
  if (host.includes('xn--')) return null;
  if (index === length) return plainUrl(host, '/', null, '/', null);

  const pathStart = index;
  let hasEscapes = false;
  if (code === SLASH) {
    let previous = 0;
    for (; index < length; index++) {
      code = href.charCodeAt(index);
      if (code > 127) return null;
      if (((PLAIN[code] ?? 0) & PATH) === 0) {
        if (code === QUESTION || code === NUMBER_SIGN) break;
        if (code !== PERCENT) return null;
        // `/%2e%2e/` is `/../` to a browser.
        if (previous === SLASH && href.charCodeAt(index + 1) === TWO) return null;
        hasEscapes = true;
      } else if (previous === SLASH && (code === SLASH || code === DOT)) {
        return null;
      }
      previous = code;
    }
  } else if (code !== QUESTION && code !== NUMBER_SIGN) {
    return null;
  }
  const sentPath = index === pathStart ? '/' : href.slice(pathStart, index);
  const path = hasEscapes ? canonicalPath(sentPath) : sentPath;
  if (index === length || code === NUMBER_SIGN) return plainUrl(host, path, null, sentPath, null);

  const queryStart = ++index;
  hasEscapes = false;
  for (; index < length; index++) {
    code = href.charCodeAt(index);
    if (code > 127) return null;
    if (((PLAIN[code] ?? 0) & QUERY) === 0) {
      if (code === NUMBER_SIGN) break;
      if (code !== PERCENT) return null;
      hasEscapes = true;
    }
  }
  const sentQuery = href.slice(queryStart, index);
  return plainUrl(host, path, hasEscapes ? canonicalEscapes(sentQuery) : sentQuery, sentPath, sentQuery);
}

function plainUrl(
  host: string,
  path: string,
  query: string | null,
  sentPath: string,
  sentQuery: string | null,
): WebUrl {
  return { host, path, query, isIp: false, sentPath, sentQuery };
}

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const WEB_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'ws', 'wss']);

function readAny(href: string): WebUrl | UrlFailure {
  if (href.length > MAX_HREF_LENGTH) return 'too-long';
  const absolute = withScheme(strippedHref(href));
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

/** The text with a web scheme in front; null if it is no web address. */
function withScheme(text: string): string | null {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && WEB_SCHEMES.has(scheme)) return text;
  if (/^https?%3a/i.test(text)) return canonicalEscapes(text);
  // `www.example.com/x`: webmails put `http://` in front. Without a dot it is a relative reference.
  const authority = /^[^/\\?#]*/.exec(text)?.[0] ?? '';
  if (scheme !== undefined && !/^[^@:]+\.[^@:]+:\d*$/.test(authority)) return null;
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
  const query = queryOf(parsed);
  return {
    host,
    path: canonicalPath(parsed.pathname),
    query: query === null ? null : canonicalEscapes(query),
    isIp,
    sentPath: parsed.pathname,
    sentQuery: query,
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
  const path = canonicalPath(rawPath === '' ? '/' : rawPath.replaceAll('\\', '/'));
  const query = rawQuery === undefined ? null : canonicalEscapes(rawQuery);
  return { host, path, query, isIp, sentPath: path, sentQuery: query };
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
