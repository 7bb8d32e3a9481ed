import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { LinkChecker } from '../../../src/server/service/check/link-checker.ts';
import {
  linksWrittenIn as linksWithin,
  type WrittenLinks,
} from '../../../src/core/mail/links/written-links.ts';
import { aList } from '../../server/service/a-list.ts';
import { aService, closeServices, post } from '../../server/service/a-service.ts';

afterEach(closeServices);

const MAX_LINKS = 1_000;
const linksWrittenIn = (text: string): WrittenLinks => linksWithin(text, MAX_LINKS);

async function actionOf(text: string): Promise<string> {
  const checker = new LinkChecker();
  checker.use(
    aList({
      danger: [
        'bad.example',
        'phish.example/login',
        'phish.example/a_b/c',
        'phish.com/login',
        'phish.example/e_(f)',
      ],
    }),
  );
  const { status, body } = await post(await aService({ checker }), '/v1/check-message', { text });
  expect(status).toBe(200);
  return body.action;
}

describe('a listed page with brackets in its own address is found', () => {
  const page = 'https://phish.example/e_(f)';
  test.each([
    page,
    `${page}.`,
    `${page} today`,
    `(${page}).`,
    `(see ${page})`,
    `(${page}`,
    `${page}),`,
    `${page}?!)`,
    `[x](${page})and`,
    `[x](${page}), and`,
    `[url=${page}]x[/url]`,
    `[${page}]`,
    `**${page}**`,
    `${page}谢谢`,
    `（${page}）`,
    `${page},https://good.example/`,
    `<p>${page}</p>`,
  ])('a listed page with brackets in its own address is found: %s', async (text) => {
    expect(await actionOf(text)).toBe('block');
  });

  test('a listed page without brackets is found in an address with them, where a program cuts it', async () => {
    expect(await actionOf('(https://phish.example/login)')).toBe('block');
    expect(await actionOf('https://phish.example/login/(x)')).toBe('block');
  });

  test.each([
    ['https://a.example/x)', 'https://a.example/x'],
    ['https://a.example/(x)', 'https://a.example/(x)'],
    ['https://a.example/(x)).', 'https://a.example/(x)'],
    ['https://a.example/((x)', 'https://a.example/((x)'],
    ['https://a.example/(x.)', 'https://a.example/(x.)'],
    ['https://a.example/x()', 'https://a.example/x()'],
    ['https://a.example/x(', 'https://a.example/x('],
    ['http://[2001:db8::1]', 'http://[2001:db8::1]'],
    ['http://[2001:db8::1].', 'http://[2001:db8::1]'],
    ['[http://[2001:db8::1]]', 'http://[2001:db8::1]'],
  ])('a listed page with brackets in its own address is found of %s the address is %s', (text, href) => {
    expect(linksWrittenIn(text).hrefs).toEqual([href]);
  });
});

describe('a listed page in running text is found', () => {
  const page = 'https://phish.example/login';
  test.each([
    page,
    `[url=${page}]x[/url]`,
    `[url]${page}[/url]`,
    `[x](${page})and`,
    `**${page}**`,
    `**${page}**. Then`,
    `~~${page}~~`,
    `_${page}_`,
    `_${page}_, then`,
    '_https://phish.example/a_b/c_',
    '[url]https://phish.example/a_b/c[/url]',
    `请访问${page}，谢谢`,
    `请访问${page}谢谢`,
    `（${page}）`,
    `「${page}」`,
    `“${page}”`,
    `${page}…`,
    `${page}\u200B`,
    `${page}\u200Bx`,
    `https://good.example/,${page}`,
    `https://good.example/;${page}`,
    `${page},https://good.example/`,
    `${page};https://good.example/`,
    `URL:https://good.example/,URL:${page}`,
    `https://[,;!*~()[],;!*~@phish.example/login[/url]`,
    `a${page}`,
    `见${page}`,
    'ftp://phish.example/login',
    'FTP://phish.example/login',
    'phish.com/login',
    '(phish.com/login)',
    '请访问phish.com/login，谢谢',
    '**phish.com:8080/login**',
    '_phish.com/login_',
  ])('a listed page in running text is found: %s', async (text) => {
    expect(await actionOf(text)).toBe('block');
  });

  test.each([
    'https://bad.example。谢谢',
    'https://bad.example[/url]',
    '**https://bad.example**',
    'https://bad.example，谢谢',
    '[url=http://bad.example]x[/url]',
    'www.bad.example[/url]',
    '_www.bad.example_',
  ])('a listed host in running text is found: %s', async (text) => {
    expect(await actionOf(text)).toBe('block');
  });
});

