import { readFileSync, readdirSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { LinkChecker } from '../../../src/server/service/check/link-checker.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';
import { aList } from './a-list.ts';
import { aService, closeServices, post } from './a-service.ts';

afterEach(closeServices);

async function actionOf(
  message: { readonly mail: string | Buffer } | { readonly text: string },
): Promise<string> {
  const checker = new LinkChecker();
  checker.use(aList({ danger: ['evil.example/login', 'paren.example/e_(f)'] }));
  const service = await aService({ checker });
  const { status, body } =
    'mail' in message
      ? await post(service, '/v1/check-mail', message.mail, { 'content-type': 'message/rfc822' })
      : await post(service, '/v1/check-message', message);
  expect(status).toBe(200);
  return body.action;
}

/** What other programs were reported for: rows `| input | kind | source | right | was |`. */
function reported(): readonly (readonly [string, string, string])[] {
  return readFileSync(sharedData('reports/README.md'), 'utf8')
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .flatMap(([, input = '', kind = '', , right = '']) =>
      kind === 'mail' || kind === 'text' ? [[input, kind, right] as const] : [],
    );
}

describe.skipIf(sharedDataMissing)('what other programs were reported for', () => {
  test('what other programs were reported for has cases to check', () => {
    expect(readdirSync(sharedData('reports'))).toEqual(
      expect.arrayContaining(reported().map(([name]) => name)),
    );
    expect(reported().length).toBeGreaterThan(20);
  });

  test.each(sharedDataMissing ? [] : reported())(
    'what other programs were reported for: %s (%s): %s',
    async (input, kind, right) => {
      const bytes = readFileSync(sharedData(`reports/${input}`));
      const action = await actionOf(kind === 'mail' ? { mail: bytes } : { text: bytes.toString() });
      if (right === 'not-allow') expect(['review', 'block']).toContain(action);
      else expect(action).toBe(right);
    },
  );
});

const HEAD = 'From: Ann <a@b.example>\r\nSubject: x\r\nMIME-Version: 1.0\r\n';
const LINK = '<p><a href="https://evil.example/login">x</a></p>';
/** The same as uuencode writes it, with its last spaces or without. */
const UU = [
  'begin 644 NAME',
  "M/' ^2&5L;&\\\\+W ^/' ^/&$@:')E9CTB:'1T<',Z+R]E=FEL+F5X86UP;&4O",
  '6;&]G:6XB/E-I9VX@:6X\\+V$^/"]P/@',
  '`',
  'end',
  '',
].join('\r\n');
const part = (head: string, body: string): string =>
  `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${head}\r\n\r\n${body}\r\n--b--\r\n`;

describe('a listed link is found', () => {
  test.each([
    ['in a part of the type html', part('Content-Type: html', LINK)],
    ['in a mail of the type HTML', `${HEAD}Content-Type: HTML; charset=utf-8\r\n\r\n${LINK}`],
    ['in a part of the type plain', part('Content-Type: plain', 'https://evil.example/login')],
    ['in a part of no type', part('Content-Type:', 'https://evil.example/login')],
    ['uuencoded, in text', `${HEAD}\r\nHello\r\n${UU.replace('NAME', 'a.html')}`],
    [
      'uuencoded, the second',
      `${HEAD}\r\nbegin 644 a.bin\r\n#86)C\r\n\`\r\nend\r\n${UU.replace('NAME', 'a.html')}`,
    ],
    ['uuencoded, without an end', `${HEAD}\r\n${UU.replace('NAME', 'a.htm').replace(/`[^]*/, '')}`],
    [
      'behind a soft line break with a tab',
      `${HEAD}Content-Transfer-Encoding: quoted-printable\r\n\r\nhttps://ev=\t\r\nil.example/login`,
    ],
    [
      'in an archive of a page',
      part(
        'Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=a.mhtml',
        `Content-Type: text/html\r\n\r\n${LINK}`,
      ),
    ],
    ['behind a mark of byte order', `\uFEFF${HEAD}Content-Type: text/html\r\n\r\n${LINK}`],
  ])('a listed link is found: %s', async (_, mail) => {
    expect(await actionOf({ mail: Buffer.from(mail) })).toBe('block');
  });
});

test.each([
  ['two types', part('Content-Type: text/plain\r\nX-A: b\r\nContent-Type: text/html', 'hello')],
  [
    'two transfer encodings',
    `${HEAD}Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: base64\r\n\r\nhello`,
  ],
  ['letters of a mainframe', `${HEAD}Content-Type: text/plain; charset="CP500"\r\n\r\nhello`],
  ['UTF-7', part('Content-Type: text/html; charset=utf-7', '+ADw-a')],
])('a mail that programs read otherwise is never clean for the service: %s', async (_, mail) => {
  expect(await actionOf({ mail })).toBe('review');
});

test.each([
  [
    'the same type twice',
    part('Content-Type: text/plain\r\nContent-Type: TEXT/PLAIN; charset=utf-8', 'hello'),
  ],
  ['a code page of DOS', `${HEAD}Content-Type: text/plain; charset=cp850\r\n\r\nhello`],
  [
    'two parts',
    `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\na\r\n--b\r\nContent-Type: text/html\r\n\r\nb\r\n--b--\r\n`,
  ],
  ['talk of begin 644', `${HEAD}\r\nYou begin 644 of it\r\nbegin 644 \r\n`],
])('good mail passes the service: %s', async (_, mail) => {
  expect(await actionOf({ mail })).toBe('allow');
});
