import { hostFromText } from './canonical/host-name.ts';
import { decodeOnce } from './canonical/percent-escapes.ts';
import { queryParameters } from './canonical/query-parameters.ts';
import { isPublicSuffix } from './hosts/registrable-domain.ts';

/** Each recipient adds two address keys: 30 at most, as many as a URL's lookup keys. */
export const MAX_RECIPIENTS = 15;
/** RFC 5321 allows 64 + 1 + 255 characters; this leaves room for a display name. */
const MAX_ADDRESS_LENGTH = 512;

export interface MailAddress {
  /** `user@host`, lower case, punycode. */
  readonly address: string;
  readonly host: string;
}

/** Reads `A@B.example`, `<a@b.example>`, `Name <a@b.example>`. Lower case: no mail provider distinguishes case. */
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

export interface Recipients {
  /** `user@host`, then `host`, of each recipient. */
  readonly addresses: readonly string[];
  /** Whether there are too many recipients, or one is too long to read. */
  readonly isCut: boolean;
}

/** @param href - stripped, with its scheme */
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

/** @param address - as `canonicalAddress` returns it */
export function mailtoOf(address: string): string {
  const at = address.lastIndexOf('@');
  // Unescaped, these characters would change or end the address.
  const user = address.slice(0, at).replaceAll(/[%?#]/g, encodeURIComponent);
  return `mailto:${user}@${address.slice(at + 1)}`;
}

/** Whether the link writes to exactly this address, without fields such as a subject. */
export function writesTo(href: string, address: string | null): boolean {
  return address !== null && href.toLowerCase() === `mailto:${address}`;
}
