import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * For any site the reader adds: what a page says of its structure when nothing is known of it. The selectors are
 * names that several self-hosted webmails and standards use; `find-messages.ts` adds what it finds by structure.
 */
export const generic: WebmailAdapter = {
  name: 'generic',
  label: 'this webmail',
  source: 'names common to several webmails; structure, see find-by-structure.ts',
  confidence: 'C',
  detect: null,
  messageBody: '',
  messageFrame: null,
  message: 'article, [role="article"], [role="main"], main',
  sender: '[class*="sender" i], [class*="from" i], [data-testid*="from" i], [data-testid*="sender" i]',
  subject: '[class*="subject" i], [data-testid*="subject" i], h1, h2',
  replyTo: null,
  messageId: null,
  composer: null,
  opened: null,
  shadowHosts: null,
};
