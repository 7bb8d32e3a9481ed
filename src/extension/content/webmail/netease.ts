import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * 163 and 126 Mail. Bodies are in same-origin frames.
 *
 * Source: a QR code extension (2026), BMail (2024), a saved page (2013). Selectors: likely right.
 */
export const netease: WebmailAdapter = {
  name: 'netease',
  messageBody: '#content .netease_mail_readhtml, body > .netease_mail_readhtml',
  messageFrame: {
    element: 'iframe[id$="_frameBody"], iframe[name$="_frameBody"], iframe.oD0',
  },
  message: '[id$="_dvContainer"], .mR0, body',
  sender: '.nui-addr-email, .nui-addr [title*="@"]',
  senderName: '.nui-addr-name',
  subject: '[id$="_h1Subject"], h1',
  reader: '#spnUid',
  composer: '.APP-editor, [id*="_composeContent"]',
  opened: { address: /#module=read\.ReadModule/ },
};
