import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * HTML messages are in frames with their parent's address.
 *
 * Source: Horde IMP 6.2, tested against a real one. Selectors: certain.
 */
export const horde: WebmailAdapter = {
  name: 'horde',
  detect:
    '#horde-head, #horde-page, #impbase, script[src*="/horde/"], link[href*="/horde/"], iframe.htmlMsgData',
  messageBody: '.mimePartData:not(:has(iframe.htmlMsgData))',
  messageFrame: { element: 'iframe.htmlMsgData' },
  message: '#previewMsg, #msgData, #horde-content, body',
  // In the basic view, rows are unnamed; the second is the sender.
  sender:
    '#msgHeadersColl .from .address, #msgHeaderFrom .address, #msgheaders tr:nth-child(2) a[title*="@"], #msgHeaderFrom .from',
  subject: '#previewMsg .subject, #msgData .subject, #subject, #msgheaders > p',
  // In the header, and above file previews.
  files: '#partlist td, #partlist li, .mimePartInfoDescrip',
  composer: '#compose, .composeMessage',
  opened: { address: /#msg:|[?&]page=message\b/ },
};