test.each([
  'https://good.example/a_b/c',
  '请访问https://good.example，谢谢',
  'write to bad@phish.com/login',
  'see the folder phish.example/login',
  'good.com/phish.com/login',
  'phish.com',
  'http://...',
  'https://',
  'm：https://',
  'http://[ and http://(',
])('a text in a mail that is no listed link stays clear: %s', async (text) => {
  expect(await actionOf(text)).toBe('allow');
});

describe('an address in running text', () => {
  test('an address in running text that can end in one way only is one link', () => {
    const text =
      'See https://a.example/x?y=1&z=2. Or (www.b.example/y), or c.example! https://a.example/x_y-z~w';
    const { hrefs, sooner } = linksWrittenIn(text);
    expect(hrefs).toEqual([
      'https://a.example/x?y=1&z=2',
      'http://www.b.example/y',
      'https://a.example/x_y-z~w',
    ]);
    expect(sooner).toEqual(['https://a.example/x_y-z']);
  });

  test('an address in running text is in the answer as it is written, and ended sooner only where that is listed', async () => {
    const text =
      'https://good.example/a,b https://bad.example/a,b https://bad.example/c](https://good.example/c)';
    const { body } = await post(await aService(), '/v1/check-message', { text });
    const answers = [
      ['https://good.example/a,b', 'allow'],
      ['https://bad.example/a,b', 'block'],
      ['https://bad.example/c](https://good.example/c)', 'block'],
      ['https://good.example/c', 'allow'],
      ['https://bad.example/a', 'block'],
      ['https://bad.example/c](https://good.example/c', 'block'],
      ['https://bad.example/c', 'block'],
    ];
    expect(body.links).toMatchObject(answers.map(([url, action]) => ({ url, action })));
  });

  test('an address in running text is not for review because nothing could be read of it if it ended sooner', async () => {
    expect(linksWrittenIn('https://.,a.example/x').sooner).toEqual(['https://']);
    expect(await actionOf('https://.,a.example/x')).toBe('allow');
  });

  test('an address in running text inside another that wraps it is no link of its own', () => {
    expect(linksWrittenIn('https://a.example/?u=https://b.example/x').hrefs).toEqual([
      'https://a.example/?u=https://b.example/x',
    ]);
  });

  test('an address in running text beyond those that are looked at leaves the text not looked at whole', () => {
    const text = Array.from({ length: MAX_LINKS + 1 }, (_, index) => `http://h${index}.example/`).join(' ');
    expect(linksWrittenIn(text).isWhole).toBe(false);
  });

  test('an address in running text is read whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        // What ends with a letter of a scheme or host, or begins with one of a page, makes another link of it.
        const text = `${before} https://a.example/x${after === '' ? '' : `，${after}`}`;
        const { hrefs, sooner } = linksWrittenIn(text);
        expect([...hrefs, ...sooner]).toContain('https://a.example/x');
      }),
    );
  });

  test.each([
    ['schemes', 'https://'.repeat(125_000)],
    ['schemes with ends between them', 'https://a.example/,'.repeat(50_000)],
    ['ends', `https://a.example/${',['.repeat(500_000)}`],
    ['marks of emphasis', `https://a.example/${'_'.repeat(1_000_000)}x`],
    ['labels of a host', 'a.'.repeat(500_000)],
    ['a host without dots', `${'a'.repeat(1_000_000)}/`],
    ['hosts with pages', 'a.com/,'.repeat(140_000)],
    ['www.', '，www.'.repeat(200_000)],
    ['at signs', `https://${'@['.repeat(500_000)}`],
  ])('an address in running text of a megabyte of %s is read in a moment', (_, text) => {
    const started = performance.now();
    const { hrefs, sooner } = linksWrittenIn(text);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect([...hrefs, ...sooner].reduce((sum, { length }) => sum + length, 0)).toBeLessThan(
      2 * text.length + 1_000_000,
    );
  });
});
