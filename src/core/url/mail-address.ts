import { hostFromText } from './canonical/host-name.ts';
import { decodeOnce } from './canonical/percent-escapes.ts';
import { queryParameters } from './canonical/query-parameters.ts';
import { isPublicSuffix } from './hosts/registrable-domain.ts';

/** Recipients of one link that are looked up, two keys each: as many keys as a URL has. */
export const MAX_RECIPIENTS = 15;
/** Longest address that is read: RFC 5321 allows 64 + 1 + 255 characters, and some room for a display name. */
const MAX_ADDRESS_LENGTH = 512;

export interface MailAddress {
  /** `user@host`, lower case, the host in punycode. */
  readonly address: string;
  readonly host: string;
}

/**
 * An address in any of the ways lists and mails write it: `A@B.example`, `<a@b.example>`, `Name <a@b.example>`.
 * Lower case throughout: no mail provider tells users apart by case.
 */
export function canonicalAddress(text: string): MailAddress | null {
  if (text.length > MAX_ADDRESS_LENGTH) return null;
  const bare = /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text;
  const at = bare.lastIndexOf('@');
  const user = bare.slice(0, at).trim().toLowerCase();
  const name = bare.slice(at + 1).trim();
  if (at === -1 || user === '' || /[\s<>,;]/.test(user) || !/^[^\s<>,;:/?#@]+$/.test(name)) return null;
  const { host, isIp } = hostFromText(name);
  if (host === '' || isIp || !host.includes('.') || isPublicSuffix(host)) return null;
  return { address: `${user}@${host}`, host };
}

/** Whom a link writes to. */
export interface Recipients {
  /** `user@host`, then `host`, of each. */
  readonly addresses: readonly string[];
  /** True if there are more than `MAX_RECIPIENTS`, or one with so long a name that it is not read. */
  readonly isCut: boolean;
}

/**
 * Whom a `mailto:` link writes to, `cc` and `bcc` included.
 *
 * @param href - stripped, with its scheme
 */
export function mailtoRecipients(href: string): Recipients {
  const [link = ''] = href.split('#', 1);
  const [, list = '', query = ''] = /^mailto:([^?]*)\??(.*)$/is.exec(link) ?? [];
  const lists = [list];
  for (const { name, value } of queryParameters(query)) {
    if (['to', 'cc', 'bcc'].includes(name)) lists.push(value);
  }
  const recipients = new Map<string, string>();
  let isCut = false;
  for (const list of lists) {
    for (const text of new Set(decodeOnce(list).split(/[,;]/))) {
      isCut ||= text.length > MAX_ADDRESS_LENGTH && text.includes('@');
      const recipient = canonicalAddress(text);
      if (recipient === null || recipients.has(recipient.address)) continue;
      if (recipients.size === MAX_RECIPIENTS) return { addresses: keysOf(recipients), isCut: true };
      recipients.set(recipient.address, recipient.host);
    }
  }
  return { addresses: keysOf(recipients), isCut };
}

function keysOf(recipients: ReadonlyMap<string, string>): readonly string[] {
  const keys = new Set<string>();
  for (const [address, host] of recipients) {
    keys.add(address);
    keys.add(host);
  }
  return [...keys];
}

/**
 * The link that writes to an address, as a sender is looked up.
 *
 * @param address - `user@host`, as `canonicalAddress` gives it
 */
export function mailtoOf(address: string): string {
  const at = address.lastIndexOf('@');
  // What would end the address in a link.
  const user = address.slice(0, at).replaceAll(/[%?#]/g, encodeURIComponent);
  return `mailto:${user}@${address.slice(at + 1)}`;
}

/** Whether a link names this address and nothing else, as a sender is asked about. */
export function writesTo(href: string, address: string | null): boolean {
  return address !== null && href.toLowerCase() === `mailto:${address}`;
}
