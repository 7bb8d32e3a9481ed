import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * And RainLoop. Earlier messages stay, hidden.
 *
 * Source: SnappyMail 2.38. How sure: A.
 */
export const snappymail: WebmailAdapter = {
  name: 'snappymail',
  detect: '#rl-app, #rl-content',
  messageBody: '.bodyText > .b-text-part:not([hidden]), .bodyText > .b-text-part-html:not([hidden])',
  message: '.messageItem, .message-item, #rl-right',
  sender:
    '.from .informationFrom, .informationFrom, .messageItemHeader .from [title*="@"], .messageItemHeader .from',
  subject: '.messageItemHeader .subject, .subject .g-ui-selectable',
  composer: '.b-compose, #V-PopupsCompose, .squire-wysiwyg',
  opened: { element: '.messageView .messageItem .bodyText' },
};
