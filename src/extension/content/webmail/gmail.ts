import type { WebmailAdapter } from './webmail-adapter.ts';

/** Source: gmail.js 2026-03, InboxSDK 2.2.18, Mailvelope 2026-01; print view from Trocker. Selectors: certain. */
export const gmail: WebmailAdapter = {
  name: 'gmail',
  // Collapsed messages have no `.a3s`. `.maincontent`: print view.
  messageBody: 'div.ii.gt div.a3s, div[data-message-id] div.a3s, body > .bodycontainer > .maincontent',
  message: 'div[data-message-id], div.adn',
  sender: 'span[email].gD, td.gF span[email]',
  subject: 'h2.hP',
  reader: 'a[href^="https://accounts.google.com/SignOutOptions"][aria-label*="@"]',
  messageId: 'data-message-id',
  opened: { address: /#(?:[^/?#]+\/)+[A-Za-z0-9]{16,}(?:$|[?/])/ },
};
