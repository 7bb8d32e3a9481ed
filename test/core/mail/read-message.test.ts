import { deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNREAD_REASONS } from '../../../src/core/mail/content/unread.ts';
import { readMessage } from '../../../src/core/mail/read-message.ts';
import { NODE_MAIL } from '../../../src/server/node/mail-tools/node-mail.ts';
import { BAD, base64, HEAD, LINK, read, withParts } from './a-mail.ts';

/** The file as uuencode writes it: lines of at most 45 bytes, each with its length before it. */
function uuencoded(text: string, name: string): string {
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += 45) {
    const piece = Buffer.from(text.slice(at, at + 45));
    const padded = Buffer.concat([piece, Buffer.alloc((3 - (piece.length % 3)) % 3)]);
    const letters = padded.toString('base64').replaceAll(/./g, (letter) => {
      const value = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(letter);
      return value === 0 ? '`' : String.fromCharCode(value + 32);
    });
    lines.push(String.fromCharCode(piece.length + 32) + letters);
  }
  return ['begin 644 ' + name, ...lines, '`', 'end', ''].join('\r\n');
}

describe('what a mail shows', () => {
  test.each([
    ['of the type text', `${HEAD}Content-Type: text\r\n\r\n${LINK}`],
    ['of the type html', `${HEAD}Content-Type: html\r\n\r\n${LINK}`],
    ['of the type TEXT with a character set', `${HEAD}Content-Type: TEXT; charset=utf-8\r\n\r\n${LINK}`],
    ['of a type with a space', `${HEAD}Content-Type: text / html\r\n\r\n${LINK}`],
    ['of a type with nothing before its slash', `${HEAD}Content-Type: /html\r\n\r\n${LINK}`],
    ['of an empty type', `${HEAD}Content-Type: \r\n\r\n${LINK}`],
    ['of no known type in a part', withParts(['Content-Type: html', LINK])],
    [
      'uuencoded as its encoding',
      `${HEAD}Content-Type: text/html\r\nContent-Transfer-Encoding: x-uuencode\r\n\r\n${uuencoded(LINK, 'a.html')}`,
    ],
    [
      'uuencoded as x-uue, with no name to tell',
      `${HEAD}Content-Type: text/html\r\nContent-Transfer-Encoding: x-uue\r\n\r\n${uuencoded(LINK, 'x')}`,
    ],
    [
      'of a mail that stands in it',
      withParts(['Content-Type: message/rfc822', `${HEAD}Content-Type: text/html\r\n\r\n${LINK}`]),
    ],
    ['behind empty lines', `\r\n\r\n${HEAD}Content-Type: text/html\r\n\r\n${LINK}`],
    [
      'behind a mark of byte order and an empty line',
      `\u00EF\u00BB\u00BF\r\n${HEAD}Content-Type: text/html\r\n\r\n${LINK}`,
    ],
    [
      'with spaces behind a soft line break',
      `${HEAD}Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${LINK.replace('https', 'ht= \t\r\ntps').replace('href=', 'href=3D')}`,
    ],
    [
      'of flowed text that goes on',
      `${HEAD}Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\nhttps://evil.exam \r\nple/login`,
    ],
    [
      'of a second boundary',
      `${HEAD}Content-Type: multipart/mixed; boundary=a; boundary=b\r\n\r\n--a\r\nContent-Type: text/html\r\n\r\n${LINK}\r\n--a--\r\n`,
    ],
    [
      'whose lines end with carriage returns',
      `${HEAD}Content-Type: text/html\r\n\r\n${LINK}`.replaceAll('\r\n', '\r'),
    ],
  ])('the text that a mail shows has its link: %s', async (_, mail) => {
    const { shown, content } = await read(mail);
    expect(shown.links).toContainEqual(expect.objectContaining({ href: BAD }));
    expect(content.links).toEqual(shown.links);
  });

  test('the text that a mail shows is text or HTML as its content is, where its type does not say', async () => {
    expect((await read(`${HEAD}Content-Type: text\r\n\r\n1 < 2`)).content).toMatchObject({
      text: '1 < 2\n',
      html: '',
    });
    expect((await read(`${HEAD}Content-Type: text\r\n\r\n${LINK}`)).content).toMatchObject({ text: '' });
  });

  test('the text that a mail shows is not what is attached', async () => {
    const attached = 'Content-Disposition: attachment; filename=a';
    for (const [type, body] of [
      ['html', LINK],
      ['message/rfc822', `${HEAD}Content-Type: text/html\r\n\r\n${LINK}`],
    ] as const) {
      const { shown, hrefs } = await read(withParts([`Content-Type: ${type}\r\n${attached}`, body]));
      expect([shown.links, hrefs]).toEqual([[], [BAD]]);
    }
  });

  test('the text that a mail shows is the text too, if HTML stands in a mail within it', async () => {
    const { shown } = await read(
      withParts(['Content-Type: message/rfc822', `${HEAD}Content-Type: text/html\r\n\r\n${LINK}`]),
    );
    expect(shown.facts.body?.text).toBe('hello Sign in');
  });
});

