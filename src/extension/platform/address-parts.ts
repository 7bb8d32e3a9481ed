import type { ShownLayer } from '../protocol/link-messages.ts';

interface AddressParts {
  readonly before: string;
  readonly domain: string;
  readonly after: string;
}

/** Isolates the registrable domain, for emphasis. Null without a host. */
export function addressParts(
  url: string,
  host: string | null,
  registrableDomain: string | null,
): AddressParts | null {
  if (host === null || host === '') return null;
  const domain = registrableDomain !== null && host.endsWith(registrableDomain) ? registrableDomain : host;
  const subdomains = host.slice(0, host.length - domain.length);
  const parsed = URL.parse(url);
  if (parsed === null) return { before: subdomains, domain, after: '' };
  if (parsed.protocol === 'mailto:') {
    const at = parsed.pathname.lastIndexOf('@');
    return { before: `${parsed.pathname.slice(0, at + 1)}${subdomains}`, domain, after: '' };
  }
  // User name and password imitate a host, so they are left out.
  const port = parsed.port === '' ? '' : `:${parsed.port}`;
  const path = parsed.pathname === '/' && parsed.search === '' ? '' : `${parsed.pathname}${parsed.search}`;
  return { before: `${schemeOf(parsed)}${subdomains}`, domain, after: `${port}${path}` };
}

function schemeOf({ protocol }: URL): string {
  return protocol === 'https:' ? '' : `${protocol}//`;
}

export function unreadLayer(url: string): ShownLayer {
  const host = URL.parse(url)?.hostname ?? null;
  return { url, host, registrableDomain: null, wrapper: null };
}
