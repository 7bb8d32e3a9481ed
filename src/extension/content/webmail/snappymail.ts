import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * Also RainLoop. Earlier messages stay in the page, hidden.
 *
 * Source: SnappyMail 2.38. Selectors: certain.
 */
export const snappymail: WebmailAdapter = {
  name: 'snappymail',
  detect: '#rl-app, #rl-content',
  messageBody: '.bodyText > .b-text-part:not([hidden]), .bodyText > .b-text-part-html:not([hidden])',
  message: '.messageItem, .message-item, #rl-right',
  sender: '.informationFrom, .messageItemHeader .from [title*="@"], .messageItemHeader .from',
  subject: '.messageItemHeader .subject, .subject .g-ui-selectable',
  composer: '.b-compose, #V-PopupsCompose, .squire-wysiwyg',
  opened: { element: '.messageView .messageItem .bodyText' },
};
