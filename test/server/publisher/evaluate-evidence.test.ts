import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderHtml, renderText } from '../../../src/core/mail/shown/rendered-mail.ts';
import { parseHtml } from '../../../src/core/mail/content/parse-html.ts';
import { aFolder, spamlight, succeed } from './run-command.ts';

const BAD = {
  source: 'box',
  label: 'phish',
  id: 'bad-1',
  from: 'PayPal Support <alerts@brookfield-notice.net>',
  subject: 'Your account is limited',
  links: [],
  html: '<a href="https://northgate-desk.net/x">Confirm now</a>',
};
const GOOD = {
  source: 'box',
  label: 'ham',
  id: 'good-1',
  from: 'Ann Lee <ann.lee@brookfield-works.net>',
  subject: 'Lunch',
  links: [],
  html: '<p>See <a href="https://brookfield-works.net/menu">the menu</a></p>',
};

function aFile(...mails: readonly object[]): string {
  const file = join(aFolder(), 'mails.jsonl');
  writeFileSync(file, mails.map((mail) => JSON.stringify(mail)).join('\n'));
  return file;
}

test('evidence alone needs no channel, and counts as caution', async () => {
  const file = aFile(BAD, GOOD);
  const [json = ''] = await succeed(['evaluate', '--json', '--mail', file]);
  expect(JSON.parse(json)).toMatchObject([
    { label: 'ham', danger: 0, caution: 0, asked: 0 },
    { label: 'phish', danger: 0, caution: 1, asked: 0 },
  ]);
});

test('evaluate without evidence must have a channel', async () => {
  const { code, notes } = await spamlight(['evaluate', '--evidence', 'none', '--mail', aFile(BAD)]);
  expect([code, notes.join()]).toEqual([2, expect.stringContaining('--channel')]);
});

test('--why counts how often each reason fires', async () => {
  const text = (await succeed(['evaluate', '--why', '--mail', aFile(BAD, GOOD)])).join('\n');
  expect(text).toMatch(/A1 .*phish 1 = 100 % .*lost 0/);
  expect(text).toContain('1 of 1 = 100 %');
});

test('evaluate: --why counts the phishing that is lost without a reason', async () => {
  const forged = {
    ...BAD,
    from: 'PayPal <service@paypal.com>',
    subject: 'Confirm your account within 24 hours',
  };
  const lines = await succeed(['evaluate', '--why', '--mail', aFile(forged)]);
  expect(lines.join('\n')).toMatch(/A2 +phish 1 = 100 % +lost 1/);
});

test('evaluate: --why says how near the missed phishing was to a mark', async () => {
  const plain = {
    ...BAD,
    from: 'Desk <desk@northgate-desk.net>',
    subject: 'Minutes',
    html: '<a href="https://northgate-desk.net/x">Read</a>',
  };
  const lines = await succeed(['evaluate', '--why', '--mail', aFile(BAD, plain)]);
  expect(lines.join('\n')).toMatch(
    /is missed.*\n(?: .* 0\n){4} .*less than half the points +0\n .*no point against it +1\n/,
  );
});

test('evaluate: --without leaves out what a webmail does not show', async () => {
  const recall = async (...options: readonly string[]): Promise<unknown> => {
    const [json = ''] = await succeed(['evaluate', '--json', '--mail', aFile(BAD), ...options]);
    return JSON.parse(json);
  };
  expect(await recall('--without', 'head')).toMatchObject([{ caution: 0 }]);
  expect(await recall('--without', 'subject')).toMatchObject([{ caution: 1 }]);
});

test('explain --message prints what would be shown, facts and reasons', async () => {
  const file = aFile(BAD);
  const text = (await succeed(['explain', '--message', file])).join('\n');
  expect(text).toMatch(/^bad-1: caution\n/);
  expect(text).toMatch(/A1 +5 against it: It says it is from PayPal, but was sent from brookfield-notice/);
  const [json = ''] = await succeed(['explain', '--message', file, '--json']);
  expect(JSON.parse(json)).toMatchObject({
    id: 'bad-1',
    mark: 'caution',
    asks: false,
    verdict: { kind: 'flagged', asks: false },
    listed: [],
    sender: null,
  });
});

test('a message of `evaluate` is rendered as a webmail shows it', () => {
  const { links, body } = renderHtml(
    `<style>.pre{display:none}@media print{.a{display:none}}</style>
    <div class="pre">hidden by its class</div><p style="font-size:0">too small</p><p class="a">Dear <b>Ann</b></p>
    <img alt="Logo"><a href="https://a.example/x"><img alt="Big button"></a><a href="#top">Top</a>
    <blockquote>Old <a href="https://a.example/x">here</a></blockquote><form action="https://f.example/p"><input type="password"></form>`,
    parseHtml,
  );
  expect(body.text).toBe('Dear Ann Top Old here');
  expect(body).toMatchObject({ alts: ['Logo'], hasQuote: true, asksPassword: true });
  expect(links.map(({ href }) => href)).toEqual(['https://a.example/x', 'https://f.example/p']);
  expect(body.links).toEqual([
    { href: 0, alt: 'Big button' },
    { href: 0, text: 'here', isQuoted: true },
    { href: 1 },
  ]);
});

test('plain text of a message has links where webmails make them, and quotations', () => {
  const { links, body } = renderText('See https://a.example/x.\n> was www.b.example/y');
  expect(links.map(({ href }) => href)).toEqual(['https://a.example/x', 'http://www.b.example/y']);
  expect(body).toMatchObject({ hasQuote: true, links: [{ href: 0 }, { href: 1, isQuoted: true }] });
});
