import { isPrivateAddress } from '../url/hosts/private-address.ts';

const ROLE_AND_CONSONANTS =
  /^(?:no-?reply|info|news|newsletter|e?mail|contact|support|service|hello|team|admin|office|sales|marketing|promo|offers?|deals?|alerts?|notifications?|updates?|account)[._-]?[bcdfghjklmnpqrstvwxz]{4}/;

/** @param local - before the `@`, in lower case */
export function isGeneratedName(local: string): boolean {
  return (
    /[bcdfghjklmnpqrstvwxz]{5}/.test(local) ||
    ROLE_AND_CONSONANTS.test(local) ||
    local.split(/[^a-z0-9]+/).some((part) => part.length >= 9 && turnsOf(part) >= 3)
  );
}

function turnsOf(text: string): number {
  return [...text.matchAll(/[a-z](?=\d)|\d(?=[a-z])/g)].length;
}

/**
 * Whether a host is named by its public IPv4 address: `192-0-2-7.host.example`. False for a bare address and for
 * private networks (RFC 1918, RFC 6598).
 */
export function containsIpAddress(host: string): boolean {
  const parts = host.split(/[.-]/);
  // At least one label must follow the four numbers.
  for (let at = 0; at + 4 < parts.length; at++) {
    const bytes = parts.slice(at, at + 4);
    if (!bytes.every((byte) => /^\d{1,3}$/.test(byte) && Number(byte) <= 255)) continue;
    return !isPrivateAddress(bytes.map(Number).join('.'), true);
  }
  return false;
}
