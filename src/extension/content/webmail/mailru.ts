import type { WebmailAdapter } from './webmail-adapter.ts';

/** Source: more than ten Selenium suites, 2019 to 2026. Selectors: likely right. */
export const mailru: WebmailAdapter = {
  name: 'mailru',
  messageBody: '.letter-body__body-content, .letter-body__body',
  message: '.letter',
  sender: '.letter__author .letter-contact[title*="@"], .letter__author .letter-contact',
  subject: 'h2.thread__subject, .thread-subject',
  reader: '[data-testid="whiteline-account"], .x-ph__menu__button__text_auth',
  // Missing in some releases.
  messageId: 'data-letter-id',
  composer: '.compose-app, .editable-container',
  opened: { address: /^\/(?:inbox|[a-z0-9-]+)\/[0-9]+:[^/]+/ },
};
