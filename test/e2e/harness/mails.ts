import { LISTED } from './channel.ts';

/** A message as it travels, and what must come of it. */
export interface SampleMail {
  readonly subject: string;
  readonly source: string;
  /** Destinations that must be marked once the message is open: listed ones, each as often as it is linked. */
  readonly marked: readonly string[];
  /** Links of the message in all, once it is open. */
  readonly links: number;
  /** Words that must be readable in it, where its charset could keep them from it. */
  readonly shows: string;
}

/** Who sent all of them. */
export const SENDER = { name: 'Sender', address: 'sender@news.example' };

interface Head {
  readonly subject: string;
  readonly number: number;
  readonly from?: string;
}

const CLEAN = 'https://www.example.org';

function head(
  { subject, number, from = `${SENDER.name} <${SENDER.address}>` }: Head,
  more: readonly string[],
): string {
  const minute = String(number).padStart(2, '0');
  return [
    'Return-Path: <bounce@news.example>',
    `Date: Thu, 20 Nov 2025 09:${minute}:00 +0000`,
    `From: ${from}`,
    'To: Alice Example <alice@mail.test>',
    `Subject: ${encodeWord(subject)}`,
    `Message-ID: <${number}@samples.test>`,
    'MIME-Version: 1.0',
    ...more,
    '',
    '',
  ].join('\r\n');
}

/** RFC 2047, where it is needed. */
function encodeWord(text: string): string {
  // oxlint-disable-next-line no-control-regex -- ASCII is what goes as it is
  return /^[\x00-\x7f]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
}

const base64 = (text: string | Buffer): string =>
  Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');

function quotedPrintable(text: string): string {
  const encoded = [...Buffer.from(text)]
    .map((byte) =>
      byte === 10
        ? '\r\n'
        : byte === 61 || byte < 32 || byte > 126
          ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
          : String.fromCharCode(byte),
    )
    .join('');
  return encoded
    .split('\r\n')
    .map((line) => line.replace(/(?:=[0-9A-F]{2}|[^=]){70}(?=.)/g, '$&=\r\n'))
    .join('\r\n');
}

const HTML = 'Content-Type: text/html; charset=utf-8';
const html = (body: string): string => `<html><body>${body}</body></html>`;

/** "Confirm" as mail was written before UTF-8. */
const OLD_CHARSETS: readonly {
  readonly charset: string;
  readonly word: string;
  readonly bytes: readonly number[];
}[] = [
  { charset: 'gb2312', word: '验证', bytes: [0xd1, 0xe9, 0xd6, 0xa4] },
  { charset: 'big5', word: '驗證', bytes: [0xc5, 0xe7, 0xc3, 0xd2] },
  {
    charset: 'iso-2022-jp',
    word: '確認',
    bytes: [0x1b, 0x24, 0x42, 0x33, 0x4e, 0x47, 0x27, 0x1b, 0x28, 0x42],
  },
  { charset: 'euc-kr', word: '확인', bytes: [0xc8, 0xae, 0xc0, 0xce] },
  { charset: 'windows-1251', word: 'Вход', bytes: [0xc2, 0xf5, 0xee, 0xe4] },
  { charset: 'iso-8859-1', word: 'Bestätigen', bytes: [...Buffer.from('Bestätigen', 'latin1')] },
];

