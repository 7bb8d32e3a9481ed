import { afterEach, describe, expect, test } from 'vitest';
import { aService, closeServices, post, type Answer } from './a-service.ts';

afterEach(closeServices);

const BAD = 'https://bad.example/login';
const HEAD = 'From: Ann <a@b.example>\r\nSubject: x\r\nMIME-Version: 1.0\r\n';
const LINK = `<a href="${BAD}">x</a>`;

/** A mail that says hello and has this part besides. */
function withPart(head: string, body: string): string {
  const hello = '--b\r\nContent-Type: text/plain\r\n\r\nhello\r\n';
  const part = `--b\r\n${head}\r\n\r\n${body}\r\n--b--\r\n`;
  return `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${hello}${part}`;
}

const base64 = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('base64');

async function checked(mail: string): Promise<Answer> {
  return post(await aService(), '/v1/check-mail', mail, { 'content-type': 'message/rfc822' });
}

async function actionOfHtml(html: string): Promise<string> {
  return (await post(await aService(), '/v1/check-message', { html })).body.action;
}

describe('a listed link in raw mail is found', () => {
  const attached = 'Content-Disposition: attachment; filename=';
  test.each([
    ['in an attached page', withPart(`Content-Type: text/html\r\n${attached}a.html`, LINK)],
    [
      'in a page attached as a file',
      withPart(`Content-Type: application/octet-stream\r\n${attached}"a.HTM"`, LINK),
    ],
    [
      'in a page that only its beginning tells',
      withPart(
        `Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n${attached}a.bin`,
        base64(`\uFEFF<!DOCTYPE html>${LINK}`),
      ),
    ],
    [
      'in an attached page of UTF-16',
      withPart(
        `Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n${attached}a.html`,
        base64(LINK, 'utf16le'),
      ),
    ],
    ['in XHTML', withPart('Content-Type: application/xhtml+xml', LINK)],
    ['in AMP for mail', withPart('Content-Type: text/x-amp-html', LINK)],
    ['in a drawing', withPart('Content-Type: image/svg+xml', `<svg><a xlink:href="${BAD}"/></svg>`)],
    [
      'in a calendar',
      withPart('Content-Type: text/calendar', 'BEGIN:VEVENT\r\nURL:https://bad.exam\r\n ple/login'),
    ],
    ['in attached text', withPart(`Content-Type: text/plain\r\n${attached}a.txt`, BAD)],
    [
      'in an attached mail',
      withPart(`Content-Type: message/rfc822\r\n${attached}a.eml`, `Subject: y\r\n\r\n${BAD}`),
    ],
    [
      'in the HTML of a mail within an attached mail',
      withPart(
        `Content-Type: message/rfc822\r\n${attached}a.eml`,
        `Content-Type: message/rfc822\r\n${attached}b.eml\r\n\r\nContent-Type: text/html\r\n\r\n${LINK}`,
      ),
    ],
    [
      'in a mail attached as a file',
      withPart(`Content-Type: application/octet-stream\r\n${attached}a.eml`, `A: b\r\n\r\n${BAD}`),
    ],
    ['in the subject', `Subject: see ${BAD}\r\n\r\nhello`],
    ['in the subject in encoded words', `Subject: =?utf-8?B?${base64(BAD)}?=\r\n\r\nhello`],
    ['where its head has a line that is no field', `Subject: x\r\n${BAD}\r\nFrom: a@b.example\r\n\r\nhello`],
    ['where lines end with carriage returns', `From: a@b.example\rSubject: x\r\r${BAD}\r`],
    [
      'where some lines end with carriage returns',
      `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\rContent-Type: text/html\r\r${LINK}\r--b--\r`,
    ],
  ])('a listed link in raw mail is found: %s', async (_, mail) => {
    expect((await checked(mail)).body.action).toBe('block');
  });
});

