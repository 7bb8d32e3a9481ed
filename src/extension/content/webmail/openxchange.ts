import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * App Suite, also as Libero, Orange, mailbox.org … Bodies are in same-origin frames.
 *
 * Source: open-xchange/appsuite-frontend 7 and 8, and its end-to-end tests. Selectors: certain.
 */
export const openxchange: WebmailAdapter = {
  name: 'openxchange',
  detect: '#io-ox-core',
  messageBody: '.mail-detail-content',
  messageFrame: { element: 'iframe.mail-detail-frame' },
  message: '.mail-detail',
  sender: 'a:has(.person-from)',
  senderName: '.person-from',
  subject: 'h1.subject',
};
