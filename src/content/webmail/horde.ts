import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * HTML is written into a frame whose address is that of the page around it.
 *
 * Source: Horde IMP 6.2 itself. How sure: A.
 */
export const horde: WebmailAdapter = {
  name: 'horde',
  detect:
    '#horde-head, #horde-page, #impbase, script[src*="/horde/"], link[href*="/horde/"], iframe.htmlMsgData',
  // Plain text is in the page; a part that only holds the frame is not a message.
  messageBody: '#messageBody, .messageBody, .mimePartData:not(:has(iframe.htmlMsgData))',
  messageFrame: { element: 'iframe.htmlMsgData' },
  message: '#msgData, #pageContainer, body',
  sender: '#msgHeaderFrom .address, .msgHeaderFrom a, #msgHeaderFrom',
  subject: '#subject, .msgHeaderSubject, #msgHeaderSubject td + td',
  composer: '#compose, .composeMessage',
  opened: { address: /#msg:|[?&]page=message\b/ },
};