describe('a listed link in HTML is found', () => {
  test.each([
    ['at a button of a form', `<form><button formaction="${BAD}">x</button></form>`],
    ['at a field of a form', `<form><input type=submit formaction="${BAD}"></form>`],
    ['of a frame', `<iframe src="${BAD}"></iframe>`],
    ['in the page that a frame brings', `<iframe srcdoc="&lt;a href='${BAD}'>x&lt;/a>"></iframe>`],
    ['of an object', `<object data="${BAD}"></object>`],
    ['that the page leads on to', `<meta http-equiv="Refresh" content="0; URL='${BAD}'">`],
    ['that it leads on to without a word', `<meta http-equiv=refresh content="0;${BAD}">`],
    ['for Outlook alone', `<!--[if mso]>${LINK}<![endif]-->`],
    ['of a shape of Outlook', `<!--[if mso]><v:roundrect href="${BAD}"></v:roundrect><![endif]-->`],
    ['of a shape of Outlook that all see', `<v:rect href="${BAD}"></v:rect>`],
    ['of a page with an address of its own', '<base href="https://bad.example/"><a href="login">x</a>'],
    ['between the tags, in entities', '<p>https:&#47;&#47;bad.example&#x2f;login&nbsp;now</p>'],
  ])('a listed link in HTML is found: %s', async (_, html) => {
    expect(await actionOfHtml(html)).toBe('block');
  });

  test.each([
    ['a style sheet', `<link rel=stylesheet href="${BAD}">`],
    ['another comment', `<!-- ${LINK} -->`],
    ['a frame without a page', '<iframe src="about:blank"></iframe><iframe src="cid:a"></iframe>'],
    ['a page that is loaded again', '<meta http-equiv=refresh content="30">'],
  ])('a listed link in HTML is not found where there is none: %s is no link', async (_, html) => {
    expect(await actionOfHtml(html)).toBe('allow');
  });

  test('a listed link in HTML is left unchecked by frames within frames that are not followed', async () => {
    let html = LINK;
    for (let depth = 0; depth < 6; depth++)
      html = `<iframe srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;
    expect(await actionOfHtml(html)).toBe('review');
  });
});

describe('a mail of which something cannot be read', () => {
  test.each([
    [
      'encrypted',
      `${HEAD}Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\nContent-Transfer-Encoding: base64\r\n\r\nMIIB\r\n`,
    ],
    ['encrypted in a part', withPart('Content-Type: application/x-pkcs7-mime; name=smime.p7m', 'x')],
    ['encrypted by PGP', withPart('Content-Type: application/pgp-encrypted', 'Version: 1')],
    ['in a form of Outlook', withPart('Content-Type: application/ms-tnef; name=winmail.dat', 'x')],
    ['elsewhere', withPart('Content-Type: message/external-body; access-type=URL', 'x')],
    ['of several without a boundary', `${HEAD}Content-Type: multipart/mixed\r\n\r\nhello`],
    [
      'of several that never come',
      `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--c\r\n\r\nhello`,
    ],
    [
      'a mail that is none',
      withPart('Content-Type: message/rfc822\r\nContent-Disposition: attachment', '\0\0'),
    ],
  ])('a mail of which something cannot be read is never clean: %s', async (_, mail) => {
    expect((await checked(mail)).body).toMatchObject({ action: 'review', isWhole: false });
  });

  test('a mail of which something cannot be read is one with files that hold no text all the same', async () => {
    const mail = withPart(
      'Content-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64',
      'iVBORw0KGgo=',
    );
    expect((await checked(mail)).body).toMatchObject({ action: 'allow', isWhole: true });
  });
});

describe('a mail with a head of more than 256 KiB', () => {
  const junk = `X-Junk: ${'x'.repeat(70)}\r\n`.repeat(4_000);
  const page = `Content-Type: text/html\r\n\r\n${LINK}`;

  test.each([
    ['before the fields that count', `${junk}${HEAD}${page}`],
    ['behind them', `${HEAD}${junk}${page}`],
    ['in one field', `X-Junk: ${'x'.repeat(300_000)}\r\n${HEAD}${page}`],
    ['in one folded field', `X-Junk: ${` ${'x'.repeat(20)}\r\n`.repeat(15_000)}${HEAD}${page}`],
    ['in its subject', `Subject: ${'x'.repeat(300_000)}\r\n${HEAD}${page}`],
    ['in a part', withPart(`${junk}Content-Type: text/html`, LINK)],
    ['with lines of one character', `${junk}${HEAD}${page}`.replaceAll('\r\n', '\n')],
  ])(
    'a mail with a head of more than 256 KiB is looked at all the same, and not whole: %s',
    async (_, mail) => {
      const { status, body } = await checked(mail);
      expect([status, body.action, body.isWhole]).toEqual([200, 'block', false]);
    },
  );

  test('a mail with a head of more than 256 KiB and no body is not whole, and for review', async () => {
    for (const mail of [junk, `${junk}\r\n`, junk.replaceAll('\r\n', '\r')]) {
      const { status, body } = await checked(mail);
      expect([status, body.action, body.isWhole]).toEqual([200, 'review', false]);
    }
  });

  test('a mail with a head of more than 256 KiB says whom it is from', async () => {
    const { body } = await checked(`${junk}${HEAD}${page}`);
    expect(body.senders).toMatchObject([{ address: 'a@b.example' }]);
  });
});

describe('a mail of two megabytes of', () => {
  const fill = (head: string, line: string): string =>
    head + line.repeat(Math.floor((2_000_000 - head.length) / line.length));
  const several = 'Content-Type: multipart/mixed; boundary=';

  test.each([
    ['empty lines', fill('From: a@b.example\r\n\r\n', '\r\n')],
    ['carriage returns', fill('From: a@b.example\r\n\r\n', '\r')],
    ['mails within mails', fill('', 'Content-Type: message/rfc822\r\n\r\n')],
    [
      'mails attached to mails',
      fill('', 'Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n'),
    ],
    ['parts', fill(`${several}B\r\n\r\n`, '--B\r\n\r\n')],
    ['files in text', fill('From: a@b.example\r\n\r\n', 'begin 644 a.eml\r\n`\r\nend\r\n')],
    ['mails in a digest', fill('Content-Type: multipart/digest; boundary=B\r\n\r\n', '--B\r\n\r\n\r\nx\r\n')],
    ['text that flows on', fill('Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n', 'a \r\n')],
  ])('a mail of two megabytes of: %s is read in a moment, and is never clean', async (_, mail) => {
    const service = await aService();
    const { user } = process.cpuUsage();
    const { status, body } = await post(service, '/v1/check-mail', mail, {
      'content-type': 'message/rfc822',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ action: 'review', isWhole: false });
    // Of the processor's time, in microseconds: other programs do not count.
    expect(process.cpuUsage().user - user).toBeLessThan(1_000_000);
  });

  test.each([
    [
      'attached picture',
      fill(
        `${several}b\r\n\r\n--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
        `${'A'.repeat(76)}\r\n`,
      ),
    ],
    ['long boundary', fill(`${several}${'b'.repeat(100_000)}\r\n\r\n`, `--${'b'.repeat(99_999)}\r\n`)],
    ['text', fill('Content-Type: text/plain\r\n\r\n', `${'words '.repeat(10)}\r\n`)],
  ])('a mail of two megabytes of: %s is read in a moment', async (_, mail) => {
    const service = await aService();
    const { user } = process.cpuUsage();
    const { status } = await post(service, '/v1/check-mail', mail, { 'content-type': 'message/rfc822' });
    expect(status).toBe(200);
    expect(process.cpuUsage().user - user).toBeLessThan(1_000_000);
  });

  test('a mail of two megabytes of text is not whole, and one of a picture, or of half as much text, is', async () => {
    const picture = `--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
    for (const mail of [
      fill(`${several}b\r\n\r\n${picture}`, `${'A'.repeat(76)}\r\n`),
      fill('Content-Type: text/plain\r\n\r\n', `${'words '.repeat(10)}\r\n`).slice(0, 1_000_000),
      fill(`${several}b\r\n\r\n${picture}`, `${'A'.repeat(76)}\r\n`).replace('A\r\n', 'A\r'),
    ])
      expect((await checked(mail)).body).toMatchObject({ action: 'allow', isWhole: true });
    const text = fill('Content-Type: text/plain\r\n\r\n', `${'words '.repeat(10)}\r\n`);
    expect((await checked(text)).body).toMatchObject({ action: 'review', unread: ['too-many-bytes'] });
  });
});

test.each([
  ['nothing', ''],
  ['zeros', '\0\0\0'],
  ['a space', ' '],
  ['an empty line', '\r\n\r\n'],
  ['words', 'hello'],
  ['an address', BAD],
])('a raw mail that has neither head nor body is refused: %s', async (_, raw) => {
  const answer = await post(await aService(), '/v1/check-message', { raw: base64(raw) });
  expect(answer).toMatchObject({ status: 422, body: { code: 'unreadable-message' } });
});

describe('what the mailbox’s own server found of the sender', () => {
  const FORGED = `Authentication-Results: mx.northgate.example; dmarc=fail header.from=b.example\r\n${HEAD}\r\nhello`;
  const asked = async (url: string): Promise<Answer> =>
    post(await aService(), url, FORGED, { 'content-type': 'message/rfc822' });
  const isTold = ({ body }: Answer): boolean =>
    body.evidence.reasons.some((reason) => 'id' in reason && reason.id === 'A9');

  test.each([
    ['of the server that is named', '/v1/check-mail?authservId=mx.northgate.example', true],
    ['of the same in capitals', '/v1/check-mail?authservId=MX.Northgate.Example', true],
    ['of another server', '/v1/check-mail?authservId=mx.other.example', false],
    ['of nobody', '/v1/check-mail', false],
  ])(
    'what the mailbox’s own server found of the sender counts on the word %s: %s',
    async (_, url, isBelieved) => {
      expect(isTold(await asked(url))).toBe(isBelieved);
    },
  );

  test('what the mailbox’s own server found of the sender counts for raw mail within JSON too', async () => {
    const service = await aService();
    const raw = { raw: base64(FORGED) };
    expect(isTold(await post(service, '/v1/check-message?authservId=mx.northgate.example', raw))).toBe(true);
    expect(isTold(await post(service, '/v1/check-message', raw))).toBe(false);
  });

  test.each(['authservId=', 'authservId=a&authservId=b', `authservId=${'a'.repeat(256)}`])(
    'what the mailbox’s own server found of the sender is refused with a reason where the name is none: %s',
    async (query) => {
      for (const url of ['/v1/check-mail', '/v1/check-message']) {
        const service = await aService();
        const { status } =
          url === '/v1/check-mail'
            ? await post(service, `${url}?${query}`, FORGED, { 'content-type': 'message/rfc822' })
            : await post(service, `${url}?${query}`, { raw: base64(FORGED) });
        expect([url, status]).toEqual([url, 400]);
      }
    },
  );
});
