import type { WebmailAdapter } from './webmail-adapter.ts';

/** Source: BMail extension (wx.mail.qq.com, 2024), saved pages of the older interface. Selectors: likely right. */
export const qq: WebmailAdapter = {
  name: 'qq',
  // The older interface is in a same-origin frame.
  messageBody: '.mail-detail-content, #mailContentContainer',
  message: '.mail-detail, .mail-detail-page, #mainmail, .readmailinfo',
  sender:
    '.mail-detail-basic [title*="@"], .mail-detail-basic .cmp-account-email, #tipFromAddr_readmail, .readmailinfo [e], .readmailinfo [title*="@"]',
  subject: '.mail-detail-basic-subject, .mail-subject, #subject',
  composer: '.reply-editor, .mail-detail-reply, #composecontainer',
  opened: { address: /#\/read\/|\/cgi-bin\/readmail/ },
};
