import { describe, expect, test } from 'vitest';
import { base64, HEAD, read } from './a-mail.ts';

// The shapes of the public torture tests, in mails of our own: Mark Crispin's MIME torture test (1993), Ryan Finnie's
// supplement to it (v1.0, 2003), RFC 2049, appendix A, and the malformed mails of RFC 7103.

const url = (name: string): string => `https://${name}.example/login`;
const text = (name: string, head = ''): string => `Content-Type: text/plain${head}\r\n\r\n${url(name)}\r\n`;
const html = (name: string): string => `Content-Type: text/html\r\n\r\n<a href="${url(name)}">x</a>\r\n`;
function several(
  kind: string,
  boundary: string,
  parts: readonly string[],
  end = `--${boundary}--\r\n`,
): string {
  const all = parts.map((part) => `--${boundary}\r\n${part}`).join('\r\n');
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\nThis is a preamble.\r\n${all}\r\n${end}`;
}
const mail = (subject: string, body: string): string => `From: a@b.example\r\nSubject: ${subject}\r\n${body}`;
const attached = (name: string, inner: string): string =>
  `Content-Type: message/rfc822; name=${name}\r\nContent-Description: =?us-ascii?q?${name}?=\r\n\r\n${inner}`;

const SHAPES: readonly (readonly [name: string, body: string, names: readonly string[]])[] = [
  [
    'alternatives in related parts in mixed ones',
    several('mixed', 'a', [
      several('related', 'b', [several('alternative', 'c', [text('one'), html('two')]), html('three')]),
      text('four'),
    ]),
    ['one', 'two', 'three', 'four'],
  ],
  [
    'a digest, whose parts are mails without saying so',
    several('digest', 'd', [
      `\r\n${mail('one', `\r\n${url('one')}\r\n`)}`,
      `\r\n${mail('two', html('two'))}`,
    ]),
    ['one', 'two'],
  ],
  ['parts that are shown side by side', several('parallel', 'p', [text('one'), html('two')]), ['one', 'two']],
  [
    'several of a kind that nobody knows',
    several('x-unknown', 'u', [text('one'), text('two')]),
    ['one', 'two'],
  ],
  [
    'a mail in a mail in a mail in a mail in a mail',
    attached(
      'a',
      mail(
        'one',
        several('mixed', 'a', [
          text('one'),
          attached('b', mail('two', attached('c', mail('three', attached('d', mail('four', html('four'))))))),
        ]),
      ),
    ),
    ['one', 'four'],
  ],
  [
    'boundaries that begin each other',
    several('mixed', 'b', [
      text('one'),
      several('mixed', 'bb', [text('two'), several('mixed', 'bbb', [text('three')])]),
      text('four'),
    ]),
    ['one', 'two', 'three', 'four'],
  ],
  [
    'a boundary with spaces and signs',
    several('mixed', "a b'()+_,-./:=?c", [text('one'), html('two')]),
    ['one', 'two'],
  ],
  ['no last boundary', several('mixed', 'a', [text('one'), html('two')], ''), ['one', 'two']],
  [
    'blanks behind boundaries',
    several('mixed', 'a', [text('one'), html('two')]).replaceAll('--a\r\n', '--a \t\r\n'),
    ['one', 'two'],
  ],
  [
    'parts in parts that never end',
    several('mixed', 'a', [several('mixed', 'b', [text('one')], ''), html('two')]),
    ['one', 'two'],
  ],
  ['a part without a head', several('mixed', 'a', [`\r\n${url('one')}`, html('two')]), ['one', 'two']],
  ['a part that is nothing', several('mixed', 'a', ['', html('two')]), ['two']],
  [
    'fields in capitals and folded',
    several('mixed', 'a', [
      `CONTENT-TYPE:\r\n\tTEXT/HTML;\r\n\tCHARSET="US-ASCII"\r\nCONTENT-TRANSFER-ENCODING:\r\n BASE64\r\n\r\n${base64(`<a href="${url('one')}">`)}`,
    ]),
    ['one'],
  ],
  [
    'comments in fields',
    several('mixed', 'a', [
      `Content-Type: (a) text/html (b); charset=us-ascii (c)\r\nContent-Transfer-Encoding: (d) base64\r\n\r\n${base64(`<a href="${url('one')}">`)}`,
    ]),
    ['one'],
  ],
  [
    'base64 with blanks and signs that are none of its own',
    `Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(`<a href="${url('one')}">`).replaceAll(/.{7}/g, '$& *\r\n\t')}`,
    ['one'],
  ],
  [
    'base64 with an end in every line',
    `Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${url('one').replaceAll(/.{1,10}/g, (piece) => `${base64(piece)}\r\n`)}`,
    ['one'],
  ],
  [
    'small letters of quoted-printable',
    `Content-Type: text/plain\r\nContent-Transfer-Encoding: Quoted-Printable\r\n\r\n${url('one').replaceAll('/', '=2f').replaceAll('.', '=2E')}`,
    ['one'],
  ],
  ['text in the old rich form', `Content-Type: text/richtext\r\n\r\n<bold>${url('one')}</bold>`, ['one']],
  [
    'a name in pieces',
    several('mixed', 'a', [
      `Content-Type: application/octet-stream; name*0="a."; name*1="html"\r\n\r\n<a href="${url('one')}">`,
    ]),
    ['one'],
  ],
  [
    'a name in another alphabet',
    several('mixed', 'a', [
      `Content-Disposition: attachment;\r\n filename*=utf-8''%E6%8B%9B.html\r\nContent-Type: application/octet-stream\r\n\r\n<a href="${url('one')}">`,
    ]),
    ['one'],
  ],
  [
    'lines of thousands of characters',
    `Content-Type: text/html\r\n\r\n${'x '.repeat(20_000)}<a href="${url('one')}">`,
    ['one'],
  ],
  [
    'lines that end with line feeds',
    several('mixed', 'a', [text('one'), html('two')]).replaceAll('\r\n', '\n'),
    ['one', 'two'],
  ],
  [
    'lines that end in both ways',
    several('mixed', 'a', [text('one'), html('two')]).replaceAll('\r\n--', '\n--'),
    ['one', 'two'],
  ],
  [
    'the line that a mailbox begins with',
    `X: y\r\n${html('one')}`.replace(/^/, 'From a@b Mon Jan 01 00:00:00 2026\r\n'),
    ['one'],
  ],
];

test('parts behind the last boundary of a mail, which some programs show, are looked at, and the mail is not whole', async () => {
  const more = `\r\n--a\r\n${html('two')}--a \r\n${text('three')}`;
  const { hrefs, unread } = await read(HEAD + several('mixed', 'a', [text('one')]) + more);
  expect(hrefs.toSorted()).toEqual(['one', 'three', 'two'].map(url));
  expect([...unread]).toEqual(['two-readings']);
});

describe('of a mail that tries its reader every link is found', () => {
  test.each(SHAPES)('every link is found of a mail that tries its reader: %s', async (_, body, names) => {
    const { hrefs, unread } = await read(body.startsWith('From ') ? body : HEAD + body);
    expect(hrefs).toEqual(expect.arrayContaining(names.map(url)));
    expect([...unread]).toEqual([]);
  });
});
