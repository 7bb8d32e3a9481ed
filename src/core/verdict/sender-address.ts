import { withoutEnd } from '../text/without-ends.ts';

/** RFC 5321: 64 for the local part, one `@`, 255 for the domain. */
const MAX_ADDRESS_LENGTH = 320;

/** What no address holds unquoted. */
const BETWEEN = /[\s<>"'(),;:]+/;

/**
 * The one mail address in a sender as webmail shows it: `Name <user@host>` or the address alone.
 *
 * @returns `user@host` in lower case; null if there is none, or if two differ, as in a name that is
 *   itself an address: then it is not for us to say who sent it
 */
export function addressOf(from: string): string | null {
  if (from.length > 10 * MAX_ADDRESS_LENGTH) return null;
  const found = new Set(from.toLowerCase().split(BETWEEN).flatMap(addressesIn));
  if (found.size !== 1) return null;
  const [address = ''] = found;
  return address.length <= MAX_ADDRESS_LENGTH ? address : null;
}

/** Every `user@host` of a word, `a@b.c@d.e` holds two. */
function addressesIn(word: string): readonly string[] {
  const parts = word.split('@');
  return parts.slice(1).flatMap((part, index) => {
    const user = parts[index] ?? '';
    const host = withoutEnd(part, '.');
    return user !== '' && host.lastIndexOf('.') > 0 ? [`${user}@${host}`] : [];
  });
}
