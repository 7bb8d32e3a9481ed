import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * Exchange 2013, 2016 and 2019, self-hosted.
 *
 * Source: evicypher (old Outlook), Trocker 3.4.0, TORPEDO, Selenium suites. Selectors: likely right.
 */
export const owa: WebmailAdapter = {
  name: 'owa',
  detect: '[href*="/owa/prem/"]',
  messageBody: '[id^="Item.MessageUniqueBody"]',
  message: '[role="main"]',
  // Excludes recipients, which look alike.
  sender: '._pe_l:not([id^="ItemHeader."] *)',
  subject: '.rpHighlightSubjectClass',
};
