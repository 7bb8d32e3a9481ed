/** Names that programs make up, told from those that people choose. */
import { isPrivateAddress } from '../url/hosts/private-address.ts';

/** A role, and four consonants behind it. */
const ROLE_AND_CONSONANTS =
  /^(?:no-?reply|info|news|newsletter|e?mail|contact|support|service|hello|team|admin|office|sales|marketing|promo|offers?|deals?|alerts?|notifications?|updates?|account)[._-]?[bcdfghjklmnpqrstvwxz]{4}/;

/** The name of a mailbox that nobody chose. @param local - lower case, as in an address */
export function isMadeUp(local: string): boolean {
  return (
    /[bcdfghjklmnpqrstvwxz]{5}/.test(local) ||
    ROLE_AND_CONSONANTS.test(local) ||
    local.split(/[^a-z0-9]+/).some((part) => part.length >= 9 && turnsOf(part) >= 3)
  );
}

/** How often letters and digits take turns. */
function turnsOf(text: string): number {
  return [...text.matchAll(/[a-z](?=\d)|\d(?=[a-z])/g)].length;
}

/**
 * A host that is named by its IPv4 address, with dots or hyphens: `192-0-2-7.host.example`. False for an address
 * itself, and for those of a network of one's own (RFC 1918, RFC 6598).
 */
export function holdsAddress(host: string): boolean {
  const parts = host.split(/[.-]/);
  // Something stands behind it, or it is the whole host.
  for (let at = 0; at + 4 < parts.length; at++) {
    const bytes = parts.slice(at, at + 4);
    if (!bytes.every((byte) => /^\d{1,3}$/.test(byte) && Number(byte) <= 255)) continue;
    return !isPrivateAddress(bytes.map(Number).join('.'), true);
  }
  return false;
}
