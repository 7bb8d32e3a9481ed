import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * Yahoo and AOL.
 *
 * Source: Trocker 3.4.0 (2026-02), Signal Spam 2.7.8, Selenium suites. Selectors: certain.
 */
export const yahoo: WebmailAdapter = {
  name: 'yahoo',
  messageBody: '[data-test-id="message-view-body-content"], [data-test-id="message-view-body"], .msg-body',
  message: '[data-test-id="message-view"]',
  sender: '[data-test-id="message-from"]',
  subject: '[data-test-id="message-group-subject-text"], [data-test-id="message-subject-text"]',
  composer: '[data-test-id="rte"], [data-test-id="compose-editor-container"]',
  opened: { address: /^\/(?:[nd]|b)\/.*\/messages\/[^/]+/ },
};
