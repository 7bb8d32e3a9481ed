import { fail, ok, type Result } from '../result.ts';
import { canonicalizeUrl } from './canonical-url.ts';
import { isIpLiteral } from './host-name.ts';
import type { Expression, UrlFailure } from './link-layer.ts';
import { registrableDomain } from './registrable-domain.ts';

export type EntryFailure =
  | UrlFailure
  | 'empty'
  /** A wildcard or a regular expression in the middle: one hash cannot stand for many URLs. */
  | 'pattern'
  /** An exception (`@@…`): it takes away, and an entry only adds. */
  | 'exception'
  /** Text that is neither a URL nor a host. */
  | 'not-an-entry';

/** An entry of a feed, as it is hashed. */
export type ListedEntry = Expression & {
  /** True if it lists a whole host: path `/` and no query. */
  readonly isHostLevel: boolean;
};

/**
 * Reads one entry of a feed: a URL or a host, in any of the ways real lists write it. The result is found again
 * among the expressions of every link to it, because both sides go through `canonicalizeUrl`.
 *
 * Whole lines of hosts files, CSV and the like are taken apart by the feed parsers before.
 */
export function parseListedEntry(text: string): Result<ListedEntry, EntryFailure> {
  const entry = refanged(unquoted(text.trim()));
  if (entry === '') return fail('empty');
  if (entry.startsWith('@@')) return fail('exception');
  const address = withoutFilterSyntax(entry);
  if (address.includes('*') && /^[^/?#]*\*/.test(address.replace(/^[a-z]+:\/\//i, '')))
    return fail('pattern');
  if (/^\/[^/].*\/$/.test(entry)) return fail('pattern');
  const absolute = withScheme(address);
  if (absolute === null) return fail('not-an-entry');
  const url = canonicalizeUrl(absolute);
  if (!url.ok) return url;
  const { host, path, query } = url.value;
  if (!isHost(host)) return fail('bad-host');
  const hasQuery = query !== null && query !== '';
  return ok({
    kind: 'url',
    host: withoutWww(host),
    path: hasQuery ? `${path}?${query}` : path,
    isHostLevel: path === '/' && !hasQuery,
  });
}

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
const PLAIN_SPELLING = /^(?:https?:\/\/|(?![a-z]+:))[^\s[({]*$/i;

/** `hxxps[:]//bad[.]example` as analysts write what nobody shall click. */
function refanged(text: string): string {
  if (PLAIN_SPELLING.test(text)) return text;
  return (
    text
      // Which scheme it is is no part of an entry.
      .replace(/^(?:h..?ps?|f[tx]p|meow)(?=\[?:)/i, 'http')
      .replace(/^([a-z]+)\[?:\]?\/\//i, '$1://')
      .replace(/^([a-z]+):?\[\/\/\]/i, '$1://')
      .replace(/\[\.\]|\(\.\)|\{\.\}|\[dot\]|\(dot\)/gi, '.')
      .replace(/\[:\]/g, ':')
      .replace(/\[\/\]/g, '/')
      .split(/\sdot\s/i)
      .map((part) => part.trim())
      .join('.')
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
