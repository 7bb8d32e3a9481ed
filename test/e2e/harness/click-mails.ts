import { LISTED } from './channel.ts';

/** A message for tests of clicks and of who sent it. */
export interface ClickMail {
  readonly subject: string;
  readonly source: string;
}

export const BAD = LISTED.phishingUrl;
export const GOOD = 'https://www.example.org/news';

const BODY = `<h2>Your account</h2>
<p>Please <a id="bad" href="${BAD}">confirm your account</a> today.</p>
<p>Or read <a id="good" href="${GOOD}">the news</a>.</p>
<form id="bad-form" action="${BAD}" method="post"><input name="password" size="20"> <button>Sign in</button></form>
<form id="good-form" action="${GOOD}"><input name="q" value="words" size="20"> <button>Search</button></form>
<p><img alt="" src="https://pictures.example.org/p.png" width="60" height="30"></p>`;

function mail(
  number: number,
  subject: string,
  { from = 'Sender <sender@news.example>', more = [], body = BODY }: Partial<Written> = {},
): ClickMail {
  return {
    subject,
    source: [
      ...more,
      `Date: Thu, 20 Nov 2025 10:${String(number).padStart(2, '0')}:00 +0000`,
      `From: ${from}`,
      'To: Alice Example <alice@mail.test>',
      `Subject: ${subject}`,
      `Message-ID: <click-${number}@samples.test>`,
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      `<html><body>${body}</body></html>`,
      '',
    ].join('\r\n'),
  };
}

interface Written {
  readonly from: string;
  readonly more: readonly string[];
  readonly body: string;
}

/** What a mailbox's own server says of a forged sender. */
const FAILS = 'Authentication-Results: mx.mail.test; dmarc=fail header.from=paypal.com';

export const CLICK_MAILS: readonly ClickMail[] = [
  mail(1, 'To be clicked'),
  mail(2, 'The next one', { body: `<p><a id="good" href="${GOOD}">the news</a></p>` }),
  mail(3, 'An editor', {
    body: `</body><body contenteditable="true"><p><a id="bad" href="${BAD}">a link in an editor</a></p>`,
  }),
  mail(4, 'A forged sender', {
    from: 'PayPal <service@paypal.com>',
    more: [FAILS],
    body: '<p>Dear customer, your account is locked. <a href="http://192.0.2.7/confirm">Confirm your account</a> within 24 hours.</p>',
  }),
];
