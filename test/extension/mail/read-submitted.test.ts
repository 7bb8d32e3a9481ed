import { asyncProperty, assert as check, string, uint8Array } from 'fast-check';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readSubmitted, toSubmittedMessage } from '../../../src/extension/mail/read-submitted.ts';
import { WORKER_MAIL } from '../../../src/extension/mail/worker-mail-tools.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text));
const MAIL = 'Received: by mx.example\r\nFrom: a@b.example\r\nSubject: x\r\n\r\nhello';

describe('what a file is', () => {
  test.each([
    ['a.eml', '', 'x', 'raw'],
    ['A.MHT', '', 'x', 'raw'],
    ['', '', MAIL, 'raw'],
    ['original.txt', 'text/plain', MAIL, 'raw'],
    ['original', '', `\n\n${MAIL}`, 'raw'],
    ['a.txt', 'text/plain', 'From: my diary', 'file'],
    ['', '', 'Dear Ann,\nSubject: this is not one\n\nhello', 'file'],
    ['', '', 'https://a.example/', 'file'],
    ['a.html', 'text/html', MAIL, 'file'],
    ['a.ics', 'text/calendar', 'BEGIN:VCALENDAR', 'file'],
    ['a.csv', '', MAIL, 'file'],
  ])('the kind of a file: %j of type %j that begins with %j: %s', (name, type, content, kind) => {
    expect(toSubmittedMessage(name, type, bytes(content)).kind).toBe(kind);
  });

  test('bytes of a file that are no message are said to be none', async () => {
    expect(await readSubmitted({ name: 'a.eml', type: '', content: bytes('\u0001\u0002') })).toBe(
      'unreadable',
    );
  });

  test('telling the kind of a file never throws, whatever it is', async () => {
    await check(
      asyncProperty(string(), string(), uint8Array({ maxLength: 400 }), async (name, type, content) => {
        const read = await readSubmitted({ name, type, content: Uint8Array.from(content) });
        if (read !== 'unreadable')
          expect(read.attachments.every(({ hrefs }) => Array.isArray(hrefs))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('unpacking', () => {
  const packed = (text: string): Uint8Array => deflateSync(Buffer.from(text));

  test.each([
    ['as it is', packed('hello'), 100, 'hello'],
    ['with a line end behind it', Buffer.concat([packed('hello'), Buffer.from('\n')]), 100, 'hello'],
    ['more than is wanted', packed('x'.repeat(1_000)), 100, null],
    ['gigabytes of nothing', deflateSync(Buffer.alloc(30_000_000)), 100_000, null],
    ['nothing packed', Buffer.from('garbage'), 100, null],
    ['nothing', Buffer.alloc(0), 100, null],
  ])('unpacking a file: %s', async (_, given, max, expected) => {
    const read = await WORKER_MAIL.inflate(given, max);
    expect(read === null ? null : new TextDecoder().decode(read)).toBe(expected);
  });
});
