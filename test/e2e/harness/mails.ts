import { LISTED } from './channel.ts';

/** A message as it travels, and what must come of it. */
export interface SampleMail {
  readonly subject: string;
  readonly source: string;
  /** Destinations that must be marked once the message is open: listed ones, each as often as it is linked. */
  readonly marked: readonly string[];
  /** Links of the message in all, at least. */
  readonly links: number;
}

interface Head {
  readonly subject: string;
  readonly number: number;
  readonly from?: string;
}

const CLEAN = 'https://www.example.org';

function head(
  { subject, number, from = 'Sender <sender@news.example>' }: Head,
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
  ): void {
    number += 1;
    mails.push({ subject, source: head({ subject, number }, more) + body, marked, links });
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
  add(
    'GB2312 text',
    ['Content-Type: text/html; charset=gb2312', 'Content-Transfer-Encoding: base64'],
    // "验证" in GB2312 between the tags of the link.
    base64(
      Buffer.concat([
        Buffer.from(`<p><a href="${LISTED.phishingUrl}">`),
        Buffer.from([0xd1, 0xe9, 0xd6, 0xa4]),
        Buffer.from('</a></p>'),
      ]),
    ),
    [LISTED.phishingUrl],
    1,
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
    'A newsletter through wrappers',
    [HTML],
    html(
      `<h3>News</h3><p><a href="https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(LISTED.malwareUrl)}&amp;data=x&amp;reserved=0">read on</a> · <a href="https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(CLEAN)}%2Fnews&amp;data=x">more</a></p>`,
    ),
    [
      `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(LISTED.malwareUrl)}&data=x&reserved=0`,
    ],
    2,
  );
  add('Nothing bad', [HTML], html(`<p><a href="${CLEAN}/1">one</a> <a href="${CLEAN}/2">two</a></p>`), [], 2);
  return mails;
}
