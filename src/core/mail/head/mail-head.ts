import { addressParser, decodeWords, type Address, type Email } from 'postal-mime';
import { canonicalAddress } from '../../url/mail-address.ts';
import { MAIL_BOUNDS } from '../content/mail-bounds.ts';
import type { UnreadReason } from '../content/unread.ts';
import { withJoinedWords } from './encoded-words.ts';

/** Results of a receiving server. They never clear a mail: anybody passes with their own domain. */
export interface Authentication {
  /** Authserv-id. Anybody can write such a field; only the reader's own server counts. */
  readonly server: string;
  /** Result name of RFC 8601, 2.7; null if absent. */
  readonly spf: string | null;
  readonly dkim: string | null;
  readonly dmarc: string | null;
}

export interface MailHead {
  /** As shown: encoded words decoded, addresses unfolded. Empty if absent. */
  readonly from: string;
  readonly replyTo: string;
  readonly subject: string;
  /** Of the topmost `Authentication-Results`. */
  readonly authentication: Authentication | null;
  /** Web pages for unsubscribing (RFC 2369). */
  readonly unsubscribes: readonly string[];
  /** Header lines that are no fields. */
  readonly others: readonly string[];
}

type Fields = Pick<Email, 'headers' | 'headerLines'>;

export function headOfMail({ headers, headerLines }: Fields): MailHead {
  const valueOf = (name: string): string => headers.find(({ key }) => key === name)?.value ?? '';
  return {
    from: firstAddress(valueOf('from')),
    replyTo: firstAddress(valueOf('reply-to')),
    subject: decodeWords(withJoinedWords(valueOf('subject'))),
    authentication: authenticationIn(valueOf('authentication-results')),
    unsubscribes: pagesIn(valueOf('list-unsubscribe')),
    others: headerLines.flatMap(({ line }) => (isField(line) ? [] : [line])),
  };
}

function firstAddress(value: string): string {
  const [first] = addressParser(
    withJoinedWords(unfoldedAddresses(value.slice(0, MAIL_BOUNDS.senderCharacters))),
  );
  return first === undefined ? '' : addressText(first);
}

/** Removes white space in addresses, which comes from folding. */
function unfoldedAddresses(value: string): string {
  return value.replaceAll(/<[^<>]*>/g, (address) =>
    address.includes('@') ? address.replaceAll(/\s+/g, '') : address,
  );
}

function addressText(address: Address): string {
  if (address.group !== undefined) return address.group.map(addressText).join(', ');
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}

/**
 * Adds all From addresses: forged mails have several, and programs disagree which to show.
 *
 * @param senders - `user@host`; extended in place
 */
export function addSenders({ headers }: Fields, senders: Set<string>, unread: Set<UnreadReason>): void {
  for (const { key, value } of headers) {
    if (key !== 'from') continue;
    if (value.length > MAIL_BOUNDS.senderCharacters) unread.add('too-many-senders');
    const read = unfoldedAddresses(value.slice(0, MAIL_BOUNDS.senderCharacters));
    for (const address of addressParser(read, { flatten: true })) {
      const sender = canonicalAddress(address.address ?? '');
      if (sender === null || senders.has(sender.address)) continue;
      if (senders.size >= MAIL_BOUNDS.senders) unread.add('too-many-senders');
      else senders.add(sender.address);
    }
  }
}

/** Syntax: RFC 8601, 2.2. */
function authenticationIn(value: string): Authentication | null {
  const [server = '', ...results] = value.split(';').map((part) => part.trim());
  const name = server.split(/\s/)[0] ?? '';
  if (name === '' || results.length === 0) return null;
  const resultOf = (method: string): string | null => {
    const found = results.find((result) => result.toLowerCase().startsWith(`${method}=`));
    return found === undefined ? null : (/=\s*([a-z]+)/i.exec(found)?.[1]?.toLowerCase() ?? null);
  };
  return { server: name, spf: resultOf('spf'), dkim: resultOf('dkim'), dmarc: resultOf('dmarc') };
}

/** Good mail has at most two pages. */
const MAX_PAGES = 10;

function pagesIn(value: string): readonly string[] {
  const pages: string[] = [];
  for (const [, written = ''] of value.matchAll(/<([^<>]*)>/g)) {
    const href = written.replaceAll(/\s+/g, '');
    if (/^https?:/i.test(href) && pages.length < MAX_PAGES) pages.push(href);
  }
  return pages;
}

/** Syntax: RFC 5322, 2.2. A web address at the start of a line is no field. */
export function isField(line: string): boolean {
  return /^[!-9;-~]+[ \t]*:/.test(line) && !/^(?:https?|ftp):\/\//i.test(line);
}
