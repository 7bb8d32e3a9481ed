import type { WebmailAdapter } from './webmail-adapter.ts';

/** Source: cypht-org/cypht, modules core and imap. Selectors: certain. */
export const cypht: WebmailAdapter = {
  name: 'cypht',
  detect: '#hm_page_key',
  messageBody: '.msg_text_inner',
  sender: '.header_from td, .header_from',
  subject: '.header_subject',
};
