import { parse } from 'tldts';
import { isIpLiteral } from '../canonical/host-name.ts';

// Hosts come here canonical: there is nothing to extract, and nothing to validate.
const OPTIONS = {
  allowPrivateDomains: true,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
} as const;

export interface PublicSuffix {
  readonly suffix: string | null;
  readonly registrableDomain: string | null;
  /** `listed-private` is a suffix like `github.io`; `unlisted` a single label that the list has never heard of. */
  readonly kind: 'listed' | 'listed-private' | 'unlisted';
}

/** What the public suffix list says of a canonical host that is no IP literal. */
export function publicSuffixOf(host: string): PublicSuffix {
  const { publicSuffix, domain, isIcann, isPrivate } = parse(host, OPTIONS);
  return {
    suffix: publicSuffix,
    registrableDomain: domain,
    kind: isPrivate === true ? 'listed-private' : isIcann === true ? 'listed' : 'unlisted',
  };
}

/**
 * The domain somebody registered: one label more than the public suffix (private section included, so that
 * `alice.github.io` is a site of its own). Null for IP literals and for public suffixes themselves.
 *
 * @param host - canonical, as in `CanonicalUrl.host`
 */
export function registrableDomain(host: string): string | null {
  return isIpLiteral(host) ? null : publicSuffixOf(host).registrableDomain;
}

/** True for a public suffix, `com` or `github.io`; by the list's default rule also for any single label. */
export function isPublicSuffix(host: string): boolean {
  return !isIpLiteral(host) && publicSuffixOf(host).suffix === host;
}

/** The same of those that the list itself names: not of a word that nobody has ever made an ending of. */
export function isListedSuffix(host: string): boolean {
  return isPublicSuffix(host) && publicSuffixOf(host).kind !== 'unlisted';
}
