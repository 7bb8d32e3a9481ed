import { isIpLiteral } from '../canonical/host-name.ts';
import { coversHost, knownHost, type KnownHost, type SharedSite } from './known-hosts.ts';
import { publicSuffixOf } from './registrable-domain.ts';
import { isUserHost, sharedSite } from './shared-hosting.ts';
import type { WrapperRule } from '../tables/wrapper-rules.ts';

/** Parent hosts that a link is looked up under, at most, beside its own. Safe Browsing's number. */
const MAX_PARENTS = 4;

/** All that a host alone decides of a look-up. */
export interface HostFacts {
  readonly registrableDomain: string | null;
  /** The host itself, then its parents from the registrable domain upward: names whose listings count here. */
  readonly hosts: readonly string[];
  /**
   * Which paths count: all; those at or below one user's part; or the whole URL alone, because what is known of
   * the host says nothing of the link.
   */
  readonly scope: 'any-path' | 'user-path' | 'whole-url';
  readonly userPaths: readonly (readonly string[])[];
  readonly shortener: string | null;
  readonly tracker: string | null;
  readonly rules: readonly WrapperRule[];
}

const NO_PATHS: readonly (readonly string[])[] = [];
const NO_RULES: readonly WrapperRule[] = [];

/**
 * A mail links to few hosts, and to each many times; a mailbox to some thousand. About 500 bytes each. Two generations: when the young one is full it becomes the old
 * one, and what nobody asked for in the meantime is forgotten.
 */
const GENERATION = 2048;
/** Longer names are in no DNS; nobody links to one twice. */
const MAX_REMEMBERED_LENGTH = 255;
/** Of a longer link the host is copied before it is remembered, so that what is remembered stays below some MB. */
const LONG_LINK = 1024;
let young = new Map<string, HostFacts>();
let old = new Map<string, HostFacts>();
let lastHost = '';
let lastFacts: HostFacts | null = null;

/**
 * @param host - canonical
 * @param linkLength - of the link it is a part of: engines keep the whole string alive for a slice of it
 */
export function hostFacts(host: string, linkLength = 0): HostFacts {
  if (lastFacts !== null && host === lastHost) return lastFacts;
  lastHost = host;
  lastFacts = rememberedFacts(host, linkLength);
  return lastFacts;
}

function rememberedFacts(host: string, linkLength: number): HostFacts {
  const known = young.get(host);
  if (known !== undefined) return known;
  const remembered = old.get(host);
  if (remembered === undefined && host.length > MAX_REMEMBERED_LENGTH) return factsOf(host);
  const name = linkLength > LONG_LINK ? host.split('').join('') : host;
  const found = remembered ?? factsOf(name);
  if (young.size >= GENERATION) {
    old = young;
    young = new Map();
  }
  young.set(found.hosts[0] ?? name, found);
  return found;
}

function factsOf(host: string): HostFacts {
  if (isIpLiteral(host)) return facts(null, [host], 'any-path', NO_PATHS, null);
  const suffix = publicSuffixOf(host);
  const { registrableDomain } = suffix;
  const known = knownHost(host);
  const site = sharedSite(host, known, suffix);
  if (site !== null) {
    return isUserHost(host, site)
      ? facts(registrableDomain, hostsAbove(host, site, registrableDomain), 'any-path', NO_PATHS, known)
      : facts(registrableDomain, hostsFrom(host, site.name), 'user-path', site.userPaths, known);
  }
  if (known !== null && (known.tracker !== null || known.rules.some(coversHost))) {
    return facts(registrableDomain, withoutWww(host), 'whole-url', NO_PATHS, known);
  }
  return facts(registrableDomain, lookUpHosts(host, registrableDomain), 'any-path', NO_PATHS, known);
}

function facts(
  registrableDomain: string | null,
  hosts: readonly string[],
  scope: HostFacts['scope'],
  userPaths: readonly (readonly string[])[],
  known: KnownHost | null,
): HostFacts {
  return {
    registrableDomain,
    hosts,
    scope,
    userPaths,
    shortener: known === null ? null : known.shortener,
    tracker: known === null ? null : known.tracker,
    rules: known === null ? NO_RULES : known.rules,
  };
}

/** The host, then its parents from the registrable domain upward. */
function lookUpHosts(host: string, registrableDomain: string | null): readonly string[] {
  if (registrableDomain === null || registrableDomain === host) return [host];
  let start = host.length - registrableDomain.length;
  // Most hosts have one parent; an array that grows takes room for seventeen more.
  if (host.indexOf('.') === start - 1) return [host, registrableDomain];
  const hosts = [host];
  for (let count = 0; count < MAX_PARENTS && start > 0; count++) {
    hosts.push(host.slice(start));
    // `start - 1` is the dot in front; the label before it begins after the dot before that.
    start = start < 2 ? 0 : host.lastIndexOf('.', start - 2) + 1;
  }
  // Entries are kept without `www.`: of a host with more parents than are looked up, this one counts most.
  if (start > 0 && host.startsWith('www.')) hosts[MAX_PARENTS] = host.slice(4);
  return hosts;
}

/** A host as it is, and as entries are kept. */
export function withoutWww(host: string): readonly string[] {
  return host.startsWith('www.') ? [host, host.slice(4)] : [host];
}

/** Of a user's host: itself, and the parents that are still the user's. */
function hostsAbove(host: string, site: SharedSite, registrableDomain: string | null): readonly string[] {
  return lookUpHosts(host, registrableDomain).filter((name) => name === host || isUserHost(name, site));
}

/** Of a site's own host: itself, and its parents down to the site's name. */
function hostsFrom(host: string, name: string): readonly string[] {
  const hosts = [host];
  for (let start = host.indexOf('.') + 1; start !== 0 && host.length - start >= name.length;) {
    if (hosts.length > MAX_PARENTS) break;
    hosts.push(host.slice(start));
    const dot = host.indexOf('.', start);
    start = dot === -1 ? 0 : dot + 1;
  }
  return hosts;
}
