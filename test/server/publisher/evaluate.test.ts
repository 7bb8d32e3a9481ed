import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderHtml, renderText } from '../../../src/core/mail/shown/rendered-mail.ts';
import { parseHtml } from '../../../src/core/mail/content/parse-html.ts';
import { readEml } from '../../../src/server/publisher/evaluate/read-eml.ts';
import { aFolder, aWorkshop, spamlight, succeed } from './run-command.ts';

interface AMail {
  readonly label?: string;
  readonly from?: string;
  readonly reply_to?: string;
  readonly hrefs?: readonly string[];
}

function line({ label = 'phish', from = '', reply_to = '', hrefs = [] }: AMail): string {
  const links = hrefs.map((href) => ({ href, text: '', tag: 'a' }));
  return JSON.stringify({
    source: 'box',
    label,
    id: '1',
    from,
    reply_to,
    subject: '',
    links,
    html: '',
    text: '',
  });
}

async function aChannel(): Promise<{ readonly folder: string; readonly channel: string }> {
  const workshop = await aWorkshop();
  workshop.setFeeds([
    {
      name: 'Reviewed',
      text: 'http://danger.test/login\nhttp://whole.test/\n',
      format: 'url-list',
      category: 'phishing',
      confidence: 0.9,
      reviewed: true,
      licence: 'CC0-1.0',
    },
    { name: 'Crowd', text: 'crowd.test\n', format: 'domain-list', category: 'scam', licence: 'CC0-1.0' },
    {
      name: 'Reviewed senders',
      text: 'chief@known.test\n',
      format: 'address-list',
      category: 'scam',
      confidence: 0.9,
      reviewed: true,
      licence: 'CC0-1.0',
    },
    {
      name: 'Senders',
      text: 'boss@forged.test\n@spammers.test\n',
      format: 'address-list',
      category: 'spam',
      licence: 'CC0-1.0',
    },
  ]);
  expect((await workshop.build()).code).toBe(0);
  return workshop;
}

async function rowsOf(channel: string, ...mail: readonly string[]): Promise<unknown> {
  const [json = ''] = await succeed([
    'evaluate',
    '--channel',
    channel,
    '--json',
    '--evidence',
    'none',
    '--mail',
    ...mail,
  ]);
  return JSON.parse(json);
}

describe('evaluate', () => {
  test('spamlight evaluate counts each message once, by the worst in it', async () => {
    const { folder, channel } = await aChannel();
    const mails = [
      { hrefs: ['https://clear.test/', 'http://crowd.test/x', 'https://danger.test/login'] },
      { hrefs: ['http://a.crowd.test/'] },
      { hrefs: ['https://clear.test/', 'https://bit.ly/abc'] },
      { hrefs: ['http://[::zz]/', 'https://bit.ly/abc'] },
      { hrefs: ['tel:112', '#top', 'cid:1'] },
      { hrefs: ['https://clear.test/'] },
      {},
      { label: 'ham', hrefs: ['https://clear.test/'] },
    ];
    const file = join(folder, 'mails.jsonl');
    writeFileSync(file, `${mails.map(line).join('\n')}\n`);
    expect(await rowsOf(channel, file)).toEqual([
      {
        source: 'box',
        label: 'ham',
        messages: 1,
        withLinks: 1,
        danger: 0,
        caution: 0,
        asked: 0,
        hidden: 0,
        unchecked: 0,
      },
      {
        source: 'box',
        label: 'phish',
        messages: 7,
        withLinks: 6,
        danger: 1,
        caution: 1,
        asked: 1,
        hidden: 1,
        unchecked: 1,
      },
    ]);
  });

  test.each<[string, AMail, string]>([
    ['an address that people looked at', { from: 'The Chief <CHIEF@known.test>' }, 'caution'],
    ['one that a crowd alone lists', { from: 'The Boss <BOSS@forged.test>' }, ''],
    ['another address of its host', { from: 'else@known.test' }, ''],
    ['a domain that a crowd alone lists', { from: 'anyone@spammers.test' }, ''],
    ['one to answer to, which nobody is shown', { from: 'a@clear.test', reply_to: 'x@spammers.test' }, ''],
    ['a domain that is listed as a host', { from: 'news@whole.test' }, 'caution'],
    ['one below it', { from: 'news@mail.whole.test' }, 'caution'],
    ['two addresses in one field', { from: '"boss@forged.test" <a@clear.test>' }, ''],
  ])('spamlight evaluate looks up senders: %s', async (_, mail, mark) => {
    const { folder, channel } = await aChannel();
    const file = join(folder, 'mails.jsonl');
    writeFileSync(file, line(mail));
    expect(await rowsOf(channel, file)).toMatchObject([
      { danger: mark === 'danger' ? 1 : 0, caution: mark === 'caution' ? 1 : 0 },
    ]);
  });

  test('spamlight evaluate reads gzip, .eml files and folders of them, labelled by folder', async () => {
    const { folder, channel } = await aChannel();
    writeFileSync(join(folder, 'mails.jsonl.gz'), gzipSync(line({ hrefs: ['http://danger.test/login'] })));
    for (const label of ['ham', 'phish']) mkdirSync(join(folder, 'box', label), { recursive: true });
    const eml = (href: string): string =>
      `From: a@clear.test\r\nSubject: x\r\nContent-Type: text/html\r\n\r\n<a href="${href}">x</a>`;
    writeFileSync(join(folder, 'box', 'ham', '1.eml'), eml('https://clear.test/'));
    writeFileSync(join(folder, 'box', 'phish', '1.eml'), eml('https://danger.test/login'));
    writeFileSync(join(folder, 'box', 'phish', 'note.txt'), 'no mail');
    writeFileSync(join(folder, 'one.eml'), eml('https://crowd.test/'));
    expect(
      await rowsOf(channel, join(folder, 'mails.jsonl.gz'), join(folder, 'box'), join(folder, 'one.eml')),
    ).toMatchObject([
      { source: 'box', label: 'ham', messages: 1, danger: 0 },
      { source: 'box', label: 'phish', messages: 2, danger: 2 },
      { source: 'one', label: 'unlabelled', messages: 1, caution: 1 },
    ]);
  });

  test('spamlight evaluate prints a table, and examples that nobody can click', async () => {
    const { folder, channel } = await aChannel();
    const file = join(folder, 'mails.jsonl');
    writeFileSync(file, line({ hrefs: ['http://danger.test/login'] }));
    const lines = await succeed(['evaluate', '--channel', channel, '--mail', file, '--explain', '3']);
    expect(lines[0]).toMatch(
      /^source +label +messages +with links +danger +caution +asked +hidden +unchecked$/,
    );
    expect(lines.at(-1)).toBe('box phish 1: danger: phishing, listed by Reviewed as danger[.]test/login');
  });

  test.each([
    ['that is not there', null, 'cannot be read'],
    ['that is no JSON', '{}\nnonsense', 'line 1'],
    ['with a line that is no mail', `${line({})}\n{"links": 1}`, 'line 2 has no list "links"'],
    ['with a link that is none', '{"links": [{}]}', 'line 1 has a link without "href"'],
  ])('spamlight evaluate says what is wrong with a file %s', async (_, text, message) => {
    const { folder, channel } = await aChannel();
    const file = join(folder, 'mails.jsonl');
    if (text !== null) writeFileSync(file, text);
    const { code, notes } = await spamlight(['evaluate', '--channel', channel, '--mail', file]);
    expect(code).toBe(1);
    expect(notes.join('\n')).toContain(message);
  });

  test('spamlight evaluate says so when a folder holds no mail', async () => {
    const { channel } = await aChannel();
    const { code, notes } = await spamlight(['evaluate', '--channel', channel, '--mail', aFolder()]);
    expect([code, notes.at(-1)]).toEqual([1, expect.stringContaining('holds no .eml file')]);
  });
});