/** Every kind of message that webmails show in a way of its own. */
export function sampleMails(): readonly SampleMail[] {
  let number = 0;
  const mails: SampleMail[] = [];
  function add(
    subject: string,
    more: readonly string[],
    body: string,
    marked: readonly string[],
    links: number,
    shows = '',
  ): void {
    number += 1;
    mails.push({ subject, source: head({ subject, number }, more) + body, marked, links, shows });
  }

  add(
    'Plain text',
    ['Content-Type: text/plain; charset=utf-8'],
    `Please visit ${LISTED.phishingUrl} today.\r\nOr ${CLEAN}/help instead.\r\n`,
    [LISTED.phishingUrl],
    2,
  );
  add(
    'HTML, quoted-printable, in a table',
    [HTML, 'Content-Transfer-Encoding: quoted-printable'],
    quotedPrintable(
      html(
        `<table><tr><td><a href="${LISTED.phishingUrl}">confirm – now</a></td><td><a href="${CLEAN}/a?b=1&amp;c=2">not this</a></td></tr></table>`,
      ),
    ),
    [LISTED.phishingUrl],
    2,
  );
  add(
    'HTML, base64',
    [HTML, 'Content-Transfer-Encoding: base64'],
    base64(
      html(`<p><a href="${LISTED.malwareUrl}">the invoice</a> and <a href="${CLEAN}/">our site</a></p>`),
    ),
    [LISTED.malwareUrl],
    2,
  );
  add(
    '多部分邮件',
    ['Content-Type: multipart/mixed; boundary="MIX"'],
    [
      '--MIX',
      'Content-Type: multipart/related; boundary="REL"',
      '',
      '--REL',
      'Content-Type: multipart/alternative; boundary="ALT"',
      '',
      '--ALT',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Only text here.',
      '--ALT',
      HTML,
      'Content-Transfer-Encoding: base64',
      '',
      base64(
        html(
          `<p>请<a href="${LISTED.phishingUrl}">立即验证</a>，或访问<a href="${CLEAN}/zh">帮助中心</a>。</p>`,
        ),
      ),
      '--ALT--',
      '--REL--',
      '--MIX--',
      '',
    ].join('\r\n'),
    [LISTED.phishingUrl],
    2,
  );
  for (const { charset, word, bytes } of OLD_CHARSETS) {
    add(
      `Text in ${charset}`,
      [`Content-Type: text/html; charset=${charset}`, 'Content-Transfer-Encoding: base64'],
      base64(
        Buffer.concat([
          Buffer.from(`<p><a href="${LISTED.phishingUrl}">`),
          Buffer.from(bytes),
          Buffer.from('</a></p>'),
        ]),
      ),
      [LISTED.phishingUrl],
      1,
      word,
    );
  }
  add(
    'A message in a message',
    ['Content-Type: multipart/mixed; boundary="OUT"'],
    [
      '--OUT',
      HTML,
      '',
      html(`<p>See below, or <a href="${CLEAN}/outer">here</a>.</p>`),
      '--OUT',
      'Content-Type: message/rfc822',
      'Content-Disposition: inline',
      '',
      head({ subject: 'The inner one', number: 59 }, [HTML]) +
        html(`<p><a href="${LISTED.malwareUrl}">the inner link</a></p>`),
      '--OUT--',
      '',
    ].join('\r\n'),
    [LISTED.malwareUrl],
    // Sender and recipient of the inner one stand in the body too.
    4,
  );
  add(
    'An image link',
    [HTML],
    html(
      `<p><a href="${LISTED.phishingUrl}"><img alt="review" width="240" height="60" style="border:1px solid #888"></a></p><p><a href="${CLEAN}/">home</a></p>`,
    ),
    [LISTED.phishingUrl],
    2,
  );
  add(
    'An area map',
    [HTML],
    html(
      `<p><img usemap="#m" alt="map" width="300" height="80" style="border:1px solid #888"><map name="m"><area shape="rect" coords="0,0,150,80" href="${LISTED.phishingUrl}" alt="left"><area shape="rect" coords="150,0,300,80" href="${CLEAN}/right" alt="right"></map></p>`,
    ),
    [LISTED.phishingUrl],
    2,
  );
  const many = Array.from(
    { length: 500 },
    (_, index) => `<li><a href="${CLEAN}/item/${index}">item ${index}</a></li>`,
  );
  many[3] = `<li><a href="https://shop.${LISTED.spamHost}/3">item 3</a></li>`;
  add(
    'Five hundred links',
    [HTML],
    html(`<ul>${many.join('\r\n')}</ul>`),
    [`https://shop.${LISTED.spamHost}/3`],
    500,
  );
  add(
    'A form',
    [HTML],
    html(
      `<form action="${LISTED.phishingUrl}" method="post"><p>Password: <input type="password" name="p"> <button>Sign in</button></p>
      <p>or <a href="https://${LISTED.phishingHost}/help">ask for help</a></p></form>`,
    ),
    // Roundcube makes a mere box of the form, from which nothing can be sent; what is in it stays.
    [`https://${LISTED.phishingHost}/help`],
    1,
  );
  const wrapped = (url: string): string =>
    `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=x&reserved=0`;
  const articles = Array.from(
    { length: 40 },
    (_, index) => `<table width="100%" cellpadding="8"><tr>
      <td width="80"><a href="${wrapped(`${CLEAN}/news/${index}?utm_source=letter`)}"><img alt="" width="64" height="48" style="background:#ddd"></a></td>
      <td><h3><a href="${wrapped(`${CLEAN}/news/${index}?utm_source=letter`)}">Article ${index}</a></h3><p>A few words about it.</p></td></tr></table>`,
  );
  articles[1] = `<table width="100%"><tr><td><a href="${wrapped(LISTED.malwareUrl)}">read on</a></td></tr></table>`;
  add(
    'A newsletter through wrappers',
    [HTML, 'Content-Transfer-Encoding: quoted-printable'],
    quotedPrintable(
      html(
        `<div style="display:none">What is in this letter</div><table width="600" align="center" bgcolor="#f6f6f6"><tr><td>${articles.join('\n')}</td></tr>
        <tr><td align="center"><font size="1"><a href="${CLEAN}/unsubscribe?u=1&amp;t=2">unsubscribe</a></font></td></tr></table>`.replaceAll(
          /&(?!amp;)(?=data|reserved)/g,
          '&amp;',
        ),
      ),
    ),
    [wrapped(LISTED.malwareUrl)],
    39 * 2 + 2,
    'Article 39',
  );
  add('Nothing bad', [HTML], html(`<p><a href="${CLEAN}/1">one</a> <a href="${CLEAN}/2">two</a></p>`), [], 2);
  return mails;
}
