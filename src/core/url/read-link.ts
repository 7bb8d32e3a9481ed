import { canonicalText, readWebUrl, strippedHref, type WebUrl } from './canonical-url.ts';
import { hostFacts, type HostFacts } from './host-facts.ts';
import { mailtoAddresses } from './mail-address.ts';
import { unwrap, type Unwrapped } from './unwrap-link.ts';
import type { WrapperRule } from './wrapper-rules.ts';
import { urlExpressions, wholeUrl } from './url-expressions.ts';

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
  /**
   * ≤ 30 lookup keys. Hosts × paths, so that each is hashed once: `hosts[i] + paths[j]`. Of a wrapper there is one,
   * the whole link as listed: never its host, never a part of its path.
   */
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  /** Which pairs count, as `[hostIndex, pathIndex]`: shared hosting rules some out. */
  readonly pairs: readonly (readonly [number, number])[];
  /**
   * Addresses of a `mailto:` layer: `user@host` then `host`. Empty otherwise. Its pairs are the front pages of the
   * hosts: most lists know a host as a site, and not as a sender.
   */
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

export const MAX_LAYERS = 16;
/** Wrappers around wrappers that are taken off: gateways of two companies, a tracker and a translator make four. */
export const MAX_DEPTH = 5;

const NONE: readonly never[] = [];

/** A layer, and what is to be read next. */
interface Opened {
  readonly layer: LinkLayer;
  readonly depth: number;
  readonly hidden: string | null;
  /** Destinations it wraps, raw, and the rule that found them. */
  readonly destinations: readonly string[];
  readonly wrapper: string | null;
}

/**
 * Takes a link apart: the link as written, what it wraps, what that wraps, each with the names it is looked up
 * under. Never throws; the first layer is always there. Work and result are bounded by the length of the link.
 */
export function readLink(href: string): ReadLink {
  const web = readWebUrl(href);
  if (typeof web === 'string') return readWrapped(openOther(href, null, null, 0, web));
  const facts = hostFacts(web.host, href.length);
  const unwrapped = unwrap(web, facts.rules, facts.tracker !== null);
  if (unwrapped !== null && unwrapped.destinations.length > 0) {
    return readWrapped(opened(href, null, null, 0, web, facts, unwrapped));
  }
  // What most links are: one layer, nothing to remember.
  const hidden = hiddenBy(web, facts, unwrapped);
  return {
    layers: [webLayer(href, null, null, web, facts, false)],
    hidden: hidden === null ? null : { by: hidden },
    failure: null,
  };
}

function readWrapped(first: Opened): ReadLink {
  const found = [first];
  const seen = new Set([first.layer.url]);
  for (let index = 0; index < found.length; index++) {
    const { destinations, wrapper, depth } = found[index] ?? first;
    if (depth >= MAX_DEPTH) continue;
    for (const destination of destinations) {
      if (found.length >= MAX_LAYERS) break;
      if (seen.has(destination)) continue;
      seen.add(destination);
      const next = open(destination, index, wrapper, depth + 1);
      if (next.layer.failure === null) found.push(next);
    }
  }
  const hidden = found.find((one) => one.hidden !== null)?.hidden ?? null;
  return {
    layers: found.map(({ layer }) => layer),
    hidden: hidden === null ? null : { by: hidden },
    failure: first.layer.failure,
  };
}

function open(url: string, parent: number, wrapper: string | null, depth: number): Opened {
  const web = readWebUrl(url);
  if (typeof web === 'string') return openOther(url, parent, wrapper, depth, web);
  const facts = hostFacts(web.host, url.length);
  return opened(url, parent, wrapper, depth, web, facts, unwrap(web, facts.rules, facts.tracker !== null));
}

function opened(
  url: string,
  parent: number | null,
  wrapper: string | null,
  depth: number,
  web: WebUrl,
  facts: HostFacts,
  unwrapped: Unwrapped | null,
): Opened {
  const destinations = unwrapped === null ? NONE : unwrapped.destinations;
  const isWrapper = unwrapped !== null && destinations.length > 0 && isWrapperItself(unwrapped.rule);
  return {
    layer: webLayer(url, parent, wrapper, web, facts, isWrapper),
    depth,
    hidden: hiddenBy(web, facts, unwrapped),
    destinations,
    wrapper: unwrapped === null ? null : unwrapped.rule.name,
  };
}

