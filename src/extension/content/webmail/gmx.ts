import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * GMX, WEB.DE, mail.com. The mailer is in a frame, bodies are in cross-origin frames.
 *
 * Source: Selenium suites, 2019 to 2026. Selectors: likely right.
 */
export const gmx: WebmailAdapter = {
  name: 'gmx',
  // Selectors from before 2020.
  messageBody: '#mail-detail-content, .mail-body',
  messageFrame: {
    element: 'iframe#mail-detail, iframe[name="mail-detail"], iframe[name="detail-body-iframe"]',
    address: /^https:\/\/[a-z0-9-]+\.mailbody-ui\.de\/Mail\//,
  },
  message: 'detail-body, .mail-detail, body',
  sender: '.mail-header-sender [title*="@"], [data-testid="sender"], .from-field',
  subject: '.mail-header-subject, [data-testid="subject"]',
  composer: '#compose, compose-mail',
  shadowHosts: 'detail-body, list-mail-item, mail-detail',
};
