import type { WebmailAdapter } from './webmail-adapter.ts';

/** Source: Selenium suites; two generations of the interface. Selectors: likely right. */
export const yandex: WebmailAdapter = {
  name: 'yandex',
  messageBody:
    '.react-message-wrapper__body, .js-message-body, .mail-Message-Body-Content, [class*="MessageBody_body"]',
  message: '.js-message-view, .mail-Message, [class*="Message-Box"], [data-testid="message-common"]',
  sender: '.mail-Message-Sender-Email, [class*="Sender_email"], [class*="MessageHead"] [title*="@"]',
  senderName: '.mail-Message-Sender-Name, [class*="Sender_name"]',
  subject: '.mail-Message-Toolbar-Subject, [class*="Title_subject"]',
  composer: '.mail-Compose, .ComposeWrapper, .cke_editable',
  opened: { address: /#(?:message|thread)\/t?\d+/ },
};
