import { fail, ok, type Result } from '../result.ts';
import type { AddressExpression } from '../url/read-link.ts';
import { parseListedEntry } from '../url/listed-entry.ts';
import { refused, type FeedLine, type RefusalName } from './feed-line.ts';

/** `dot-atom` of RFC 5322 with the characters beyond ASCII that RFC 6531 adds; no quoted local parts. */
const LOCAL_PART = /^[^\s"(),:;<>@[\\\]]{1,64}$/;
const IN_ANGLES = /<([^<>]*)>\s*$/;

/** A line of an address list: `user@host`, `Name <user@host>`, `mailto:user@host`, `@host` or `host`. */
export function readAddressLine(text: string, line: number, found: FeedLine[]): void {
  const trimmed = text.trim();
  if (trimmed === '' || /^(?:[#;!]|\/\/)/.test(trimmed)) return;
  const bare = trimmed.replace(/\s+#.*$/, '');
  const address = parseAddress(bare);
  found.push(
    address.ok ? { kind: 'entry', line, entry: address.value } : refused(line, bare, address.failure),
  );
}

/** A sender (`user@host`) or a sender's domain (`host`), lower case, host in punycode. */
export function parseAddress(text: string): Result<AddressExpression, RefusalName> {
  const inAngles = IN_ANGLES.exec(text)?.[1];
  if (inAngles === undefined && text.startsWith('<')) return fail('markup');
  const address = (inAngles ?? text)
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/, '')
    .replaceAll('[.]', '.')
    .trim();
  const at = address.lastIndexOf('@');
  const host = parseListedEntry(address.slice(at + 1));
  if (!host.ok || !host.value.isHostLevel || /[/:?\s]/.test(address.slice(at + 1)))
    return fail('bad-address');
  if (at <= 0) return ok({ kind: 'address', address: host.value.host });
  const local = address.slice(0, at).toLowerCase();
  if (!LOCAL_PART.test(local)) return fail('bad-address');
  return ok({ kind: 'address', address: `${local}@${host.value.host}` });
}
