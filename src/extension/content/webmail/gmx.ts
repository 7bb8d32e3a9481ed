import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * GMX, WEB.DE and mail.com: the mailer is in a frame, and each body in another one of its own origin.
 *
 * Source: Selenium suites of several projects, 2019 to 2026. How sure: B.
 */
export const gmx: WebmailAdapter = {
  name: 'gmx',
  // Only the interface from before 2020 has bodies in the page itself.
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