describe('a head', () => {
  const headOf = async (from: string): Promise<object | null | undefined> =>
    (await read(`From: ${from}\r\nSubject: x\r\n\r\nhello`)).shown.facts.head;

  test.each([
    [
      'folded within its address',
      '"Ann"\r\n <a@b-\r\n c.example>',
      { name: 'Ann', address: 'a@b-c.example' },
    ],
    [
      'with a character split between two words',
      '=?UTF-8?B?5oub5Q==?= =?UTF-8?B?lYbpk7booYw=?= <a@b.example>',
      { name: '招商银行' },
    ],
    [
      'with one split between words of two kinds',
      '=?utf-8?q?=E6=8B=9B=E5?=\r\n =?UTF-8?b?lYbpk7booYw=?= <a@b.example>',
      { name: '招商银行' },
    ],
    [
      'with words of two character sets',
      '=?iso-8859-1?q?B=FC?= =?utf-8?q?ro?= <a@b.example>',
      { name: 'Büro' },
    ],
    [
      'with an encoded word that is none',
      '=?utf-8?b?%%?= =?utf-8?q?ro?= <a@b.example>',
      { address: 'a@b.example' },
    ],
    ['with a bracket in its name', '"A <b c>" <a@b.example>', { address: 'a@b.example' }],
  ])('the head of a mail: %s', async (_, from, head) => {
    expect(await headOf(from)).toMatchObject(head);
  });

  test('the head of a mail has a subject whose character is split between two words', async () => {
    const { shown } = await read('Subject: =?UTF-8?Q?=E6=8B=9B=E5?= =?UTF-8?Q?=95=86?=\r\n\r\nhello');
    expect(shown.facts.head?.subject).toBe('招商');
  });

  test('the head of a mail tells what its server found, of the topmost field', async () => {
    const field = (server: string, found: string): string =>
      `Authentication-Results: ${server}; ${found}\r\n`;
    const mail =
      field('mx.corp.example', 'spf=pass smtp.mailfrom=b.example;\r\n dkim=fail (bad) header.d=b.example') +
      field('evil.example', 'dmarc=pass') +
      HEAD;
    expect((await read(`${mail}\r\nhello`)).authentication).toEqual({
      server: 'mx.corp.example',
      spf: 'pass',
      dkim: 'fail',
      dmarc: null,
    });
    expect((await read(`${HEAD}\r\nhello`)).authentication).toBe(null);
  });

  test('the head of a mail says where it can be unsubscribed, folded or not', async () => {
    const { beside, hrefs } = await read(
      `List-Unsubscribe: <mailto:a@b.example>,\r\n <https://evil.example/\r\n login>\r\n${HEAD}\r\nhello`,
    );
    expect([beside, hrefs]).toEqual([[BAD], []]);
  });
});

describe('what programs read in two ways is looked at in both, and is not whole', () => {
  test.each([
    ['two types', `${HEAD}Content-Type: image/png\r\nContent-Type: text/html\r\n\r\n<!-- x -->${LINK}`],
    [
      'two types, the first of them right',
      `${HEAD}Content-Type: text/html\r\nContent-Type: image/png\r\n\r\n${LINK}`,
    ],
    [
      'two encodings',
      `${HEAD}Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(LINK)}`,
    ],
    [
      'two encodings, folded, the first of them right',
      `${HEAD}Content-Type: text/html\r\nContent-Transfer-Encoding:\r\n base64\r\nX-A: b\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${base64(LINK)}`,
    ],
    [
      'two boundaries',
      `${HEAD}Content-Type: multipart/mixed; boundary=a;\r\n boundary="b c"\r\n\r\n--b c\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(LINK)}\r\n--b c--\r\n`,
    ],
    ['two types of a part', withParts(['Content-Type: application/x-a\r\nContent-Type: text/html', LINK])],
    [
      'two encodings of an attached mail',
      withParts([
        'Content-Type: message/rfc822\r\nContent-Disposition: attachment',
        `Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: base64\r\nContent-Type: text/html\r\n\r\n${base64(LINK)}`,
      ]),
    ],
  ])('what programs read in two ways is looked at in both, and is not whole: %s', async (_, mail) => {
    const { hrefs, unread } = await read(mail);
    expect(hrefs).toContain(BAD);
    expect([...unread]).toContain('two-readings');
  });

  test.each([
    [
      'the same type twice',
      `${HEAD}Content-Type: text/html\r\nContent-Type: TEXT/HTML; charset=utf-8\r\n\r\n${LINK}`,
    ],
    [
      'the same boundary twice',
      `${HEAD}Content-Type: multipart/mixed; boundary=b; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${LINK}\r\n--b--\r\n`,
    ],
  ])('a mail is whole, as programs read it in one way: %s', async (_, mail) => {
    const { hrefs, unread } = await read(mail);
    expect([hrefs, [...unread]]).toEqual([[BAD], []]);
  });
});

