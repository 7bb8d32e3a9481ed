import { canonicalText, readWebUrl, strippedHref, type WebUrl } from './canonical-url.ts';
import { hostFacts, type HostFacts } from './host-facts.ts';
import type { LinkLayer, ReadLink, UrlFailure } from './link-layer.ts';
import { mailtoAddresses } from './mail-address.ts';
import { unwrap, type Unwrapped } from './unwrap-link.ts';
import type { WrapperRule } from './wrapper-rules.ts';
import { urlExpressions, wholeUrl } from './url-expressions.ts';

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
