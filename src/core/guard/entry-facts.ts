import type { HostEntry } from '../feed/feed-line.ts';
import { isIpLiteral } from '../url/canonical/host-name.ts';
import { coversHost, knownHost, type KnownHost } from '../url/hosts/known-hosts.ts';
import { publicSuffixOf } from '../url/hosts/registrable-domain.ts';
import { isUserHost } from '../url/hosts/shared-hosting.ts';

/** What the guards ask of an entry, worked out once: a build asks it ten million times. */
export interface EntryFacts {
  readonly kind: 'url' | 'address';
  /** The host of a link, or of an address behind its `@`. Canonical. */
  readonly host: string;
  /** `/` for a whole host; for addresses too. */
  readonly path: string;
  /** A whole host, or every sender of a domain: what an honest site can be caught by. */
  readonly isWhole: boolean;
  /** The registrable domain; null for IP literals and public suffixes. */
  readonly site: string | null;
  readonly isIp: boolean;
  readonly isPublicSuffix: boolean;
  /** A name that many people publish under, `weebly.com`: never one user's part of it. */
  readonly isSharedHost: boolean;
  /** One user's part of a hosting site, `alice.weebly.com`: what the site is says nothing of it. */
  readonly isUsersHost: boolean;
  /** What the host passes clicks on for; null if it does not. */
  readonly redirector: 'wrapper' | 'shortener' | 'mailing-service' | null;
}

export function entryFacts(entry: HostEntry): EntryFacts {
  if (entry.kind === 'url') return factsOf('url', entry.host, entry.path, entry.isHostLevel);
  const at = entry.address.lastIndexOf('@');
  return factsOf('address', entry.address.slice(at + 1), '/', at === -1);
}

/** The facts of the whole host that an entry is on. */
export function wholeHostOf(facts: EntryFacts): EntryFacts {
  return { ...facts, path: '/', isWhole: true };
}

// Written out field by field: spreading objects together took half the time of a build's guards.
function factsOf(kind: EntryFacts['kind'], host: string, path: string, isWhole: boolean): EntryFacts {
  if (isIpLiteral(host)) {
    return {
      kind,
      host,
      path,
      isWhole,
      site: null,
      isIp: true,
      isPublicSuffix: false,
      isSharedHost: false,
      isUsersHost: false,
      redirector: null,
    };
  }
  const suffix = publicSuffixOf(host);
  const known = knownHost(host);
  const isUsersHost =
    known === null || known.site === null
      ? suffix.kind === 'listed-private' && suffix.registrableDomain !== null
      : isUserHost(host, known.site);
  const isPublicSuffix = suffix.suffix === host;
  return {
    kind,
    host,
    path,
    isWhole,
    site: suffix.registrableDomain,
    isIp: false,
    isPublicSuffix,
    isSharedHost: known === null || known.site === null ? isPublicSuffix : !isUsersHost,
    isUsersHost,
    redirector: known === null ? null : redirectorOf(known),
  };
}

function redirectorOf({ shortener, tracker, rules }: KnownHost): EntryFacts['redirector'] {
  // `google.com` has a redirector, but is not one. What is looked up is decided by the same.
  if (rules.some(coversHost)) return 'wrapper';
  if (shortener !== null) return 'shortener';
  return tracker === null ? null : 'mailing-service';
}
