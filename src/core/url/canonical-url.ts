import { fail, ok, type Result } from '../result.ts';
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

/** The same, with what the browser itself makes of the href. */
export interface WebUrl extends CanonicalUrl {
  /** Path and query as the browser sends them; equal to `path` and `query` when there was nothing to decode. */
  readonly sentPath: string;
  readonly sentQuery: string | null;
}

/** Longest href that is read, in UTF-16 units. Nothing a mail needs is longer; work stays bounded. */
export const MAX_HREF_LENGTH = 65_536;

export function canonicalizeUrl(href: string): Result<CanonicalUrl, UrlFailure> {
  const url = readWebUrl(href);
  if (typeof url === 'string') return fail(url);
  return ok({ host: url.host, path: url.path, query: url.query, isIp: url.isIp });
}

/** Host, path and query joined: `b.example/1/?q`. */
export function canonicalText(url: CanonicalUrl): string {
  return url.query === null ? url.host + url.path : `${url.host}${url.path}?${url.query}`;
}

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const WEB_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'ws', 'wss']);

export function readWebUrl(href: string): WebUrl | UrlFailure {
  if (href.length > MAX_HREF_LENGTH) return 'too-long';
  // oxlint-disable-next-line no-control-regex -- C0 and space at the ends, TAB, CR and LF anywhere: as browsers do
  const text = href.replace(/^[\0- ]+|[\0- ]+$/g, '').replace(/[\t\r\n]+/g, '');
  const absolute = withScheme(text);
  if (absolute === null) return 'not-a-web-address';
  const parsed = parseUrl(absolute);
  return parsed === null ? readLeniently(absolute) : fromBrowser(parsed);
}

/** The text with a web scheme in front; null if it is no web address. */
function withScheme(text: string): string | null {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && WEB_SCHEMES.has(scheme)) return text;
  if (/^https?%3a/i.test(text)) return canonicalEscapes(text);
  // `www.example.com/x`: webmails make `http:` of it. What has no dot is a relative reference.
  const authority = /^[^/\\?#]*/.exec(text)?.[0] ?? '';
  if (scheme !== undefined && !/^[^@:]+\.[^@:]+:\d*$/.test(authority)) return null;
  if (!authority.includes('.') && !/^\[[0-9a-f:.]+\]$/i.test(authority)) return null;
  return `http://${text}`;
}

function fromBrowser(parsed: URL): WebUrl | UrlFailure {
  const host = canonicalHost(parsed.hostname);
  if (host === '') return 'no-host';
  const query = queryOf(parsed);
  return {
    host,
    path: canonicalPath(parsed.pathname),
    query: query === null ? null : canonicalEscapes(query),
    isIp: isIpLiteral(host),
    sentPath: parsed.pathname,
    sentQuery: query,
  };
}

function queryOf(url: URL): string | null {
  if (url.search !== '') return url.search.slice(1);
  const end = url.href.indexOf('#');
  return (end === -1 ? url.href : url.href.slice(0, end)).endsWith('?') ? '' : null;
}

/** What no browser would open, read as Safe Browsing's own tables ask: the same text has to give the same entry. */
function readLeniently(text: string): WebUrl | UrlFailure {
  const match = /^[a-z]+:[/\\]*([^/\\?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(text);
  if (match === null) return 'not-a-web-address';
  const authority = (match[1] ?? '').slice((match[1] ?? '').lastIndexOf('@') + 1);
  const port = /:([^:\]]*)$/.exec(authority);
  if (port !== null && !/^\d*$/.test(port[1] ?? '')) return 'bad-port';
  const name = port === null ? authority : authority.slice(0, port.index);
  if (name === '') return 'no-host';
  if (name.startsWith('[')) return 'bad-host';
  const host = canonicalHost(name);
  if (host === '') return 'no-host';
  const path = canonicalPath(match[2] === '' ? '/' : (match[2] ?? '/').replaceAll('\\', '/'));
  const query = match[3] === undefined ? null : canonicalEscapes(match[3]);
  return { host, path, query, isIp: isIpLiteral(host), sentPath: path, sentQuery: query };
}

function canonicalHost(name: string): string {
  const host = canonicalEscapes(name)
    .toLowerCase()
    .replace(/^\.+|\.+$/g, '')
    .replace(/\.{2,}/g, '.');
  return host;
}

function isIpLiteral(host: string): boolean {
  return host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}

/** Escapes decoded, `.` and `..` resolved, runs of slashes made one. */
function canonicalPath(raw: string): string {
  const path = canonicalEscapes(raw);
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

/** @returns null where `new URL` throws */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
