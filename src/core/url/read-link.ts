import { canonicalText, readWebUrl, strippedHref, type WebUrl } from './canonical/canonical-url.ts';
import { hostFacts, type HostFacts } from './hosts/host-facts.ts';
import type { LinkLayer, ReadLink, Truncated, Truncation, UrlFailure } from './canonical/link-layer.ts';
import { mailtoRecipients, type Recipients } from './mail-address.ts';
import { ReadingBudget } from './unwrap/reading-budget.ts';
import { hasDestinations, unwrap, type Unwrapped } from './unwrap/unwrap-link.ts';
import type { WrapperRule } from './tables/wrapper-rule.ts';
import { WEBMAIL_REDIRECT } from './tables/wrapper-rules.ts';
import { urlExpressions, wholeUrl, withIpfsContent } from './url-expressions.ts';

export const MAX_LAYERS = 16;
/** Nested wrappers: gateways of two companies, a tracker and a translator make four. */
export const MAX_DEPTH = 5;

const NONE: readonly never[] = [];
const NOBODY: Recipients = { addresses: NONE, isCut: false };

interface OpenedLayer {
  readonly layer: LinkLayer;
  readonly depth: number;
  readonly hidden: string | null;
  readonly named: readonly string[];
  readonly others: readonly string[];
  readonly rule: string | null;
  readonly children: OpenedLayer[];
  reached: readonly Truncation[];
}

const NOTHING_CUT: readonly Truncated[] = [];

function isNoWebmail(): boolean {
  return false;
}

/**
 * Splits a link into layers: itself, what it wraps, and so on. Never throws; the first layer always exists. Work is
 * bounded by the link's length.
 *
 * @param isWebmail - whether a host's webmail may have redirected the link
 */
export function readLink(href: string, isWebmail: (host: string) => boolean = isNoWebmail): ReadLink {
  const web = readWebUrl(href);
  const budget = new ReadingBudget();
  if (typeof web === 'string') return readWrapped(openOther(href, null, 0, web, budget), budget);
  const facts = hostFacts(web.host, href.length);
  const rules = isWebmail(web.host) ? [...facts.rules, WEBMAIL_REDIRECT] : facts.rules;
  const unwrapped = unwrap(web, rules, facts.tracker !== null, budget);
  if (unwrapped !== null && hasDestinations(unwrapped)) {
    return readWrapped(openWebLayer(href, null, 0, web, facts, unwrapped, budget), budget);
  }
  const hidden = hiddenBy(web, facts, unwrapped);
  const layer = webLayer(href, null, web, facts, unwrapped);
  if (web.isCut) budget.stopAt('length');
  const reached = budget.takeReached();
  return {
    layers: [layer],
    hidden: hidden === null ? null : { by: hidden },
    failure: layer.failure,
    truncated: reached.length === 0 ? NOTHING_CUT : reached.map((limit) => ({ limit, layer: 0 })),
  };
}

/**
 * First follows destinations that stand where rules expect them (`named`), down to the last. Otherwise fifteen other
 * URLs in a wrapper could fill all layers.
 */
function readWrapped(first: OpenedLayer, budget: ReadingBudget): ReadLink {
  const traversal: Traversal = { seen: new Set([first.layer.url]), found: [first], budget };
  for (const named of first.named) follow(traversal, first, named);
  // Visits appended layers too.
  for (const from of traversal.found) for (const other of from.others) follow(traversal, from, other);
  return toReadLink(first);
}

interface Traversal {
  readonly seen: Set<string>;
  readonly found: OpenedLayer[];
  readonly budget: ReadingBudget;
}

function follow(traversal: Traversal, from: OpenedLayer, destination: string): void {
  const { seen, found, budget } = traversal;
  if (seen.has(destination)) return;
  const limit = from.depth >= MAX_DEPTH ? 'depth' : found.length >= MAX_LAYERS ? 'layers' : null;
  if (limit !== null && from.reached.includes(limit)) return;
  const next = open(destination, from.rule, from.depth + 1, budget);
  if (isUnreadable(next.layer)) return;
  if (limit !== null) {
    from.reached = [...from.reached, limit];
    return;
  }
  seen.add(destination);
  found.push(next);
  from.children.push(next);
  for (const named of next.named) follow(traversal, next, named);
}

/** Orders layers breadth first, named destinations before others. */
function toReadLink(first: OpenedLayer): ReadLink {
  const layers: LinkLayer[] = [];
  const truncated = new Map<Truncation, Truncated>();
  let hidden: string | null = null;
  const queue: { readonly opened: OpenedLayer; readonly parent: number | null }[] = [
    { opened: first, parent: null },
  ];
  for (const { opened, parent } of queue) {
    const index = layers.length;
    layers.push(parent === null ? opened.layer : { ...opened.layer, parent });
    hidden ??= opened.hidden;
    for (const limit of opened.reached) {
      if (!truncated.has(limit)) truncated.set(limit, { limit, layer: index });
    }
    for (const child of opened.children) queue.push({ opened: child, parent: index });
  }
  return {
    layers,
    hidden: hidden === null ? null : { by: hidden },
    failure: first.layer.failure,
    truncated: [...truncated.values()],
  };
}

function isUnreadable({ failure, host }: LinkLayer): boolean {
  return failure !== null && host === null;
}

function open(url: string, wrapper: string | null, depth: number, budget: ReadingBudget): OpenedLayer {
  const web = readWebUrl(url);
  if (typeof web === 'string') return openOther(url, wrapper, depth, web, budget);
  const facts = hostFacts(web.host, url.length);
  const unwrapped = unwrap(web, facts.rules, facts.tracker !== null, budget);
  return openWebLayer(url, wrapper, depth, web, facts, unwrapped, budget);
}

