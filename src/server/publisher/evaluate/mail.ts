import { isRecord } from '../../../core/fields/is-record.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { Authentication } from '../../../core/mail/head/mail-head.ts';
import type { UnreadReason } from '../../../core/mail/content/unread.ts';
import type { MailContent, MailLink } from '../../../core/mail/content/mail-content.ts';

export interface Mail extends MailContent {
  /** Results are grouped by source and label. */
  readonly source: string;
  /** A person's judgement: `ham`, `spam`, `phish`, or `unlabelled`. */
  readonly label: string;
  readonly id: string;
  readonly unread: readonly UnreadReason[];
  /** Unverified results of any receiving server; null if there are none, or no original head. */
  readonly authentication: Authentication | null;
}

/**
 * Parses a line `{source, label, id, from, reply_to, subject, links: [{href, text, tag}], html, text}`, with optional
 * `files`, names of attached files.
 */
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
