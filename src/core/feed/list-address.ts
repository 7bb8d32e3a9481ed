import { isPrivateHost } from '../url/hosts/private-address.ts';
import { fail, ok, type Result } from '../result.ts';

export type AddressRefusal = 'not-a-url' | 'not-https' | 'private-host';

/**
 * Drops the fragment, which is never sent. Runs before the browser asks for a permission; refused addresses are never
 * fetched.
 */
export function parseListAddress(text: string): Result<string, AddressRefusal> {
  const trimmed = text.trim();
  const address = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (/\s/.test(address) || !URL.canParse(address)) return fail('not-a-url');
  const url = new URL(address);
  if (url.protocol !== 'https:') return fail('not-https');
  if (url.username !== '' || url.password !== '') return fail('not-a-url');
  if (isPrivateHost(url.hostname)) return fail('private-host');
  return ok(url.href.split('#', 1)[0] ?? '');
}
