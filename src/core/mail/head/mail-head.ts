import { addressParser, decodeWords, type Address, type Email } from 'postal-mime';
import { canonicalAddress } from '../../url/mail-address.ts';
import { MAIL_BOUNDS } from '../content/mail-bounds.ts';
import type { UnreadReason } from '../content/unread.ts';
import { withJoinedWords } from './encoded-words.ts';

/** What a receiving server says of who sent a mail: never a word for it, since anybody passes with a domain of their own. */
export interface Authentication {
  /** Whoever says so; anybody can write such a field, and only that of one's own server counts. */
  readonly server: string;
  /** `pass`, `fail`, `none` and the like (RFC 8601, 2.7); null where it says nothing. */
  readonly spf: string | null;
  readonly dkim: string | null;
  readonly dmarc: string | null;
}

export interface MailHead {
  /** As they are shown: words decoded, addresses unfolded. Empty if there is none. */
  readonly from: string;
  readonly replyTo: string;
  readonly subject: string;
  /** Of the topmost field. */
  readonly authentication: Authentication | null;
  /** Addresses of web pages by which it says that it can be unsubscribed (RFC 2369). */
  readonly unsubscribes: readonly string[];
  /** Lines of it that are no fields. */
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

/** No address has white space in it; where a line was folded in one, there is some. */
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
 * Each address that it says it is from: forged heads have more than one, and programs differ on which they show.
 *
 * @param senders - `user@host`, of all readings of the mail; is added to
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

/** RFC 8601, 2.2: the server, then what it found by each method. */
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

/** Of one field; good mail has two. */
const MAX_PAGES = 10;

function pagesIn(value: string): readonly string[] {
  const pages: string[] = [];
  for (const [, written = ''] of value.matchAll(/<([^<>]*)>/g)) {
    const href = written.replaceAll(/\s+/g, '');
    if (/^https?:/i.test(href) && pages.length < MAX_PAGES) pages.push(href);
  }
  return pages;
}

/** RFC 5322, 2.2; an address at the start of a line is none, though it has a colon. */
export function isField(line: string): boolean {
  return /^[!-9;-~]+[ \t]*:/.test(line) && !/^(?:https?|ftp):\/\//i.test(line);
}