function openWebLayer(
  url: string,
  wrapper: string | null,
  depth: number,
  web: WebUrl,
  facts: HostFacts,
  unwrapped: Unwrapped | null,
  budget: ReadingBudget,
): OpenedLayer {
  if (web.isCut) budget.stopAt('length');
  return {
    layer: webLayer(url, wrapper, web, facts, unwrapped),
    depth,
    hidden: hiddenBy(web, facts, unwrapped),
    named: unwrapped === null ? NONE : unwrapped.named,
    others: unwrapped === null ? NONE : unwrapped.others,
    rule: unwrapped === null ? null : unwrapped.rule.name,
    children: [],
    reached: budget.takeReached(),
  };
}

/**
 * Only a destination where the rule expects it makes a wrapper: anybody can add a URL to any link. Trackers under a
 * sender's name and redirecting sites are judged like other hosts.
 */
function isWrapperItself({ rule, named }: Unwrapped): boolean {
  return named.length > 0 && rule.hosts !== '' && rule.isOrdinarySite !== true;
}

/**
 * Whether the wrapper's page belongs to no user, so that only the whole URL is looked up. False where a rule covers a
 * whole host on which users have their own part.
 */
function hasNoOwner({ path }: WrapperRule, { scope }: HostFacts): boolean {
  return path !== undefined || scope === 'whole-url';
}

function webLayer(
  url: string,
  wrapper: string | null,
  web: WebUrl,
  facts: HostFacts,
  unwrapped: Unwrapped | null,
): LinkLayer {
  const isWrapper = unwrapped !== null && isWrapperItself(unwrapped);
  const { hosts, paths, pairs } =
    isWrapper && hasNoOwner(unwrapped.rule, facts)
      ? wholeUrl(web)
      : withIpfsContent(urlExpressions(web, facts), web);
  return {
    url,
    parent: null,
    wrapper,
    canonical: web.isCut ? null : canonicalText(web),
    host: web.host,
    registrableDomain: facts.registrableDomain,
    hosts,
    paths,
    pairs,
    addresses: NONE,
    isWrapper,
    failure: web.isCut ? 'too-long' : null,
  };
}

function hiddenBy(web: WebUrl, facts: HostFacts, unwrapped: Unwrapped | null): string | null {
  if (unwrapped !== null) {
    const { rule, named } = unwrapped;
    if (named.length > 0 && rule.isPartial !== true) return null;
    if (rule.sealed !== undefined) return rule.sealed;
  }
  return web.path === '/' ? null : (facts.shortener ?? facts.tracker);
}

/** Opens a mail address, an Office or browser scheme around a URL, or an unknown scheme. */
function openOther(
  url: string,
  wrapper: string | null,
  depth: number,
  failure: UrlFailure,
  budget: ReadingBudget,
): OpenedLayer {
  const text = failure === 'not-a-web-address' ? strippedHref(url) : '';
  const { addresses, isCut } = /^mailto:/i.test(text) ? mailtoRecipients(text) : NOBODY;
  const hosts = hostsOfAddresses(addresses);
  if (isCut || hosts.length > MAX_MAIL_HOSTS) budget.stopAt('parameters');
  const frontPages = frontPagesOf(hosts.slice(0, MAX_MAIL_HOSTS));
  const carried = CARRIER_SCHEME.test(text) ? text.search(/https?:\/\//i) : -1;
  return {
    layer: {
      url,
      parent: null,
      wrapper,
      canonical: null,
      host: null,
      registrableDomain: null,
      ...frontPages,
      addresses: [...new Set([...addresses, ...frontPages.hosts])],
      isWrapper: false,
      failure: addresses.length > 0 ? null : /^mailto:/i.test(text) ? 'no-host' : failure,
    },
    depth,
    hidden: null,
    named: carried === -1 ? NONE : [text.slice(carried)],
    others: NONE,
    rule: 'scheme',
    children: [],
    reached: budget.takeReached(),
  };
}

/** Hosts after the `@` that have a single owner, and their parents. */
function hostsOfAddresses(addresses: readonly string[]): readonly string[] {
  if (addresses.length === 0) return NONE;
  const hosts = new Set<string>();
  for (const address of addresses) {
    if (address.includes('@')) continue;
    const facts = hostFacts(address);
    if (facts.scope !== 'any-path') continue;
    for (const host of facts.hosts) hosts.add(host);
  }
  return [...hosts];
}

function frontPagesOf(hosts: readonly string[]): Pick<LinkLayer, 'hosts' | 'paths' | 'pairs'> {
  if (hosts.length === 0) return { hosts: NONE, paths: NONE, pairs: NONE };
  return { hosts, paths: ['/'], pairs: hosts.map((_, index) => [index, 0] as const) };
}

/** As many as a URL's lookup keys; `addresses` are extra. */
export const MAX_MAIL_HOSTS = 30;

/** `ms-word:ofe|u|https://…`, `microsoft-edge:https://…`: schemes that pass a URL to a program. */
const CARRIER_SCHEME =
  /^(?:ms-(?:word|excel|powerpoint|visio|access|project|publisher|infopath|spd|appinstaller)|onenote|microsoft-edge(?:-[\w-]+)?|googlechromes?|view-source|feed|firefox|blocked):/i;

export function expressionsOf(layer: LinkLayer): string[] {
  return layer.pairs.map(([host, path]) => `${layer.hosts[host] ?? ''}${layer.paths[path] ?? ''}`);
}
