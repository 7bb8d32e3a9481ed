import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * Outlook Web App of Exchange 2013, 2016 and 2019, which companies host themselves.
 *
 * Source: evicypher (old Outlook), Trocker 3.4.0, TORPEDO, Selenium suites of several projects. How sure: B.
 */
export const owa: WebmailAdapter = {
  name: 'owa',
  detect: '[href*="/owa/prem/"]',
  messageBody: '[id^="Item.MessageUniqueBody"]',
  message: '[role="main"]',
  // Recipients are shown alike.
  sender: '._pe_l:not([id^="ItemHeader."] *)',
  subject: '.rpHighlightSubjectClass',
};
