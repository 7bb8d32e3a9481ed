import type { WebmailAdapter } from './webmail-adapter.ts';

/** Source: ProtonMail/WebClients. Selectors: certain. */
export const proton: WebmailAdapter = {
  name: 'proton',
  // Bodies are in same-origin about:blank frames. `.m0`: plain text before 2023.
  messageBody: '.message-content > .m0',
  messageFrame: { element: 'iframe[data-testid="content-iframe"]' },
  message: '[data-testid^="message-view-"], article.message-container',
  sender:
    '[data-testid="recipients:sender"] [title*="@"], [data-testid="recipients:sender"] a[href^="mailto:"], [data-testid="recipients:sender"], [data-testid="message-header:sender"]',
  subject: '[data-testid="conversation-header:subject"]',
  messageId: 'data-message-id',
  composer: '[data-testid="composer"], .composer, [data-testid="rooster-iframe"]',
  opened: { element: '[data-testid^="message-view-"] .message-content' },
};
