import type { Result } from '../result.ts';
import { canonicalText, readWebUrl, type WebUrl } from './canonical-url.ts';
import { registrableDomain } from './registrable-domain.ts';
import { isSharedHost } from './shared-hosting.ts';

// PLAN: wrappers and mail addresses follow; the shapes are settled.

/** What an entry or a lookup is hashed as; each kind under its own tag. */
export const ENTRY_KINDS = ['url', 'address', 'message'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Host and path of one lookup key. Joined they are what people read: `b.example/1/`. */
export interface Expression {
  readonly kind: 'url';
  /** Canonical host: lower case, punycode, IPv4 dotted decimal, IPv6 in brackets. */
  readonly host: string;
  /** Starts with `/`; with `?query` if the expression has one. */
  readonly path: string;
}

/** An address (`user@host`) or a sender's domain (`host`). */
export interface AddressExpression {
  readonly kind: 'address';
  readonly address: string;
}

export interface LinkLayer {
  /** As found: raw, untrusted. */
  readonly url: string;
  /** Index of the layer it was found in; null for the link itself. */
  readonly parent: number | null;
  /** Name of the rule that led here; null for the link itself. */
  readonly wrapper: string | null;
  /** `http://host/path?query` without scheme; null for a `mailto:` layer. Null also when `failure` is set. */
  readonly canonical: string | null;
  readonly host: string | null;
  /** By the public suffix list, private section included; null for IP literals and public suffixes. */
  readonly registrableDomain: string | null;
  /** ≤ 30 lookup keys. Hosts × paths, so that each is hashed once: `hosts[i] + paths[j]`. Empty for a wrapper's own host. */
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  /** Which pairs count, as `[hostIndex, pathIndex]`: shared hosting rules some out. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Addresses of a `mailto:` layer: `user@host` then `host`. Empty otherwise. */
  readonly addresses: readonly string[];
  /** True if this layer is only a wrapper around another one: its own host is never flagged. */
  readonly isWrapper: boolean;
  readonly failure: UrlFailure | null;
}

export type UrlFailure = 'too-long' | 'not-a-web-address' | 'no-host' | 'bad-host' | 'bad-port';

/** A link taken apart: layers breadth-first, ≤ 16. */
export interface ReadLink {
  readonly layers: readonly LinkLayer[];
  /** The destination cannot be known without asking somebody: a tracker, a shortener, a sealed wrapper. */
  readonly hidden: { readonly by: string } | null;
  /** Why the link as a whole could not be read; null if layer 0 has a canonical form or an address. */
  readonly failure: UrlFailure | null;
}

export type ReadResult = Result<ReadLink, UrlFailure>;

/** Takes a link apart. Never throws; layer 0 is the link as written. */
export function readLink(href: string): ReadLink {
  const url = readWebUrl(href);
  const layer = typeof url === 'string' ? unreadable(href, url) : layerOf(href, url);
  return { layers: [layer], hidden: null, failure: layer.failure };
}

function unreadable(url: string, failure: UrlFailure): LinkLayer {
  return { ...EMPTY, url, failure };
}

const EMPTY: LinkLayer = {
  url: '',
  parent: null,
  wrapper: null,
  canonical: null,
  host: null,
  registrableDomain: null,
  hosts: [],
  paths: [],
  pairs: [],
  addresses: [],
  isWrapper: false,
  failure: null,
};

function layerOf(url: string, web: WebUrl): LinkLayer {
  const site = web.isIp ? null : registrableDomain(web.host);
  const hosts = [web.host];
  if (site !== null && site !== web.host) {
    const labels = web.host.slice(0, -site.length - 1).split('.');
    let parent = site;
    for (let count = 0; count < 4 && parent !== web.host; count++) {
      hosts.push(parent);
      parent = `${labels.pop() ?? ''}.${parent}`;
    }
  }
  const paths = [web.path];
  if (web.query !== null && web.query !== '') paths.unshift(`${web.path}?${web.query}`);
  for (
    let slash = 0, count = 0;
    slash !== -1 && count < 4;
    slash = web.path.indexOf('/', slash + 1), count++
  ) {
    const prefix = web.path.slice(0, slash + 1);
    if (!paths.includes(prefix)) paths.push(prefix);
  }
  const pairs: [number, number][] = [];
  hosts.forEach((host, hostIndex) => {
    paths.forEach((path, pathIndex) => {
      if (path !== '/' || !isSharedHost(host)) pairs.push([hostIndex, pathIndex]);
    });
  });
  return {
    ...EMPTY,
    url,
    canonical: canonicalText(web),
    host: web.host,
    registrableDomain: site,
    hosts,
    paths,
    pairs,
  };
}

/** The lookup keys of a layer joined, for people. */
export function expressionsOf(layer: LinkLayer): string[] {
  return layer.pairs.map(([host, path]) => `${layer.hosts[host] ?? ''}${layer.paths[path] ?? ''}`);
}
