import { getDomain, getPublicSuffix } from 'tldts';

// Hosts come here canonical: there is nothing to extract or to validate.
const OPTIONS = {
  allowPrivateDomains: true,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
} as const;

/**
 * The domain somebody registered: one label more than the public suffix (private section included, so that
 * `alice.github.io` is a site of its own). Null for IP literals and for public suffixes themselves.
 *
 * @param host - canonical, as in `CanonicalUrl.host`
 */
export function registrableDomain(host: string): string | null {
  return isIpLiteral(host) ? null : getDomain(host, OPTIONS);
}

/** True for a public suffix, `com` or `github.io`; by the list's default rule also for any single label. */
export function isPublicSuffix(host: string): boolean {
  return !isIpLiteral(host) && getPublicSuffix(host, OPTIONS) === host;
}

/** A canonical host never ends in a digit unless it is an IPv4 address: a browser refuses `a.b.1`. */
export function isIpLiteral(host: string): boolean {
  return host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}
