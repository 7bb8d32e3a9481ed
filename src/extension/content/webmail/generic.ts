import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * Names shared by several webmails, for any added site. Fallback: `find-by-structure.ts`.
 *
 * Source: the other adapters. Selectors: guessed.
 */
export const generic: WebmailAdapter = {
  name: 'generic',
  messageBody:
    '[id="messagebody" i], [id="message-body" i], [id="mail-body" i], [class~="message-body" i], ' +
    '[class~="messagebody" i], [class~="mail-body" i], [class~="msg-body" i], [class~="email-body" i], ' +
    '[class~="letter-body" i], [data-testid="message-body"], [aria-label="Message body"]',
  // A wrong sender is worse than none.
  sender:
    '[class*="from" i] [title*="@"], [class*="from" i] a[href^="mailto:" i], [class*="sender" i] [title*="@"], [class*="sender" i] a[href^="mailto:" i]',
  senderText: '[class~="from" i], [class~="sender" i]',
  replyTo:
    '[class*="replyto" i] [title*="@"], [class*="replyto" i] a[href^="mailto:" i], [class*="reply-to" i] [title*="@"], [class*="reply-to" i] a[href^="mailto:" i]',
  subject: '[class*="subject" i], [data-testid*="subject" i], h1',
  composer: 'form textarea, [class*="compose" i], [id*="compose" i]',
};
