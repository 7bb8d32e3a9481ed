import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * Also in mailcow.
 *
 * Source: SOGo 5.8. Selectors: certain.
 */
export const sogo: WebmailAdapter = {
  name: 'sogo',
  detect:
    '[ng-app="SOGo.MailerUI"], [data-ng-app="SOGo.MailerUI"], md-content#detailView, script[src*="/SOGo.woa/"], link[href*="/SOGo.woa/"]',
  messageBody: '.msg-body .mailer_htmlcontent, .msg-body .mailer_plaincontent',
  message: '#detailView, .viewer, body',
  sender: 'a.md-caption[href^="mailto:"], a.md-caption, .msg-sender a',
  subject: 'h5.sg-md-headline',
  opened: { address: /#!\/Mail\/[^/#]+\/[^/#]+\/\d|UIxMailPopupView/ },
};