/** A tracker under a sender's own name and a site that happens to redirect are judged like any other host. */
function isWrapperItself(rule: WrapperRule): boolean {
  return rule.hosts !== '' && rule.isOrdinarySite !== true;
}

function webLayer(
  url: string,
  parent: number | null,
  wrapper: string | null,
  web: WebUrl,
  facts: HostFacts,
  isWrapper: boolean,
): LinkLayer {
  const { hosts, paths, pairs } = isWrapper ? wholeUrl(web) : urlExpressions(web, facts);
  return {
    url,
    parent,
    wrapper,
    canonical: canonicalText(web),
    host: web.host,
    registrableDomain: facts.registrableDomain,
    hosts,
    paths,
    pairs,
    addresses: NONE,
    isWrapper,
    failure: null,
  };
}

function hiddenBy(web: WebUrl, facts: HostFacts, unwrapped: Unwrapped | null): string | null {
  if (unwrapped !== null) {
    const { rule, destinations } = unwrapped;
    return destinations.length === 0 || rule.isPartial === true ? (rule.sealed ?? null) : null;
  }
  return web.path === '/' ? null : (facts.shortener ?? facts.tracker);
}

/** What is no web address: an address to write to, an Office or browser scheme around a URL, or nothing we know. */
function openOther(
  url: string,
  parent: number | null,
  wrapper: string | null,
  depth: number,
  failure: UrlFailure,
): Opened {
  const text = failure === 'not-a-web-address' ? strippedHref(url) : '';
  const addresses = /^mailto:/i.test(text) ? mailtoAddresses(text) : NONE;
  const { hosts, paths, pairs } = hostsOfAddresses(addresses);
  const carried = CARRIER_SCHEME.exec(text)?.[1];
  return {
    layer: {
      url,
      parent,
      wrapper,
      canonical: null,
      host: null,
      registrableDomain: null,
      hosts,
      paths,
      pairs,
      addresses,
      isWrapper: false,
      failure: addresses.length > 0 ? null : /^mailto:/i.test(text) ? 'no-host' : failure,
    },
    depth,
    hidden: null,
    destinations: carried === undefined ? NONE : [carried],
    wrapper: 'scheme',
  };
}

/** The hosts behind the `@`, as far as they are nobody's but their owner's, and their parents: of each the front page. */
function hostsOfAddresses(addresses: readonly string[]): Pick<LinkLayer, 'hosts' | 'paths' | 'pairs'> {
  if (addresses.length === 0) return { hosts: NONE, paths: NONE, pairs: NONE };
  const hosts = new Set<string>();
  for (const address of addresses) {
    if (address.includes('@')) continue;
    const facts = hostFacts(address);
    if (facts.scope !== 'any-path') continue;
    for (const host of facts.hosts) if (hosts.size < MAX_MAIL_HOSTS) hosts.add(host);
  }
  return { hosts: [...hosts], paths: ['/'], pairs: Array.from(hosts, (_, index) => [index, 0] as const) };
}

/** As many keys as a URL has. */
const MAX_MAIL_HOSTS = 30;

/** `ms-word:ofe|u|https://…`, `microsoft-edge:https://…`: schemes that hand a URL on to a program. */
const CARRIER_SCHEME =
  /^(?:ms-(?:word|excel|powerpoint|visio|access|project|publisher|infopath|spd|appinstaller)|onenote|microsoft-edge(?:-[\w-]+)?|googlechromes?|view-source|feed|firefox|blocked):.*?(https?:\/\/.*)$/i;

/** The lookup keys of a layer joined, for people. */
export function expressionsOf(layer: LinkLayer): string[] {
  return layer.pairs.map(([host, path]) => `${layer.hosts[host] ?? ''}${layer.paths[path] ?? ''}`);
}
