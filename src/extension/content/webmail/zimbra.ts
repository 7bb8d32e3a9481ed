import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * Classic interface. Bodies are in same-origin frames.
 *
 * Source: Zimbra's own source and its Selenium suite. Selectors: likely right.
 */
export const zimbra: WebmailAdapter = {
  name: 'zimbra',
  detect:
    '#zimbraMail, #skin_container_app_main, .ZmMailMsgView, .ZmConvView2, script[src*="/zimbraMail/"], script[src*="/zimlet/"]',
  messageBody: '.MsgBody-text, .MsgBody-html',
  messageFrame: { element: 'iframe[id$="__body__iframe"], iframe[name$="__body__iframe"]' },
  message: '.ZmMailMsgView, .ZmMailMsgCapsuleView, .MsgHeader',
  sender: '[id$="_from"] .addrBubble, .MsgHeader [id$="_from"], .MsgHeaderTable [id*="_from"], .addrBubble',
  reader: '#skin_container_username',
  subject: '.SubjectCol, .MsgHdrSubject, .ZmConvView2 .Subject',
  composer: '.ZmHtmlEditor, .ZmComposeView',
  opened: { element: '.ZmMailMsgView' },
};
