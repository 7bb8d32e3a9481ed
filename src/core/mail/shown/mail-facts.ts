import type { HeadFacts, MessageFacts, MessageLink } from '../../evidence/message-facts.ts';
import {
  MAX_ADDRESS_LENGTH,
  MAX_FILE_NAME_LENGTH,
  MAX_FILES,
  MAX_NAME_LENGTH,
  MAX_SUBJECT_LENGTH,
} from '../../evidence/message-facts.ts';
import { withoutEnds } from '../../text/without-ends.ts';
import type { MailContent } from '../content/mail-content.ts';
import type { ParseMarkup } from '../content/mail-tools.ts';
import { renderHtml, renderLinks, renderText, type RenderedBody } from './rendered-mail.ts';

export interface MailFacts {
  readonly facts: MessageFacts;
  readonly links: readonly MessageLink[];
}

/** @param reader - the mailbox's address, null if unknown */
export function factsOfMail(mail: MailContent, reader: string | null, parseHtml: ParseMarkup): MailFacts {
  const { links, body } = rendered(mail, parseHtml);
  return { facts: { head: headOf(mail, reader), body }, links };
}

function rendered({ html, text, links }: MailContent, parseHtml: ParseMarkup): RenderedBody {
  if (html.trim() !== '') return renderHtml(html, parseHtml);
  return text.trim() === '' && links.length > 0 ? renderLinks(links) : renderText(text);
}

function headOf({ from, replyTo, subject, files = [] }: MailContent, reader: string | null): HeadFacts {
  const sender = mailboxOf(from);
  const answers = mailboxOf(replyTo).address;
  return {
    ...sender,
    replyTo: answers === null || answers === sender.address ? null : answers,
    subject: subject.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SUBJECT_LENGTH),
    reader,
    // The header is complete, so no address is hidden.
    ...(sender.address === null && sender.name !== null ? { lacksAddress: true as const } : {}),
    ...(files.length === 0
      ? {}
      : { files: files.slice(0, MAX_FILES).map((name) => name.slice(-MAX_FILE_NAME_LENGTH)) }),
  };
}

/** Reads `"Name" <user@host>` as a webmail shows it. */
function mailboxOf(field: string): Pick<HeadFacts, 'name' | 'address'> {
  const text = field.replaceAll(/\s+/g, ' ').trim();
  const bracketed = /^(.*?)<([^<>]*)>[^<>]*$/.exec(text);
  const [, name = '', inside = ''] = bracketed ?? ['', '', text];
  const address = addressIn(inside)?.toLowerCase() ?? null;
  if (text === '' || (address === null && bracketed === null)) {
    return { name: text === '' ? null : text.slice(0, MAX_NAME_LENGTH), address: null };
  }
  return {
    name: withoutEnds(name, ` "'`).replaceAll(/\\(.)/g, '$1').slice(0, MAX_NAME_LENGTH),
    address: address === null ? null : address.slice(0, MAX_ADDRESS_LENGTH),
  };
}

function addressIn(text: string): string | undefined {
  return text.split(/[\s<>"'(),;:\\]/).find((word) => word.slice(1, -1).includes('@'));
}
