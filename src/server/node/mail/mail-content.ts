import type { Address, Email } from 'postal-mime';
import { linksOfHtml, linksOfText, type MailLink } from './mail-links.ts';

/** A mail as it is judged: head, links, words. Header fields as written; empty if there is none. */
export interface MailContent {
  readonly from: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly links: readonly MailLink[];
  readonly html: string;
  readonly text: string;
}

export function contentOfEmail({ from, replyTo, subject, html = '', text = '' }: Email): MailContent {
  const links = linksOfHtml(html);
  const [answers] = replyTo ?? [];
  return {
    from: from === undefined ? '' : addressText(from),
    replyTo: answers === undefined ? '' : addressText(answers),
    subject: subject ?? '',
    links: links.length > 0 ? links : linksOfText(text),
    html,
    text,
  };
}

function addressText(address: Address): string {
  if (address.group !== undefined) return address.group.map(addressText).join(', ');
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}
