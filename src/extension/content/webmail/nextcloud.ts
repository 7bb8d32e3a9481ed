import type { WebmailAdapter } from './webmail-adapter.ts';

/** Source: nextcloud/mail. Selectors: certain. */
export const nextcloud: WebmailAdapter = {
  name: 'nextcloud',
  detect: '#content.app-mail, #content-vue.app-mail, .app-mail #app-content-vue',
  messageBody: '#mail-content',
  messageFrame: { element: 'iframe.message-frame' },
  message: '.envelope, .mail-message, #mail-message',
  sender: '.envelope__header [title*="@"], .sender__email',
  senderName: '.envelope__header .sender',
  subject: '#mail-thread-header-fields h2, .mail-thread-header h2, .envelope__header__subtitle',
  composer: '.message-composer, .composer',
  opened: { address: /\/apps\/mail\/box\/[^/]+\/thread\/\d+/ },
};