describe('links of a message', () => {
  test('links of a message are what a reader can click, with the text that is seen', () => {
    const html = `<style>a{}</style><a href=" https://a.test/?x=1&amp;y=2 ">Pay <b>now</b><script>no</script></a>
      <area href=/map alt=Map><form action="https://c.test/post"><a name=top>no</a><A HREF='https://d.test'>D`;
    expect(renderHtml(html, parseHtml).links).toEqual([
      { href: ' https://a.test/?x=1&y=2 ', tag: 'a', text: 'Pay now' },
      { href: '/map', tag: 'area', text: 'Map' },
      { href: 'https://c.test/post', tag: 'form', text: '' },
      { href: 'https://d.test', tag: 'a', text: 'D' },
    ]);
  });

  test('links of a message are found in running text as webmails find them', () => {
    expect(
      renderText('See https://a.test/x. Or (www.b.test/y), or c.test!').links.map(({ href }) => href),
    ).toEqual(['https://a.test/x', 'http://www.b.test/y']);
  });

  test('links of a message are bounded, and no text makes the reader throw', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `<a href=x${index}>`).join('');
    expect(renderHtml(many, parseHtml).links.length).toBe(5000);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        renderHtml(text, parseHtml);
        renderText(text);
      }),
    );
  });
});

describe('readEml', () => {
  test('readEml reads encoded heads, nested parts and both bodies', async () => {
    const eml = [
      'From: =?utf-8?q?B=C3=BCro?= <buero@a.test>',
      'Reply-To: other@b.test',
      'Subject: =?utf-8?b?SGFsbG8=?=',
      'Content-Type: multipart/alternative; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'see https://plain.test/',
      '--x',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('<a href="https://html.test/">x</a>').toString('base64'),
      '--x--',
    ].join('\r\n');
    const mail = await readEml(new TextEncoder().encode(eml), 'mails/phish/7.eml', 'mails');
    expect(mail).toMatchObject({
      source: 'mails',
      label: 'phish',
      id: '7.eml',
      from: 'Büro <buero@a.test>',
      replyTo: 'other@b.test',
      subject: 'Hallo',
      links: [{ href: 'https://html.test/' }],
    });
  });

  test('readEml never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
        await readEml(bytes, 'a/b.eml', 'a');
      }),
      { numRuns: 50 },
    );
  });
});
