import * as fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { joinBodyLines } from '../../../src/core/mail/raw/join-body-lines.ts';
import { withLineFeedBytes } from '../../../src/core/mail/raw/line-ends.ts';
import { latin1 } from '../../../src/core/mail/raw/latin1.ts';

const budget = { seenLines: 1e6, lines: 1e6, parts: 1e6, bytes: 1e8 };
const fewer = (mail: string): string =>
  latin1(joinBodyLines(Buffer.from(mail, 'latin1'), { ...budget }).bytes);

/** What the parser makes of a mail, but for how much space stands between words: flowed text has
 * some at its lines' beginnings, and text that is shown among HTML has elements there. */
async function parsed(bytes: Uint8Array): Promise<object> {
  const {
    html = '',
    text = '',
    headers,
    attachments,
  } = await PostalMime.parse(bytes, { maxRfc822NestingDepth: 0 });
  return {
    html: html
      .replaceAll(/\s+|<(?:br|\/?p|\/?div)[^>]*>/g, ' ')
      .replaceAll(/ +/g, ' ')
      .trim(),
    text: text.replaceAll(/\s+/g, ' ').trim(),
    headers: headers.map(({ key, value }) => `${key}: ${value}`),
    attachments: attachments.map(({ mimeType, filename, content }) => ({
      mimeType,
      filename,
      content: latin1(withLineFeedBytes(Buffer.from(content as ArrayBuffer))).trimEnd(),
    })),
  };
}

const word = fc.constantFrom(
  'words',
  'a',
  '',
  ' ',
  '=',
  'x=',
  'x= ',
  '=3D',
  'x ',
  '-- ',
  '--',
  '---',
  '--b',
  '--b1',
  '--B',
  '--c--',
  'Content-Type: text/html',
  ' folded',
  'QUJD',
  'x\ry',
  '\0',
  'é',
  'From x',
);
const lines = fc.array(word, { maxLength: 12 }).map((all) => all.join('\r\n'));
const encoding = fc.constantFrom(
  '7bit',
  'quoted-printable',
  'base64',
  'QUOTED-PRINTABLE (x)',
  '(x) base64',
  'quoted-(x)printable',
);
const type = fc.constantFrom(
  'text/plain',
  'text/html; charset=utf-8',
  'text/plain; format=flowed',
  'text/plain; format=flowed; delsp=yes',
  'image/png; name="a b.png"',
  'message/rfc822',
  'text/x-a;\r\n\tname=b',
);
const boundary = fc.constantFrom(
  'boundary=b',
  'boundary="b"',
  ' boundary = b',
  'x=y; boundary="b"; z',
  'boundary*0=b',
  'boundary="b" (c)',
  'boun(x)dary=b',
  "boundary*=us-ascii''b",
  '\r\n boundary=b',
  'boundary="b\\c"',
  'boundary=b; boundary=c',
);
const leaf = fc
  .tuple(type, encoding, lines)
  .map(([kind, how, body]) => `Content-Type: ${kind}\r\nContent-Transfer-Encoding: ${how}\r\n\r\n${body}`);
const several = fc
  .tuple(
    fc.constantFrom('mixed', 'alternative', 'digest'),
    boundary,
    lines,
    fc.array(leaf, { maxLength: 4 }),
    fc.boolean(),
  )
  .map(([kind, named, preamble, parts, isClosed]) => {
    const name = named.includes('\\c') ? 'bc' : 'b';
    const all = parts.map((part) => `--${name}\r\n${part}\r\n`).join('');
    return `Content-Type: multipart/${kind}; ${named}\r\n\r\n${preamble}\r\n${all}${isClosed ? `--${name}--\r\nend\r\n` : ''}`;
  });
const mails = fc
  .tuple(fc.constantFrom('', 'Subject: a\r\n b\r\n', 'X: y\r\n\tz\r\n'), fc.oneof(leaf, several))
  .map((both) => both.join(''));

describe('a mail with joined lines', () => {
  test('a mail with joined lines is parsed to the same result', async () => {
    await fc.assert(
      fc.asyncProperty(mails, fc.constantFrom('\r\n', '\n'), async (mail, end) => {
        const bytes = Buffer.from(mail.replaceAll('\r\n', end), 'latin1');
        const { bytes: joined } = joinBodyLines(bytes, { ...budget });
        expect(await parsed(joined)).toEqual(await parsed(bytes));
      }),
      { numRuns: 3_000 },
    );
  });

  test('a mail with joined lines has as many empty lines as before around a soft break that stands alone', async () => {
    for (const last of ['-- ', '--b', '', 'words']) {
      const mail = `Content-Type: multipart/mixed; boundary*=us-ascii''b\r\n\r\n--b\r\nContent-Type: message/rfc822\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nwords\r\n=\r\n\r\n${last}\r\n`;
      const bytes = Buffer.from(mail, 'latin1');
      expect(await parsed(Buffer.from(fewer(mail), 'latin1'))).toEqual(await parsed(bytes));
    }
  });

  test('a mail with joined lines has few lines left where nothing depends on them', () => {
    expect(fewer(`Subject: x\r\n\r\n${'words\r\n'.repeat(1_000)}`).split('\n').length).toBeLessThan(5);
    expect(fewer('Subject: a\r\n b\r\n\tc\r\n\r\nd')).toBe('Subject: a b\tc\n\nd\r');
  });

  test('a mail with joined lines keeps those that go on in the next', () => {
    const encoded = 'Content-Transfer-Encoding: quoted-printable';
    expect(fewer(`${encoded}\r\n\r\nab=\r\ncd\r\nef\r\n`)).toBe(`${encoded}\n\nab=\ncd\ref\r`);
    const flowed = 'Content-Type: text/plain; format=flowed';
    expect(fewer(`${flowed}\r\n\r\nab \r\ncd\r\n`)).toBe(`${flowed}\n\nab \ncd\n`);
  });
});
