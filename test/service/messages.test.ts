import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { linksOfText } from '../../src/node/mail/mail-links.ts';
import { linksOfMessage, MAX_MESSAGE_LINKS } from '../../src/service/message/read-message.ts';
import { aService, closeServices, post } from './a-service.ts';

afterEach(closeServices);

const mail = [
  'From: Bank <a@b.example>',
  'Subject: x',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'See http://plain.example/1.',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('<a href="http://bad.example/login">bank</a><style>a{}</style>').toString('base64'),
  '--b--',
  '',
].join('\r\n');

describe('a submitted message', () => {
  test.each([
    ['text', { text: 'go to bad.example or www.bad.example/x now' }, 'block'],
    ['HTML', { html: '<p>Hi <a href="http://bad.example/">you</a></p>' }, 'block'],
    ['HTML with an address between the tags', { html: '<p>http://bad.example/</p>' }, 'block'],
    ['a form in HTML', { html: '<form action="http://bad.example/x"></form>' }, 'block'],
    ['raw mail', { raw: Buffer.from(mail).toString('base64') }, 'block'],
    ['good text', { text: 'see http://good.example/' }, 'allow'],
    ['text without a link', { text: 'hello' }, 'allow'],
  ])('is judged by the links in it: %s', async (_, message, action) => {
    const { status, body } = await post(await aService(), '/v1/check-message', message);
    expect([status, body.action]).toEqual([200, action]);
  });

  test('may be sent as it is, as message/rfc822', async () => {
    const { body } = await post(await aService(), '/v1/check-mail', mail, {
      'content-type': 'message/rfc822',
    });
    expect(body.links).toEqual([
      expect.objectContaining({ url: 'http://bad.example/login', action: 'block' }),
      { url: 'http://plain.example/1', action: 'allow', verdict: { kind: 'clear' } },
    ]);
  });

  test('with more links than are looked at is never said to be clean', async () => {
    const text = Array.from(
      { length: MAX_MESSAGE_LINKS + 1 },
      (_, index) => `http://h${index}.example/`,
    ).join(' ');
    const { body } = await post(await aService(), '/v1/check-message', { text });
    expect([body.action, body.isWhole, body.links.length]).toEqual(['review', false, MAX_MESSAGE_LINKS]);
  });

  test.each([
    ['nothing', {}],
    ['two of a kind', { text: 'a', html: 'b' }],
    ['no base64', { raw: '%%' }],
    ['a number', { text: 1 }],
  ])('is refused if it is %s', async (_, message) => {
    expect((await post(await aService(), '/v1/check-message', message)).status).toBe(400);
  });

  test('is refused if its parts lie deeper than any mail', async () => {
    let deep = 'Content-Type: text/plain\r\n\r\nx';
    for (let level = 0; level < 60; level++) {
      deep = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${deep}\r\n--b${level}--\r\n`;
    }
    const answer = await post(await aService(), '/v1/check-mail', deep, { 'content-type': 'message/rfc822' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'unreadable-message' } });
  });

  test('gives links, each once and no more than are looked at, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('text', 'html'),
        fc.string({ unit: 'binary' }),
        async (kind, content) => {
          const found = await linksOfMessage({ kind: kind === 'text' ? 'text' : 'html', content });
          if (!found.ok) throw new Error(found.failure);
          expect(new Set(found.value.hrefs).size).toBe(found.value.hrefs.length);
          expect(found.value.hrefs.length).toBeLessThanOrEqual(MAX_MESSAGE_LINKS);
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.nat(mail.length), async (noise, at) => {
        const content = Buffer.concat([Buffer.from(mail.slice(0, at)), noise, Buffer.from(mail.slice(at))]);
        const found = await linksOfMessage({ kind: 'raw', content });
        expect(found.ok || found.failure === 'unreadable').toBe(true);
      }),
    );
  });

  test.each([
    ['full stops behind a link', `http://a.example/${'.'.repeat(1_000_000)}x`],
    ['open tags', '<'.repeat(1_000_000)],
    ['www. a hundred thousand times', 'www.'.repeat(250_000)],
    ['one tag that never ends', `<a href="${'x'.repeat(1_000_000)}`],
  ])('of a megabyte of %s is read in a moment', async (_, content) => {
    const started = performance.now();
    linksOfText(content);
    await linksOfMessage({ kind: 'html', content });
    // A square of a megabyte would take minutes; a busy machine takes some hundred milliseconds.
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
