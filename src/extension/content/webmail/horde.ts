import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * Dynamic and basic view. HTML is written into a frame whose address is that of the page around it.
 *
 * Source: Horde IMP 6.2 itself, tested against a real one. How sure: A.
 */
export const horde: WebmailAdapter = {
  name: 'horde',
  detect:
    '#horde-head, #horde-page, #impbase, script[src*="/horde/"], link[href*="/horde/"], iframe.htmlMsgData',
  // Each part of a message; above it are links that download it. What only holds the frame is no message.
  messageBody: '.mimePartData:not(:has(iframe.htmlMsgData))',
  messageFrame: { element: 'iframe.htmlMsgData' },
  message: '#previewMsg, #msgData, #horde-content, body',
  // The rows of the basic view have no names: the second one is the sender.
  sender:
    '#msgHeadersColl .from .address, #msgHeaderFrom .address, #msgheaders tr:nth-child(2) a[title*="@"], #msgHeaderFrom .from',
  subject: '#previewMsg .subject, #msgData .subject, #subject, #msgheaders > p',
  // The row of the head, and a line above what can be shown of a file.
  files: '#partlist td, #partlist li, .mimePartInfoDescrip',
  composer: '#compose, .composeMessage',
  opened: { address: /#msg:|[?&]page=message\b/ },
};
