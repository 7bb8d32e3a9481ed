import type { MailRead } from '../../../../src/extension/platform/mail-worker.ts';

/** A mail as the worker reads it: no links, nothing unread. */
export function aMail(more: Partial<MailRead> = {}): MailRead {
  return {
    from: 'Ann <a@b.example>',
    subject: 'Hello',
    facts: {
      head: { name: 'Ann', address: 'a@b.example', replyTo: null, subject: 'Hello', reader: null },
      body: { text: 'hello', end: '', hasQuote: false, alts: [], asksPassword: false, links: [] },
    },
    links: [],
    hrefs: [],
    beside: [],
    senders: ['a@b.example'],
    attachments: [],
    pictures: [],
    cutPictures: 0,
    authenticationResults: [],
    unread: [],
    ...more,
  };
}
