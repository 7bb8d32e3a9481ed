import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { scoreMessage } from '../../../src/core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../../src/core/evidence/message-context.ts';
import { factsOfMail, NODE_MAIL } from '../../../src/server/node/mail-tools/node-mail.ts';
import { DEFAULT_POLICY } from '../../../src/server/service/check/policy.ts';
import { evidenceOf } from '../../../src/server/service/message/message-evidence.ts';
import { MAIL_BOUNDS } from '../../../src/core/mail/content/mail-bounds.ts';
import { readMessage } from '../../../src/core/mail/read-message.ts';
import { MAX_MESSAGE_LINKS } from '../../../src/server/service/http/message-routes.ts';
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
  ])('a submitted message is judged by the links in it: %s', async (_, message, action) => {
    const { status, body } = await post(await aService(), '/v1/check-message', message);
    expect([status, body.action]).toEqual([200, action]);
  });

  test('a submitted message may be sent as it is, as message/rfc822', async () => {
    const { body } = await post(await aService(), '/v1/check-mail', mail, {
      'content-type': 'message/rfc822',
    });
    expect(body.links).toEqual([
      expect.objectContaining({ url: 'http://bad.example/login', action: 'block' }),
      { url: 'http://plain.example/1', action: 'allow', verdict: { kind: 'clear' } },
    ]);
  });

  describe('by what it says of itself', () => {
    const phish = [
      'From: "PayPal Service" <support@mail-desk-notice.click>',
      'Subject: Your PayPal account is limited',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Dear customer, your PayPal account has been suspended. Verify your password within 24 hours.</p>',
      '<a href="http://paypal.account-verify.web.app/login">https://www.paypal.com/signin</a>',
      '',
    ].join('\r\n');
    const rfc822 = { 'content-type': 'message/rfc822' };

    test('the evidence of a submitted message is for review, and never for more, with the reasons that the extension would give', async () => {
      const { body } = await post(await aService(), '/v1/check-mail', phish, rfc822);
      const read = await readMessage({ kind: 'raw', content: Buffer.from(phish) }, NODE_MAIL);
      if (!read.ok) throw new Error(read.failure);
      const { facts, links } = read.value.shown;
      const { asks, points, reasons } = scoreMessage(facts, links, packagedTables(), NO_CONTEXT);
      expect(reasons.length).toBeGreaterThan(1);
      expect(body.action).toBe('review');
      expect(body.evidence).toEqual({
        kind: 'flagged',
        asks,
        points,
        reasons,
        linkIndices: [0],
      });
      expect(body.links).toMatchObject([{ action: 'allow' }, { url: 'https://www.paypal.com/signin' }]);
    });

    test('the evidence of a submitted message is what the policy says, and a listed link is blocked all the same', async () => {
      const policy = { ...DEFAULT_POLICY, evidence: 'allow' } as const;
      expect((await post(await aService({ policy }), '/v1/check-mail', phish, rfc822)).body.action).toBe(
        'allow',
      );
      const listed = phish.replace('paypal.account-verify.web.app', 'bad.example');
      expect((await post(await aService(), '/v1/check-mail', listed, rfc822)).body.action).toBe('block');
    });

    test('the evidence of a submitted message of a forum post, which has no sender, is read without one', async () => {
      const html = phish.slice(phish.indexOf('<p>'));
      const { status, body } = await post(await aService(), '/v1/check-message', { html });
      const { facts, links } = factsOfMail(
        { from: '', replyTo: '', subject: '', links: [], html, text: '' },
        null,
      );
      const { reasons } = scoreMessage({ ...facts, head: null }, links, packagedTables(), NO_CONTEXT);
      expect([status, body.evidence.reasons]).toEqual([200, reasons]);
      const { body: good } = await post(await aService(), '/v1/check-message', { text: 'See you at noon.' });
      expect([good.action, good.evidence.kind]).toEqual(['allow', 'clear']);
    });

    test('the evidence of a submitted message points at links of the answer only, however many there are', async () => {
      const many = Array.from(
        { length: MAX_MESSAGE_LINKS },
        (_, index) => `<a href="http://h${index}.example/">x</a>`,
      );
      const { body } = await post(
        await aService(),
        '/v1/check-mail',
        phish.replace('<a', `${many.join('')}<a`),
        rfc822,
      );
      expect(body.evidence.linkIndices.every((index) => index < MAX_MESSAGE_LINKS)).toBe(true);
    });
  });

  test('a submitted message whose HTML lies deeper than any that is shown is never said to be clean', async () => {
    const html = '<div>'.repeat(5_000) + '<a href="http://good.example/">x</a>' + '<p>x</p>'.repeat(3_000);
    const { body } = await post(await aService(), '/v1/check-message', { html });
    expect([body.action, body.isWhole]).toEqual(['review', false]);
  });

  test('a submitted message with more links than are looked at is never said to be clean', async () => {
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
  ])('a submitted message is refused if it is %s', async (_, message) => {
    expect((await post(await aService(), '/v1/check-message', message)).status).toBe(400);
  });

  test('a submitted message whose parts lie deeper than any mail is looked at as it was sent, and is never clean', async () => {
    let deep = 'Content-Type: text/plain\r\n\r\nx';
    for (let level = 0; level < 60; level++) {
      deep = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${deep}\r\n--b${level}--\r\n`;
    }
    for (const [text, action] of [
      ['x', 'review'],
      ['http://bad.example/login', 'block'],
    ] as const) {
      const { status, body } = await post(
        await aService(),
        '/v1/check-mail',
        deep.replace('\r\nx', `\r\n${text}`),
        {
          'content-type': 'message/rfc822',
        },
      );
      expect([status, body.action, body.unread]).toEqual([200, action, ['too-deep']]);
    }
  });

  test('a submitted message gives links, each once and no more than are looked at, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('text', 'html'),
        fc.string({ unit: 'binary' }),
        async (kind, content) => {
          const found = await readMessage({ kind: kind === 'text' ? 'text' : 'html', content }, NODE_MAIL);
          if (!found.ok) throw new Error(found.failure);
          expect(new Set(found.value.hrefs).size).toBe(found.value.hrefs.length);
          expect(found.value.hrefs.length).toBeLessThanOrEqual(2 * MAIL_BOUNDS.links);
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.nat(mail.length), async (noise, at) => {
        const content = Buffer.concat([Buffer.from(mail.slice(0, at)), noise, Buffer.from(mail.slice(at))]);
        const found = await readMessage({ kind: 'raw', content }, NODE_MAIL);
        expect(found.ok || found.failure === 'unreadable').toBe(true);
      }),
    );
  });

  test.each([
    ['full stops behind a link', `http://a.example/${'.'.repeat(1_000_000)}x`],
    ['open tags', '<'.repeat(1_000_000)],
    ['www. a hundred thousand times', 'www.'.repeat(250_000)],
    ['style sheets that never end', '<style>'.repeat(140_000)],
    ['comments of a style sheet that never end', `<style>${'/*'.repeat(49_000)}</style>`.repeat(20)],
    [
      'tags that are never closed and others that were never opened',
      '<b>'.repeat(170_000) + '</i>'.repeat(120_000),
    ],
    ['links', '<a href="http://a.example/">x</a>'.repeat(30_000)],
    ['one tag that never ends', `<a href="${'x'.repeat(1_000_000)}`],
  ])('a submitted message of a megabyte of %s is read in a moment', async (_, content) => {
    const started = performance.now();
    for (const kind of ['html', 'text'] as const) {
      const read = await readMessage({ kind, content }, NODE_MAIL);
      if (read.ok) await evidenceOf(read.value.shown, read.value.hrefs, null);
    }
    // A square of a megabyte would take minutes; a busy machine takes some hundred milliseconds.
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
