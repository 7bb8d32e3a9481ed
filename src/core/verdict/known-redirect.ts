import { knownHost } from '../url/hosts/known-hosts.ts';
import type { LinkLayer } from '../url/canonical/link-layer.ts';
import { WEBMAIL_REDIRECT } from '../url/tables/wrapper-rules.ts';

/**
 * A path alone proves nothing: anybody can imitate a tracker's path on a host that does not redirect.
 *
 * @param rule - name of the rule that led from this layer to the next
 */
export function isKnownRedirect({ host, isWrapper }: LinkLayer, rule: string | null): boolean {
  // A layer without a host is a scheme that passes a URL on. The reader vouches for webmails.
  if (isWrapper || host === null || rule === WEBMAIL_REDIRECT.name) return true;
  return knownHost(host)?.rules.some(({ name }) => name === rule) === true;
}
