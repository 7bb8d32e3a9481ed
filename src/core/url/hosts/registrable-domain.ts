import { parse } from 'tldts';
import { isIpLiteral } from '../canonical/host-name.ts';

// Hosts are canonical: nothing to extract or validate.
const OPTIONS = {
  allowPrivateDomains: true,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
} as const;

export interface PublicSuffix {
  readonly suffix: string | null;
  readonly registrableDomain: string | null;
  /** `listed-private`: such as `github.io`. `unlisted`: a single label unknown to the list. */
  readonly kind: 'listed' | 'listed-private' | 'unlisted';
}

/** @param host - canonical, no IP literal */
export function publicSuffixOf(host: string): PublicSuffix {
  const { publicSuffix, domain, isIcann, isPrivate } = parse(host, OPTIONS);
  return {
    suffix: publicSuffix,
    registrableDomain: domain,
    kind: isPrivate === true ? 'listed-private' : isIcann === true ? 'listed' : 'unlisted',
  };
}

/** Private suffixes count, so `alice.github.io` is one. Null for IP literals and public suffixes. */
export function registrableDomain(host: string): string | null {
  return isIpLiteral(host) ? null : publicSuffixOf(host).registrableDomain;
}

/** Also true for any single label, by the list's default rule. */
export function isPublicSuffix(host: string): boolean {
  return !isIpLiteral(host) && publicSuffixOf(host).suffix === host;
}

export function isListedSuffix(host: string): boolean {
  return isPublicSuffix(host) && publicSuffixOf(host).kind !== 'unlisted';
}
