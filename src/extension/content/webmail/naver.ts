import type { WebmailAdapter } from './webmail-adapter.ts';

/** Source: DevelopPings/mail-summary, Selenium suites (2023 to 2026). Selectors: likely right. */
export const naver: WebmailAdapter = {
  name: 'naver',
  messageBody: '.mail_view_contents',
  message: '#mail_read_scroll_view',
  // Name and address in one button.
  sender: '.option_area > button',
  subject: 'h4 .text > span > span:nth-child(2)',
  opened: { address: /^\/v2\/read\// },
};
