import { isIpLiteral } from '../canonical/host-name.ts';
import { coversHost, knownHost, type KnownHost, type SharedSite } from './known-hosts.ts';
import { publicSuffixOf } from './registrable-domain.ts';
import { isUserHost, sharedSite } from './shared-hosting.ts';
import type { WrapperRule } from '../tables/wrapper-rule.ts';

/** Safe Browsing's limit. */
const MAX_PARENTS = 4;

export interface HostFacts {
  readonly registrableDomain: string | null;
  /** The host, then those of its parents that are looked up; five names at most. Their order depends on `scope`. */
  readonly hosts: readonly string[];
  /**
   * Which paths are looked up: all; from one user's part on; or only the whole URL, because the host says nothing about
   * the link.
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
 * Hosts per map, of about 500 bytes each; a mailbox links to some thousand hosts. A full `young` replaces `old`:
 * entries unused meanwhile are dropped.
 */
const GENERATION = 2048;
/** The longest DNS name. */
const MAX_REMEMBERED_LENGTH = 255;
/** UTF-16 units. */
const LONG_LINK = 1024;
let young = new Map<string, HostFacts>();
let old = new Map<string, HostFacts>();
let lastHost = '';
let lastFacts: HostFacts | null = null;

/**
 * @param linkLength - above `LONG_LINK` the host is copied before caching, since a slice keeps the whole link in memory
 */
export function hostFacts(host: string, linkLength = 0): HostFacts {
  if (lastFacts !== null && host === lastHost) return lastFacts;
  lastHost = host;
  lastFacts = cachedFacts(host, linkLength);
  return lastFacts;
}

function cachedFacts(host: string, linkLength: number): HostFacts {
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
      ? facts(registrableDomain, userHostsOf(host, site, registrableDomain), 'any-path', NO_PATHS, known)
      : facts(registrableDomain, siteHostsOf(host, site.name), 'user-path', site.userPaths, known);
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

function lookUpHosts(host: string, registrableDomain: string | null): readonly string[] {
  if (registrableDomain === null || registrableDomain === host) return [host];
  let start = host.length - registrableDomain.length;
  // Most hosts have one parent. `push` would reserve 17 places in the cached array.
  if (host.indexOf('.') === start - 1) return [host, registrableDomain];
  const hosts = [host];
  for (let count = 0; count < MAX_PARENTS && start > 0; count++) {
    hosts.push(host.slice(start));
    start = start < 2 ? 0 : host.lastIndexOf('.', start - 2) + 1;
  }
  // List entries have no `www.`, so the limit must not drop the host without it.
  if (start > 0 && host.startsWith('www.')) hosts[MAX_PARENTS] = host.slice(4);
  return hosts;
}

/** List entries are stored without `www.`. */
export function withoutWww(host: string): readonly string[] {
  return host.startsWith('www.') ? [host, host.slice(4)] : [host];
}

/** A user's host, and the parents that are still theirs. */
function userHostsOf(host: string, site: SharedSite, registrableDomain: string | null): readonly string[] {
  return lookUpHosts(host, registrableDomain).filter((name) => name === host || isUserHost(name, site));
}

function siteHostsOf(host: string, name: string): readonly string[] {
  const hosts = [host];
  for (let start = host.indexOf('.') + 1; start !== 0 && host.length - start >= name.length;) {
    if (hosts.length > MAX_PARENTS) break;
    hosts.push(host.slice(start));
    const dot = host.indexOf('.', start);
    start = dot === -1 ? 0 : dot + 1;
  }
  return hosts;
}
