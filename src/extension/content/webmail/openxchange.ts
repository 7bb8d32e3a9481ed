import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * App Suite, as providers have it under their own names (Libero, Orange, mailbox.org …). Each body is in a frame of the
 * same origin, which its script fills.
 *
 * Source: open-xchange/appsuite-frontend, versions 7 and 8, and its end-to-end tests. How sure: A.
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
