import type { HostEntry } from '../feed/feed-line.ts';
import { isIpLiteral } from '../url/canonical/host-name.ts';
import { coversHost, knownHost, type KnownHost } from '../url/hosts/known-hosts.ts';
import { publicSuffixOf } from '../url/hosts/registrable-domain.ts';
import { isUserHost } from '../url/hosts/shared-hosting.ts';

/** Computed once per entry, because a build asks ten million times. */
export interface EntryFacts {
  readonly kind: 'url' | 'address';
  /** Canonical host of a link, or domain of an address. */
  readonly host: string;
  /** `/` for whole hosts and addresses. */
  readonly path: string;
  /** A whole host or sender domain, so it can hit honest sites. */
  readonly isWhole: boolean;
  /** Registrable domain; null for IP literals and public suffixes. */
  readonly site: string | null;
  readonly isIp: boolean;
  readonly isPublicSuffix: boolean;
  /** Many people publish under it: `weebly.com`, not `alice.weebly.com`. */
  readonly isSharedHost: boolean;
  /** One user's part, `alice.weebly.com`: the site's reputation doesn't cover it. */
  readonly isUsersHost: boolean;
  /** Null unless the whole host redirects. */
  readonly redirector: 'wrapper' | 'shortener' | 'mailing-service' | null;
}

export function entryFacts(entry: HostEntry): EntryFacts {
  if (entry.kind === 'url') return factsOf('url', entry.host, entry.path, entry.isHostLevel);
  const at = entry.address.lastIndexOf('@');
  return factsOf('address', entry.address.slice(at + 1), '/', at === -1);
}

export function wholeHostOf(facts: EntryFacts): EntryFacts {
  return { ...facts, path: '/', isWhole: true };
}

// Without object spread, which took half the time of a build's guards.
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
  // `google.com` has a redirector but is none as a whole. Lookup uses the same test.
  if (rules.some(coversHost)) return 'wrapper';
  if (shortener !== null) return 'shortener';
  return tracker === null ? null : 'mailing-service';
}
