import type { HeadFacts } from '../../../src/core/evidence/message-facts.ts';
import { factsOfMail } from '../../../src/server/node/mail-tools/node-mail.ts';
import type { Mail } from '../../../src/server/publisher/evaluate/mail.ts';
import type { ProductMail } from './compare-facts.ts';

/** Longer ones are no mail that people read. Characters. */
export const MAX_LENGTH = 200_000;

/** Whose mailbox it is that they come to. */
export const READER = 'alice@mail.test';

/** So many of them, each n-th. @param start - where in between, from 0 to below 1: another one draws other mails */
export function eachNth(all: readonly Mail[], wanted: number, start: number): readonly Mail[] {
  return Array.from(
    { length: wanted },
    (_, n) => all[Math.floor(((n + start) * all.length) / wanted)],
  ).filter((mail) => mail !== undefined);
}

export function productMail(mail: Mail, number: number): ProductMail {
  return { id: mail.id, source: sourceOf(mail, factsOfMail(mail, READER).facts.head, number) };
}

/** As it travels. Delivered a second later each, as they are numbered by that. */
function sourceOf({ from, subject, html, text }: Mail, read: HeadFacts | null, number: number): string {
  const isHtml = html.trim() !== '';
  const head = [
    `Date: ${new Date(Date.UTC(2025, 0, 1) + number * 1000).toUTCString()}`,
    // As it was read: the corpora's own are sometimes no mailbox at all, which each program reads in its own way.
    `From: ${read?.address == null ? from : mailbox(read.name ?? '', read.address)}`,
    ...(read?.replyTo == null ? [] : [`Reply-To: ${read.replyTo}`]),
    'To: Alice <alice@mail.test>',
    `Subject: ${word(subject)}`,
    `Message-ID: <${number}@product.test>`,
    'MIME-Version: 1.0',
    `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
  ];
  const body = Buffer.from(isHtml ? html : text).toString('base64');
  return `${head.join('\r\n')}\r\n\r\n${body.replaceAll(/.{76}/g, '$&\r\n')}\r\n`;
}

/** RFC 2047. */
function word(text: string): string {
  return `=?utf-8?B?${Buffer.from(text.replaceAll(/\s+/g, ' ').trim()).toString('base64')}?=`;
}

function mailbox(name: string, address: string): string {
  return name === '' ? address : `${word(name)} <${address}>`;
}
