import { at } from './own-parts.ts';
import { type PageScript, script } from './page-script.ts';

/** The least of each webmail's page that its adapter needs, around the HTML of a message. */
export interface MailPage {
  readonly name: string;
  readonly url: string;
  readonly html: (message: string) => string;
  /** The element whose children are the message. */
  readonly body: PageScript<HTMLElement>;
}

const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mail</title>${head}</head><body>${body}</body></html>`;

export const MAIL_PAGES: readonly MailPage[] = [
  {
    name: 'Gmail',
    url: 'https://mail.google.com/mail/u/0/#inbox/FMfcgzQcqbXkLmNpRsTvWxYz12345678',
    html: (message) =>
      page(`<div role="main"><h2 class="hP">Subject</h2><div class="adn ads" data-message-id="#msg-f:1" data-legacy-message-id="1">
        <span email="sender@news.example" name="Sender" class="gD">Sender</span>
        <div class="ii gt"><div class="a3s aiL">${message}</div></div></div></div>
        <a href="https://phish.example/sidebar">an advertisement beside the message</a>`),
    body: at('div.a3s'),
  },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/0/inbox/id/AQMkADAwATM0MDAAMS0xMmE0',
    html: (message) =>
      page(`<div data-app-section="MailReadCompose"><div id="ReadingPaneContainerId">
        <div data-test-id="mailMessageBodyContainer"><div role="document" aria-label="Message body" id="UniqueMessageBody_1">${message}</div></div></div></div>
        <a href="https://phish.example/sidebar">an advertisement</a>`),
    body: at('#UniqueMessageBody_1'),
  },
  {
    name: 'Yahoo Mail',
    url: 'https://mail.yahoo.com/d/folders/1/messages/12345',
    html: (message) =>
      page(`<div data-test-id="message-group-view"><div data-test-id="message-view" data-test-expanded="true">
        <header data-test-id="message-header"><span data-test-id="message-from">Sender</span></header>
        <div data-test-id="message-view-body-content" class="msg-body">${message}</div></div></div>
        <a href="https://phish.example/sidebar">an advertisement</a>`),
    body: at('.msg-body'),
  },
  {
    name: 'Proton Mail',
    url: 'https://mail.proton.me/u/0/inbox/conversation-1',
    // The message is written into a sandboxed about:blank frame by the webmail's own script.
    html: (message) =>
      page(`<div data-testid="message-view-0"><iframe data-testid="content-iframe" title="Email content" data-subject="Subject"
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" width="900" height="500"></iframe></div>
        <template id="message">${message}</template>
        <script>
          const frame = document.querySelector('iframe');
          const fill = () => frame.contentDocument.body.replaceChildren(
            frame.contentDocument.importNode(document.querySelector('#message').content, true));
          fill();
          frame.addEventListener('load', fill);
        </script>
        <a href="https://phish.example/sidebar">an advertisement</a>`),
    body: script(({ one }) => {
      const { contentDocument } = one('iframe');
      if (contentDocument === null) throw new Error('the frame has no document');
      return contentDocument.body;
    }),
  },
  {
    name: 'Roundcube',
    url: 'https://rc.webmail.test/?_task=mail&_mbox=INBOX&_uid=1&_action=show',
    html: (message) =>
      page(
        `<div id="layout-content"><div id="message-header"><h2 class="subject">Subject</h2></div>
        <div id="messagebody"><div class="message-htmlpart"><div class="rcmBody">${message}</div></div></div></div>
        <a href="https://phish.example/sidebar">an advertisement</a>`,
        '<link rel="stylesheet" href="/skins/elastic/styles/styles.min.css">',
      ),
    body: at('.rcmBody'),
  },
];

/** One page, for tests that need no other. */
export function mailPage(name = 'Gmail'): MailPage {
  const found = MAIL_PAGES.find((candidate) => candidate.name === name);
  if (found === undefined) throw new RangeError(`no page for ${name}`);
  return found;
}
