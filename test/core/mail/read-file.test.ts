import { property, string, uint8Array, asyncProperty, assert as check } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMessage, type ReadMessage } from '../../../src/core/mail/read-message.ts';
import { picturesIn } from '../../../src/core/mail/links/data-pictures.ts';
import { NODE_MAIL } from '../../../src/server/node/mail-tools/node-mail.ts';
import { BAD, base64, LINK, read, withParts } from './a-mail.ts';

async function file(name: string, content: string | Uint8Array, type = ''): Promise<ReadMessage> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const message = await readMessage({ kind: 'file', name, type, content: bytes }, NODE_MAIL);
  if (!message.ok) throw new Error(message.failure);
  return message.value;
}

const PNG = Buffer.from('\u0089PNG\r\n\u001a\nrest', 'latin1');

describe('a file that came by itself', () => {
  test.each([
    ['page.html', LINK],
    ['page.svg', `<svg><a xlink:href="${BAD}">x</a></svg>`],
    ['note.txt', `Please go to ${BAD} today`],
    ['forwarded.eml', `From: a@b.example\r\n\r\n${BAD}`],
    ['saved.mht', `From: <Saved>\r\nContent-Type: text/html\r\n\r\n${LINK}`],
    ['noending', LINK],
    ['wide.txt', Buffer.from(`\uFEFF${BAD}`, 'utf16le')],
  ])(
    'a file that is checked by itself: %s: its links are found, and it is looked into',
    async (name, content) => {
      const { hrefs, attachments, unread } = await file(name, content);
      expect([hrefs, attachments[0]?.isLookedInto, [...unread]]).toEqual([[BAD], true, []]);
    },
  );

  test('invite.ics by itself: a link that its lines fold is found whole', async () => {
    const { hrefs } = await file('invite.ics', 'BEGIN:VCALENDAR\r\nURL:https://ev\r\n il.example/login\r\n');
    expect(hrefs).toContain(BAD);
  });

  test('a file that is checked by itself is judged by what it shows', async () => {
    const { shown, content } = await file('page.html', `<p>Your account</p>${LINK}`);
    expect(shown.facts.head).toBeNull();
    expect(shown.facts.body?.text).toContain('Your account');
    expect(content.links).toEqual([{ href: BAD, text: 'Sign in', tag: 'a' }]);
  });

  test.each(['letter.docx', 'files.zip', 'setup.exe'])(
    'a file that is checked by itself: %s is not looked into',
    async (name) => {
      const { hrefs, attachments } = await file(
        name,
        Buffer.from(`PK\u0003\u0004${BAD}`, 'latin1'),
        'application/zip',
      );
      expect([hrefs, attachments[0]?.isLookedInto]).toEqual([[], false]);
    },
  );

  test('a file that is checked by itself of 25 MB of text the beginning is read, and the rest is said not to be', async () => {
    const { hrefs, unread } = await file('long.txt', `${BAD}\n${'word '.repeat(5_000_000)}`);
    expect([hrefs, [...unread]]).toEqual([[BAD], ['too-many-bytes']]);
  });

  test('a file that is checked by itself never throws, whatever it is', async () => {
    await check(
      asyncProperty(
        string({ unit: 'binary' }),
        string(),
        uint8Array({ maxLength: 300 }),
        async (name, type, bytes) => {
          const { attachments, hrefsOf } = await file(name, bytes, type);
          expect(hrefsOf.length).toBe(attachments.length);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('what stands in which attachment', () => {
  test('links of an attached calendar, page and PDF file are named at the attachment', async () => {
    const { attachments, hrefsOf } = await read(
      withParts(
        ['Content-Type: text/calendar; name=a.ics', 'URL:https://cal.example/'],
        [
          'Content-Type: text/html; name=b.html\r\nContent-Disposition: attachment',
          '<a href="https://page.example/">x</a> https://written.example/',
        ],
        [
          'Content-Type: application/pdf; name=c.pdf\r\nContent-Transfer-Encoding: base64',
          base64('%PDF-1.7\n/URI (https://pdf.example/)'),
        ],
        [
          'Content-Type: application/zip; name=d.zip\r\nContent-Transfer-Encoding: base64',
          base64('PK\u0003\u0004'),
        ],
      ),
    );
    expect(attachments.map(({ name }, index) => [name, hrefsOf[index]])).toEqual([
      ['a.ics', ['https://cal.example/']],
      ['b.html', ['https://page.example/', 'https://written.example/']],
      ['c.pdf', ['https://pdf.example/']],
      ['d.zip', []],
    ]);
  });
});

describe('pictures', () => {
  const part = (bytes: Uint8Array): readonly [string, string] => [
    'Content-Type: image/png; name=code.png\r\nContent-Transfer-Encoding: base64',
    base64(bytes),
  ];

  test('attached pictures are handed over as they were sent', async () => {
    const { pictures, cutPictures } = await read(withParts(part(PNG)));
    expect(pictures().map(({ name, type, bytes }) => [name, type, [...bytes]])).toEqual([
      ['code.png', 'image/png', [...PNG]],
    ]);
    expect(cutPictures).toBe(0);
  });

  test('an attached picture that is cut off is counted, and not handed over', async () => {
    const long = Buffer.concat([PNG, Buffer.alloc(700_000, 1)]);
    const { pictures, cutPictures } = await read(withParts(part(long)));
    expect([pictures().length, cutPictures]).toEqual([0, 1]);
  });

  test('pictures written into HTML are found, each once', async () => {
    const url = `data:image/png;base64,${PNG.toString('base64')}`;
    const { pictures } = await file(
      'a.html',
      `<img src="${url}"><img src="${url}"><img src="data:image/tiff;base64,AAAA">`,
    );
    expect(pictures().map(({ type, bytes }) => [type, [...bytes]])).toEqual([['image/png', [...PNG]]]);
  });

  test('reading attached pictures never throws, and gives fifty at most', () => {
    check(
      property(string({ unit: 'binary' }), (text) => {
        expect(picturesIn([`data:image/png;base64,${text}`]).length).toBeLessThanOrEqual(1);
      }),
    );
    const many = Array.from(
      { length: 80 },
      (_, n) => `data:image/gif;base64,${Buffer.from(String(n)).toString('base64')}"`,
    );
    expect(picturesIn([many.join('')])).toHaveLength(50);
  });
});
