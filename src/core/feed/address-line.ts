import { fail, ok, type Result } from '../result.ts';
import type { AddressExpression } from '../url/canonical/link-layer.ts';
import { isCutShort, nameFailure, refangedDots } from '../url/listed-entry.ts';
import { canonicalAddress, type MailAddress } from '../url/mail-address.ts';
import { refused, type FeedLine, type RefusalName } from './feed-line.ts';

/** `user@host`, `Name <user@host>`, `mailto:user@host`, `@host` or `host`. */
export function readAddressLine(text: string, line: number, found: FeedLine[]): void {
  const trimmed = text.trim();
  if (trimmed === '' || /^(?:[#;!]|\/\/)/.test(trimmed)) return;
  const bare = trimmed.replace(/\s#[^]*/, '').trimEnd();
  const address = parseAddress(bare);
  found.push(
    address.ok ? { kind: 'entry', line, entry: address.value } : refused(line, bare, address.failure),
  );
}

/** Returns lower case, with the host in punycode. */
export function parseAddress(text: string): Result<AddressExpression, RefusalName> {
  if (text.startsWith('<') && !text.includes('@')) return fail('markup');
  const bare = refangedDots(
    text
      .replace(/^mailto:/i, '')
      .replace(/\?[^]*/, '')
      .replace(/[[({](?:@|at)[\])}]/i, '@')
      .trim(),
  );
  const host = bare.startsWith('@') ? bare.slice(1) : bare;
  if (host.includes('@')) {
    return readAddress(host, ({ address }) => address);
  }
  // `readAddress` checks hosts as strictly as a link's, but needs a user.
  return readAddress(`a@${host}`, (address) => address.host);
}

function readAddress(
  text: string,
  keyOf: (address: MailAddress) => string,
): Result<AddressExpression, RefusalName> {
  if (isCutShort(text.slice(text.lastIndexOf('@') + 1))) return fail('cut-short');
  const parsed = canonicalAddress(text);
  if (parsed === null) return fail('bad-address');
  const wrong = nameFailure(parsed.host);
  return wrong === null ? ok({ kind: 'address', address: keyOf(parsed) }) : fail(wrong);
}
