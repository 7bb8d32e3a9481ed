import { isIpLiteral } from './host-name.ts';
import { knownHost, type SharedSite } from './known-hosts.ts';
import { publicSuffixOf } from './registrable-domain.ts';
import { ANY_FOLDER, isUserHost } from './shared-hosting.ts';
import type { WrapperRule } from './wrapper-rules.ts';

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
 * A mail links to few hosts and to each many times. The memory is dropped whole when it is full: nothing to
 * measure, nothing to leak, and a hostile mail costs no more than one without it.
 */
const MAX_REMEMBERED = 1024;
const remembered = new Map<string, HostFacts>();

/** @param host - canonical */
export function hostFacts(host: string): HostFacts {
  const known = remembered.get(host);
  if (known !== undefined) return known;
  const facts = factsOf(host);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(host, facts);
  return facts;
}

function factsOf(host: string): HostFacts {
  if (isIpLiteral(host)) {
    return {
      registrableDomain: null,
      hosts: [host],
      scope: 'any-path',
      userPaths: NO_PATHS,
      shortener: null,
      tracker: null,
      rules: NO_RULES,
    };
  }
  const { registrableDomain, kind } = publicSuffixOf(host);
  const { site = null, shortener = null, tracker = null, rules = NO_RULES } = knownHost(host) ?? {};
  const common = { registrableDomain, shortener, tracker, rules };
  if (site !== null) {
    return isUserHost(host, site)
      ? {
          ...common,
          hosts: hostsAbove(host, site, registrableDomain),
          scope: 'any-path',
          userPaths: NO_PATHS,
        }
      : { ...common, hosts: hostsFrom(host, site.name), scope: 'user-path', userPaths: site.userPaths };
  }
  if (shortener !== null) return { ...common, hosts: [host], scope: 'user-path', userPaths: ANY_FOLDER };
  if (tracker !== null || rules.some((rule) => rule.path === undefined)) {
    return { ...common, hosts: [host], scope: 'whole-url', userPaths: NO_PATHS };
  }
  // A public suffix is nobody's, so only what is below it counts: `s3.amazonaws.com/bucket/`. A single label that no
  // list knows (`localhost`, an intranet's name) is a host like any other.
  if (registrableDomain === null && kind !== 'unlisted') {
    return { ...common, hosts: [host], scope: 'user-path', userPaths: ANY_FOLDER };
  }
  return { ...common, hosts: lookUpHosts(host, registrableDomain), scope: 'any-path', userPaths: NO_PATHS };
}

/** The host, then its parents from the registrable domain upward. */
function lookUpHosts(host: string, registrableDomain: string | null): readonly string[] {
  const hosts = [host];
  if (registrableDomain === null || registrableDomain === host) return hosts;
  let start = host.length - registrableDomain.length;
  for (let count = 0; count < MAX_PARENTS && start > 0; count++) {
    hosts.push(host.slice(start));
    // `start - 1` is the dot in front; the label before it begins after the dot before that.
    start = start < 2 ? 0 : host.lastIndexOf('.', start - 2) + 1;
  }
  return hosts;
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
