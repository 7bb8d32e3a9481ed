import { isRecord } from '../../../core/fields/is-record.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { Authentication } from '../../../core/mail/head/mail-head.ts';
import type { UnreadReason } from '../../../core/mail/content/unread.ts';
import type { MailContent, MailLink } from '../../../core/mail/content/mail-content.ts';

/** A mail of a collection. */
export interface Mail extends MailContent {
  /** Where it comes from; results are given by source and label. */
  readonly source: string;
  /** What a person says it is: `ham`, `spam`, `phish`; `unlabelled` if nobody did. */
  readonly label: string;
  readonly id: string;
  /** Why not all of a mail as it was sent was looked at; empty: it is whole. */
  readonly unread: readonly UnreadReason[];
  /** What a receiving server wrote into it, whichever that was; null if none did, or if there is no head as it was sent. */
  readonly authentication: Authentication | null;
}

/** Reads one line of a mail file: `{source, label, id, from, reply_to, subject, links: [{href, text, tag}], html, text}`, and `files`, names of attached files, if there are any. */
export function parseMail(value: unknown): Result<Mail, string> {
  if (!isRecord(value)) return fail('is no object');
  const { links } = value;
  if (!Array.isArray(links)) return fail('has no list "links"');
  const { files = [] } = value;
  if (!Array.isArray(files) || !files.every((name) => typeof name === 'string'))
    return fail('has "files" that are no list of names');
  const found: MailLink[] = [];
  for (const link of links) {
    if (!isRecord(link) || typeof link['href'] !== 'string') return fail('has a link without "href"');
    found.push({ href: link['href'], text: textOf(link['text']), tag: textOf(link['tag']) });
  }
  return ok({
    source: textOf(value['source']) || 'unnamed',
    label: textOf(value['label']) || 'unlabelled',
    id: textOf(value['id']),
    from: textOf(value['from']),
    replyTo: textOf(value['reply_to']),
    subject: textOf(value['subject']),
    links: found,
    html: textOf(value['html']),
    text: textOf(value['text']),
    ...(files.length === 0 ? {} : { files }),
    unread: [],
    authentication: null,
  });
}

/** Missing fields are common and mean that the mail has none. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
