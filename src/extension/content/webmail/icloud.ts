import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * Messages are in a cross-origin frame, two levels down.
 *
 * Source: the extension EviCypher (icloud.ts; class names of webmails.json, less sure). Selectors: likely right.
 */
export const icloud: WebmailAdapter = {
  name: 'icloud',
  messageBody: '.mail-message-defaults',
  messageFrame: {
    address: /^https:\/\/www-mail\.icloud-sandbox\.com\/applications\/mail2-message\//,
  },
  message: '.conversation-list-item',
  sender: '.conversation-list-item .message-header-sender, .conversation-list-item [title*="@"]',
  subject: '.conversation-header .subject, .conversation-list-item .subject',
  composer: '.mail2-rte, .rte',
};
