import { withoutEnd } from '../text/without-ends.ts';

/** RFC 5321: local part 64, one `@`, domain 255. */
const MAX_ADDRESS_LENGTH = 320;

/** Separators: not allowed unquoted in an address. */
const BETWEEN = /[\s<>"'(),;:]+/;

/**
 * The address in `Name <user@host>` or `user@host`.
 *
 * @returns lower case; null if two differ, as when the name is itself an address: the sender is then ambiguous
 */
export function addressOf(from: string): string | null {
  if (from.length > 10 * MAX_ADDRESS_LENGTH) return null;
  const found = new Set(from.toLowerCase().split(BETWEEN).flatMap(addressesIn));
  if (found.size !== 1) return null;
  const [address = ''] = found;
  return address.length <= MAX_ADDRESS_LENGTH ? address : null;
}

/** `a@b.c@d.e` holds two. */
function addressesIn(word: string): readonly string[] {
  const parts = word.split('@');
  return parts.slice(1).flatMap((part, index) => {
    const user = parts[index] ?? '';
    const host = withoutEnd(part, '.');
    return user !== '' && host.lastIndexOf('.') > 0 ? [`${user}@${host}`] : [];
  });
}
