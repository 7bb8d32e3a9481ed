import { fail, ok, type Result } from '../result.ts';
import type { AddressExpression } from '../url/link-layer.ts';
import { canonicalAddress } from '../url/mail-address.ts';
import { refused, type FeedLine, type RefusalName } from './feed-line.ts';

/** A line of an address list: `user@host`, `Name <user@host>`, `mailto:user@host`, `@host` or `host`. */
export function readAddressLine(text: string, line: number, found: FeedLine[]): void {
  const trimmed = text.trim();
  if (trimmed === '' || /^(?:[#;!]|\/\/)/.test(trimmed)) return;
  const bare = trimmed.replace(/\s#[^]*/, '').trimEnd();
  const address = parseAddress(bare);
  found.push(
    address.ok ? { kind: 'entry', line, entry: address.value } : refused(line, bare, address.failure),
  );
}

/** A sender (`user@host`) or a sender's domain (`@host`, `host`), lower case, host in punycode. */
export function parseAddress(text: string): Result<AddressExpression, RefusalName> {
  if (text.startsWith('<') && !text.includes('@')) return fail('markup');
  const bare = text
    .replace(/^mailto:/i, '')
    .replace(/\?[^]*/, '')
    .replaceAll('[.]', '.')
    .trim();
  const host = bare.startsWith('@') ? bare.slice(1) : bare;
  if (host.includes('@')) {
    const parsed = canonicalAddress(host);
    return parsed === null ? fail('bad-address') : ok({ kind: 'address', address: parsed.address });
  }
  // `canonicalAddress` reads hosts as strictly as the host of a link is read; a user in front makes it one.
  const parsed = canonicalAddress(`a@${host}`);
  return parsed === null ? fail('bad-address') : ok({ kind: 'address', address: parsed.host });
}
