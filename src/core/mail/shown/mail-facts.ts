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

/** What the frame of a webmail would send about a mail. */
export interface MailFacts {
  readonly facts: MessageFacts;
  readonly links: readonly MessageLink[];
}

/**
 * The facts of a mail as a webmail would show it: From, Reply-To and Subject of the head, and the body rendered.
 *
 * @param reader - address of the mailbox, null if it is not known
 */
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
    // The head is all there is: what is not in it nobody hides.
    ...(sender.address === null && sender.name !== null ? { lacksAddress: true as const } : {}),
    ...(files.length === 0
      ? {}
      : { files: files.slice(0, MAX_FILES).map((name) => name.slice(-MAX_FILE_NAME_LENGTH)) }),
  };
}

/** `"Name" <user@host>`, or what of it a webmail would show. */
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

/** The first word with an @ inside it. */
function addressIn(text: string): string | undefined {
  return text.split(/[\s<>"'(),;:\\]/).find((word) => word.slice(1, -1).includes('@'));
}