describe('a drawing', () => {
  test.each([
    ['one value', `<set attributeName="href" to="${BAD}"/>`],
    ['several', `<animate attributeName="xlink:href" values="#a; ${BAD} ;#b"/>`],
    ['a beginning', `<animate attributeName="HREF" from="${BAD}" to="#"/>`],
  ])('an attached SVG drawing has the link that an animation sets: %s', async (_, animation) => {
    const svg = `<svg><a href="https://good.example/">${animation}x</a></svg>`;
    expect((await read(withParts(['Content-Type: image/svg+xml', svg]))).hrefs).toContain(BAD);
  });

  test('an attached SVG drawing has no link in other attributes that are animated', async () => {
    const svg = `<svg><a><animate attributeName="d" values="${BAD}"/></a></svg>`;
    expect((await read(withParts(['Content-Type: image/svg+xml', svg]))).hrefs).toEqual([]);
  });
});

describe('a PDF file', () => {
  const packed = (text: string): string =>
    `/Type /ObjStm /Filter /FlateDecode>> stream\r\n${deflateSync(Buffer.from(text, 'latin1')).toString('latin1')}\nendstream`;
  const hex = Buffer.from(BAD).toString('hex');
  const utf16 = BAD.replaceAll(/./g, '\0$&');
  const pdf = (body: string): string =>
    withParts([
      'Content-Type: application/octet-stream; name=a.pdf\r\nContent-Transfer-Encoding: base64',
      base64(`%PDF-1.7\n${body}`),
    ]);

  test.each([
    ['as it is', `<</S /URI /URI (${BAD})>>`],
    ['without a space', `/URI(${BAD})`],
    ['with escapes', `/URI (${BAD.replace('login', '\\154ogi\\\nn')})`],
    ['in numbers', `/URI <${hex.slice(0, 10)} ${hex.slice(10)}>`],
    ['in UTF-16', `/URI (\u00FE\u00FF${utf16})`],
    ['packed', packed(`<</URI (${BAD})>>`)],
    ['in the second of two packed', packed('<<>>') + packed(`/URI (${BAD})`)],
  ])('an attached PDF file has its link: %s', async (_, body) => {
    const { beside, attachments, unread } = await read(pdf(body));
    expect(beside).toContain(BAD);
    expect(attachments).toEqual([
      {
        name: 'a.pdf',
        declaredType: 'application/octet-stream',
        realType: 'application/pdf',
        isLookedInto: true,
      },
    ]);
    expect([...unread]).toEqual([]);
  });

  test.each([
    ['encrypted', `/Encrypt 1 0 R /URI (x)`],
    ['with names in escapes', `/#55RI (${BAD})`],
    ['packed otherwise', '/ObjStm stream\nxendstream'],
    ['of too many links', Array.from({ length: 501 }, (_, at) => `/URI (https://a${at}.example/)`).join('')],
    ['of too many places', '/URI '.repeat(2_001)],
    ['of too many packed parts', packed('x').repeat(41)],
    ['that unpacks to too much', packed('a'.repeat(2_000_000))],
  ])('an attached PDF file: %s is said to be not looked into', async (_, body) => {
    const { attachments, unread } = await read(pdf(body));
    expect([attachments.map(({ isLookedInto }) => isLookedInto), [...unread]]).toEqual([[false], []]);
  });
});

