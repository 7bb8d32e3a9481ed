import { knownHost } from '../url/hosts/known-hosts.ts';
import type { LinkLayer } from '../url/canonical/link-layer.ts';
import { WEBMAIL_REDIRECT } from '../url/tables/wrapper-rules.ts';

/**
 * Whether a layer's own host is known to lead on to what was found in it. A path alone says nothing: some trackers run
 * under any name, and whoever has a server can spell a page of it as they do and lead nowhere.
 *
 * @param rule - that found it: the `wrapper` of the layer that it leads to
 */
export function isKnownRedirect({ host, isWrapper }: LinkLayer, rule: string | null): boolean {
  // Without a host it is a scheme that hands a URL on; a webmail is one because the reader said so.
  if (isWrapper || host === null || rule === WEBMAIL_REDIRECT.name) return true;
  return knownHost(host)?.rules.some(({ name }) => name === rule) === true;
}