describe('files', () => {
  const file = (name: string, type: string, bytes: string): readonly [string, string] => [
    `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64`,
    base64(bytes),
  ];

  test('attached files are named with what they are, and whether they are looked into', async () => {
    const { attachments, unread } = await read(
      withParts(
        file('a.png', 'image/png', '\u0089PNG'),
        file('a.pdf', 'application/pdf', 'PK\u0003\u0004'),
        file('a.docx', 'application/octet-stream', 'PK\u0003\u0004'),
        file('a.exe', 'text/plain', 'MZ'),
        file('page', 'application/octet-stream', '<!DOCTYPE html><p>'),
        file('a.hta', 'application/x-a', '<a>'),
        file('', 'text/calendar', 'BEGIN:VCALENDAR'),
      ),
    );
    expect(attachments.map(({ name, realType, isLookedInto }) => [name, realType, isLookedInto])).toEqual([
      ['a.png', 'image/png', false],
      ['a.pdf', 'application/zip', false],
      ['a.docx', 'application/zip', false],
      ['a.exe', 'application/vnd.microsoft.portable-executable', true],
      ['page', 'text/html', true],
      ['a.hta', null, true],
      ['', null, true],
    ]);
    expect([...unread]).toEqual([]);
  });

  test('attached web archives are read as mails', async () => {
    const archive = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=m\r\n\r\n--m\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(LINK)}\r\n--m--\r\n`;
    for (const [name, type] of [
      ['a.mht', 'application/octet-stream'],
      ['a.MHTML', 'application/x-mimearchive'],
      ['a.eml', 'application/octet-stream'],
    ] as const)
      expect((await read(withParts(file(name, type, archive)))).hrefs).toEqual([BAD]);
  });
});

describe('every reason for which a mail is not whole', () => {
  const fill = (head: string, line: string, bytes: number): string =>
    head + line.repeat(Math.ceil(bytes / line.length));
  const within = 'Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n';
  const CASES: Readonly<Record<(typeof UNREAD_REASONS)[number], string>> = {
    encrypted: withParts(['Content-Type: application/pkcs7-mime', 'x']),
    'outlook-form': withParts(['Content-Type: application/ms-tnef; name=winmail.dat', 'x']),
    elsewhere: withParts(['Content-Type: message/external-body; access-type=URL', 'x']),
    'character-set': withParts(['Content-Type: text/plain; charset=utf-7', 'x']),
    'two-readings': withParts(['Content-Type: text/plain\r\nContent-Type: text/html', 'x']),
    structure: `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--c\r\n\r\nhello`,
    'no-mail': withParts(['Content-Type: message/rfc822\r\nContent-Disposition: attachment', '\0\0']),
    'too-many-bytes': fill(`${HEAD}\r\n`, 'words and words\r\n', 1_100_000),
    'too-many-lines': fill(`${HEAD}Content-Transfer-Encoding: quoted-printable\r\n\r\n`, 'a=\r\n', 4 * 5_100),
    'too-many-parts': fill(
      `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n`,
      '--b\r\n\r\n',
      7 * 401,
    ),
    'too-deep': `${within.repeat(7)}Subject: x\r\n\r\nhello`,
    'head-too-long': `X-A: ${'x'.repeat(300_000)}\r\n${HEAD}\r\nhello`,
    'too-many-senders': `From: ${Array.from({ length: 16 }, (_, at) => `a${at}@b.example`).join(', ')}\r\n\r\nhello`,
    'too-many-files': `${HEAD}\r\n${'begin 644 a\r\n`\r\nend\r\n'.repeat(51)}`,
    'too-much-markup': fill(`${HEAD}Content-Type: text/html\r\n\r\n`, '<p>x</p>\r\n', 600_000),
    'too-many-links': `${HEAD}\r\n${Array.from({ length: 4_001 }, (_, at) => `http://a${at}.example/`).join('\r\n')}`,
  };

  test.each(UNREAD_REASONS.map((reason) => [reason]))(
    'every reason for which a mail is not whole: %s',
    async (reason) => {
      expect([...(await read(CASES[reason])).unread]).toEqual([reason]);
    },
  );

  test('every reason for which a mail is not whole leaves what came before, where it is a limit', async () => {
    for (const [reason, mail] of Object.entries(CASES)) {
      if (!reason.startsWith('too-m') || reason === 'too-many-senders') continue;
      const { hrefs } = await read(
        mail.replace('\r\n\r\n', `\r\nX-See: x\r\nSubject: see ${BAD}\r\n\r\n`).replace('Subject: x\r\n', ''),
      );
      expect([reason, hrefs.includes(BAD)]).toEqual([reason, true]);
    }
  });

  test('a mail is whole with a large file, and not with a large page or text', async () => {
    const large = (type: string, start: string): string =>
      withParts([
        `Content-Type: ${type}\r\nContent-Disposition: attachment; filename=a\r\nContent-Transfer-Encoding: base64`,
        base64(start + 'x'.repeat(900_000)),
      ]);
    expect([...(await read(large('image/png', '\u0089PNG'))).unread]).toEqual([]);
    expect([...(await read(large('text/html', LINK))).unread]).toEqual(['too-many-bytes']);
    const pdf = await read(large('application/pdf', `%PDF-1.7\n/URI (${BAD})`));
    expect([[...pdf.unread], pdf.beside, pdf.attachments[0]?.isLookedInto]).toEqual([[], [BAD], false]);
    const text = `${HEAD}Content-Type: text/plain\r\n\r\n${base64('x'.repeat(900_000))}\r\n${BAD}`;
    expect([...(await read(text)).unread]).toEqual(['too-many-bytes']);
    // What seems to be the head of a file stands in a text.
    const hidden = `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n--bc\r\nContent-Type: image/png\r\n\r\n${base64('x'.repeat(900_000))}\r\n${BAD}\r\n--b--`;
    expect([...(await read(hidden)).unread]).toEqual(['too-many-bytes']);
    const pictures = Array.from(
      { length: 30 },
      () =>
        [
          'Content-Type: image/png\r\nContent-Transfer-Encoding: base64',
          base64('\u0089PNG' + 'x'.repeat(700_000)),
        ] as const,
    );
    const many = await read(withParts(...pictures, ['Content-Type: text/html', LINK]));
    expect([[...many.unread], many.hrefs, many.attachments.length]).toEqual([[], [BAD], 30]);
    const after = large('image/png', '\u0089PNG').replace(
      /--b--\r\n$/,
      `--b\r\nContent-Type: text/html\r\n\r\n${LINK}\r\n--b--\r\n`,
    );
    expect((await read(after)).hrefs).toEqual([BAD]);
  });
});

describe('whatever bytes come', () => {
  const pieces = fc.constantFrom(
    'From: a@b.example\r\n',
    'Content-Type: ',
    'text/html',
    'multipart/mixed; boundary=',
    'b',
    '"b"',
    'message/rfc822',
    '; charset=utf-7',
    'Content-Transfer-Encoding: ',
    'base64',
    'quoted-printable',
    'x-uuencode',
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    '--b',
    '--b--',
    '--',
    ' ',
    '\t',
    '=',
    '=3D',
    '=?utf-8?b?',
    '?=',
    'begin 644 a.eml\r\n',
    'end\r\n',
    '`',
    LINK,
    BAD,
    base64(LINK),
    '\0',
    '\u00EF\u00BB\u00BF',
    '(',
    '\\',
    '%PDF-',
    '/URI (',
    '<svg><set attributeName=href to=',
    '>',
  );
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
  );

  test('a mail of any bytes never throws, and gives each href once, within its bounds', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (mail) => {
        const message = await readMessage({ kind: 'raw', content: Buffer.from(mail, 'latin1') }, NODE_MAIL);
        if (!message.ok) return;
        const { hrefs, beside, unread } = message.value;
        expect(new Set([...hrefs, ...beside]).size).toBe(hrefs.length + beside.length);
        expect([...unread].every((reason) => UNREAD_REASONS.includes(reason))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

test('names of attached files are facts of the mail, those that open something first', async () => {
  const mail = withParts(
    ['Content-Type: text/html', '<p>See it</p>'],
    [
      'Content-Type: application/pdf; name="bill.pdf"\r\nContent-Disposition: attachment; filename="bill.pdf"',
      'x',
    ],
    [
      'Content-Type: text/html; name="form.pdf.html"\r\nContent-Disposition: attachment; filename="form.pdf.html"',
      'x',
    ],
    ['Content-Type: image/png\r\nContent-Disposition: attachment', 'x'],
    [
      'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="=?utf-8?B?5LuY5qy+Lmxuaw==?="',
      'x',
    ],
  );
  const { shown } = await read(mail);
  expect(shown.facts.head?.files).toEqual(['form.pdf.html', '付款.lnk', 'bill.pdf']);
});

test('a very long name of an attached file keeps its ending', async () => {
  const name = `${'x'.repeat(300)}.exe`;
  const mail = withParts([`Content-Disposition: attachment; filename="${name}"`, 'x']);
  const { shown } = await read(mail);
  expect(shown.facts.head?.files).toEqual([name.slice(-255)]);
});

test('a mail without attached files says nothing of them', async () => {
  const { shown } = await read(withParts(['Content-Type: text/html', '<p>See it</p>']));
  expect(shown.facts.head).not.toHaveProperty('files');
});
