import { deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARRIED, MAX_CARRIED, withCarried } from '../../../src/core/url/carried-addresses.ts';
import { CARRYING_PAGES } from '../../../src/core/url/carrying-pages.ts';
import { hostNames } from '../../../src/core/url/hosts/host-table.ts';
import type { ReadLink } from '../../../src/core/url/canonical/link-layer.ts';
import { expressionsOf, readLink } from '../../../src/core/url/read-link.ts';
import { processorMs } from '../processor-time.ts';
import { spelledHref } from './hostile-hrefs.ts';

const EVIL = 'https://evil.example/login?x=1';
const encoded = encodeURIComponent;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

const read = (href: string): ReadLink => withCarried(readLink(href));

/** What is carried, as it is looked up. */
function carriedBy(href: string): readonly (string | null)[] {
  return read(href).layers.flatMap(({ isCarried, canonical }) => (isCarried === true ? [canonical] : []));
}

function finds(href: string, expression = 'evil.example/login'): boolean {
  return read(href).layers.some(
    (layer) => layer.isCarried === true && expressionsOf(layer).includes(expression),
  );
}

/** How redirectors write an address into a parameter. */
const VALUES: Readonly<Record<string, string>> = {
  'as it is': EVIL,
  encoded: encoded(EVIL),
  'encoded twice': encoded(encoded(EVIL)),
  'encoded four times': encoded(encoded(encoded(encoded(EVIL)))),
  'in lower-case escapes': encoded(EVIL).toLowerCase(),
  'all escapes': Buffer.from(EVIL).toString('hex').replace(/../g, '%$&'),
  'in capitals': EVIL.replace('https', 'HTTPS'),
  'with one slash': EVIL.replace('//', '/'),
  'with backslashes': EVIL.replaceAll('/', '\\'),
  'without scheme': EVIL.replace('https:', ''),
  'with blanks in front': `+%20${encoded(EVIL)}`,
  'in base64': base64(EVIL),
  'in base64 with escapes': encoded(base64(`${EVIL}&`)),
  'in base64 for URLs': base64url(EVIL),
  'in base64 behind two letters': `a1${base64url(EVIL)}`,
  'in base64 twice': base64url(base64(EVIL)),
  'in base64, encoded inside': base64url(encoded(EVIL)),
  'in base64, in capitals': base64url(EVIL.replace('https', 'HTTPS')),
  'in hexadecimal digits': Buffer.from(EVIL).toString('hex'),
  'in JSON': encoded(JSON.stringify({ id: 7, to: EVIL })),
  'in JSON, slashes escaped': encoded(JSON.stringify({ to: EVIL }).replaceAll('/', '\\/')),
  'in JSON, in base64': base64url(JSON.stringify({ id: 7, to: EVIL })),
  'in a list of JSON, in base64': base64url(JSON.stringify([{ to: EVIL }])),
  'in a JSON Web Token': `eyJhbGciOiJIUzI1NiJ9.${base64url(JSON.stringify({ url: EVIL }))}.c2lnbmF0dXJl`,
  compressed: deflateSync(Buffer.from(`u=${encoded(EVIL)}`)).toString('base64url'),
  'in a query of its own': encoded(`id=7&to=${EVIL}`),
  'in a query of its own, encoded in it': encoded(`id=7&to=${encoded(EVIL)}`),
  'in a record': encoded(`7|${EVIL}|9`),
};

const USUAL = [
  'url',
  'u',
  'to',
  'go',
  'goto',
  'dest',
  'target',
  'redirect_uri',
  'next',
  'return',
  'link',
  'q',
];
/** Named by nothing in the code. */
const UNUSUAL = [
  'zq',
  'k9',
  '__t',
  'wohin',
  'lien',
  '%D0%B0%D0%B4%D1%80%D0%B5%D1%81',
  'x-1',
  'p[0]',
  'a.b',
  '7',
];

const PATHS: Readonly<Record<string, string>> = {
  'in the path': `/go/${EVIL}`,
  'in the path, encoded': `/go/${encoded(EVIL)}`,
  'in the path, encoded twice': `/go/${encoded(encoded(EVIL))}`,
  'in the path, with more behind it': `/go/${encoded(EVIL)}/8f3a/en`,
  'in the path with one slash': `/go/${EVIL.replace('//', '/')}`,
  'in the path, the colon encoded': `/go/${EVIL.replace(':', '%3A')}`,
  'in the path as folders': `/proxy/${EVIL.replace('://', '/')}`,
  'in the path behind a sign': `/go;${EVIL}`,
  'in a parameter of the path': `/go;to=${EVIL}`,
  'in base64 in the path': `/r/${base64(EVIL)}`,
  'in base64 in the path, with more behind it': `/r/${base64url(EVIL)}/8f3a`,
  'as the whole query': `/?${EVIL}`,
  'as the whole query, encoded': `/?${encoded(EVIL)}`,
  'as the whole query, in base64': `/?${base64url(EVIL)}`,
  'behind a semicolon': `/?a=1;to=${encoded(EVIL)}`,
  'without escapes, with fields of its own': `/?to=${EVIL}&y=2`,
  'in the fragment': `/#${EVIL}`,
  'in the fragment, encoded': `/#!/${encoded(EVIL)}`,
  'in a field of the fragment': `/#id=7&to=${encoded(EVIL)}`,
  'in base64 in the fragment': `/#${base64url(EVIL)}`,
};

/** Two hundred: every form, under usual and unusual names in turn, then the paths. */
function redirectors(): readonly { readonly name: string; readonly href: string }[] {
  const forms = Object.entries(VALUES);
  const inQuery = Array.from({ length: 180 }, (_, index) => {
    const [form = '', value = ''] = forms[index % forms.length] ?? [];
    const names = index % 2 === 0 ? USUAL : UNUSUAL;
    const name = names[Math.floor(index / 2) % names.length] ?? '';
    return { name: `${name} ${form}`, href: `https://redir.example/go?id=7&${name}=${value}&s=8f3a` };
  });
  const inPath = Object.entries(PATHS).map(([name, path]) => ({
    name,
    href: `https://redir.example${path}`,
  }));
  return [...inQuery, ...inPath];
}

describe('an address that a link carries', () => {
  test('an address that a link carries is found in at least 190 of 200 redirectors that no rule names', () => {
    const all = redirectors();
    expect(all).toHaveLength(200);
    const missed = all.filter(({ href }) => !finds(href)).map(({ name }) => name);
    expect(missed).toEqual([]);
    for (const { href } of all) expect(readLink(href).layers).toHaveLength(1);
  });

  test.each(Object.entries(VALUES))(
    'an address that a link carries is found in a parameter %s',
    (_, value) => {
      expect(finds(`https://redir.example/go?zq=${value}`)).toBe(true);
    },
  );

  test.each(Object.entries(PATHS))('an address that a link carries is found in a path %s', (_, path) => {
    expect(finds(`https://redir.example${path}`)).toBe(true);
  });

  test('an address that a link carries is a layer behind all others, named as what it is', () => {
    const href = `https://redir.example/go?zq=${encoded(EVIL)}`;
    expect(read(href)).toMatchObject({
      layers: [
        { canonical: `redir.example/go?zq=https://evil.example/login?x=1`, parent: null },
        { canonical: 'evil.example/login?x=1', parent: 0, wrapper: CARRIED, isCarried: true },
      ],
      hidden: null,
      failure: null,
      truncated: [],
    });
  });

  test('an address that a link carries is followed, through redirectors that nobody knows and wrappers that somebody does', () => {
    const safe = `https://eur01.safelinks.protection.outlook.com/?url=${encoded(EVIL)}&data=05`;
    const inner = `https://other.example/r/${base64url(EVIL)}`;
    expect(carriedBy(`https://redir.example/go?zq=${encoded(inner)}`)).toContain('evil.example/login?x=1');
    expect(read(`https://redir.example/go?zq=${encoded(safe)}`).layers).toMatchObject([
      { host: 'redir.example' },
      { host: 'eur01.safelinks.protection.outlook.com', parent: 0, wrapper: CARRIED, isWrapper: true },
      { host: 'evil.example', parent: 1, wrapper: 'safe-links', isCarried: true },
    ]);
    const wrapped = `https://eur01.safelinks.protection.outlook.com/?url=${encoded(inner)}&data=05`;
    expect(read(wrapped).layers).toMatchObject([
      { isWrapper: true },
      { host: 'other.example', parent: 0 },
      { host: 'evil.example', parent: 1, isCarried: true },
    ]);
  });

  test('an address that a link carries is not said again of what a rule has found', () => {
    const href = `https://www.google.com/url?q=${encoded(EVIL)}`;
    expect(read(href)).toEqual(readLink(href));
  });

  test.each([
    ['a host alone', 'https://page.example/?domain=evil.example'],
    ['a host and a path', 'https://page.example/?page=evil.example/login'],
    ['a mail address', 'https://page.example/?mail=mailto:jane@evil.example'],
    ['words around it', `https://page.example/?text=${encoded('Look here: https://evil.example/login')}`],
    ['a word that begins so', 'https://page.example/?proto=https&http=1'],
    ['a scheme without a host', 'https://page.example/?a=https://&b=http:'],
    ['two slashes in a path', 'https://page.example//cdn.example/x'],
    ['what follows no address', 'https://page.example/?q=%68%74%74%70'],
  ])('an address that a link carries is none: %s', (_, href) => {
    expect(carriedBy(href)).toEqual([]);
  });

  test('an address that a link carries is none in what is no web address', () => {
    expect(read(`mailto:jane@firm.example?body=${encoded(EVIL)}`).layers).toHaveLength(1);
    expect(read(`javascript:open('${EVIL}')`).layers).toHaveLength(1);
  });
});

describe('a page that shares, searches, tests or keeps addresses', () => {
  const path: Readonly<Record<string, string>> = {
    'facebook.com': '/sharer/sharer.php',
    'twitter.com x.com': '/intent/tweet',
    'linkedin.com': '/shareArticle',
    'reddit.com': '/submit',
    'pinterest.com': '/pin/create/button/',
    'tumblr.com': '/share/link',
    't.me telegram.me': '/share/url',
    'social-plugins.line.me line.me': '/lineit/share',
    'vk.com vk.ru': '/share.php',
    'service.weibo.com': '/share/share.php',
    'getpocket.com': '/save',
    'instapaper.com': '/edit',
    'news.ycombinator.com': '/submitlink',
    'xing.com': '/spi/shares/new',
    'b.hatena.ne.jp': '/entry/panel/',
    'mix.com digg.com diigo.com': '/add',
    'bsky.app threads.net threads.com': '/intent/compose',
    'mail.google.com': '/mail/u/0/',
    'outlook.live.com outlook.office.com': '/mail/deeplink/compose',
    'calendar.google.com google.com': '/calendar/render',
    'bing.com': '/search',
    'search.yahoo.com search.yahoo.co.jp': '/search',
    'yandex.{ru,com,com.tr,by,kz}': '/search/',
    'baidu.com': '/s',
    'search.brave.com ecosia.org kagi.com': '/search',
    'transparencyreport.google.com': '/safe-browsing/search',
    'ssllabs.com': '/ssltest/analyze.html',
    'web.archive.org': '/save/x',
    'archive.org': '/wayback/available',
  };

  test.each(CARRYING_PAGES.map(({ hosts, ...rest }) => ({ hosts, ...rest })))(
    'a page that shares, searches, tests or keeps addresses: $hosts',
    ({ hosts, path: pattern, source }) => {
      expect(source).toMatch(/\w{3}/);
      const sample = path[hosts] ?? (hosts.startsWith('google.{') ? '/search' : '/');
      expect(pattern?.test(sample) ?? true).toBe(true);
      for (const host of hostNames(hosts).slice(0, 12)) {
        expect(carriedBy(`https://${host}${sample}?zq=${encoded(EVIL)}`)).toEqual([]);
        expect(carriedBy(`https://www.${host}${sample}?zq=${encoded(EVIL)}`)).toEqual([]);
        expect(carriedBy(`https://${host}.evil.example${sample}?zq=${encoded(EVIL)}`)).toHaveLength(1);
      }
    },
  );

  test('a page that shares, searches, tests or keeps addresses is no other page of its site', () => {
    expect(finds(`https://www.facebook.com/anything?zq=${encoded(EVIL)}`)).toBe(true);
    expect(finds(`https://www.google.com/search/x?zq=${encoded(EVIL)}`)).toBe(true);
  });

  test('a page that shares, searches, tests or keeps addresses keeps nothing from the layer around it', () => {
    const share = `https://www.facebook.com/sharer/sharer.php?u=${encoded(EVIL)}`;
    const around = `https://redir.example/go?zq=${encoded(share)}&k9=${encoded('https://other.example/')}`;
    expect(carriedBy(around)).toEqual([
      'www.facebook.com/sharer/sharer.php?u=https://evil.example/login?x=1',
      'other.example/',
    ]);
  });
});

describe('what is read of carried addresses is bounded', () => {
  test('what is read of carried addresses is bounded by their number, which is said, and takes nothing from what is found before', () => {
    const many = (count: number): string =>
      `https://redir.example/?${Array.from({ length: count }, (_, index) => `a${index}=https://e${index}.example/`).join('&')}`;
    expect(read(many(MAX_CARRIED))).toMatchObject({ truncated: [] });
    expect(read(many(MAX_CARRIED)).layers).toHaveLength(1 + MAX_CARRIED);
    for (const count of [MAX_CARRIED + 1, 1_000]) {
      const link = read(many(count));
      expect(link.layers).toHaveLength(1 + MAX_CARRIED);
      expect(link.truncated).toEqual([{ limit: 'layers', layer: 0 }]);
    }
  });

  test('the same address carried in a link a thousand times is one', () => {
    expect(carriedBy(`https://redir.example/?${`a=${EVIL}&`.repeat(1_000)}`)).toContain(
      'evil.example/login?x=1',
    );
    expect(read(`https://redir.example/?${`a=${encoded(EVIL)}&`.repeat(1_000)}`)).toMatchObject({
      layers: [{}, { canonical: 'evil.example/login?x=1' }],
      truncated: [],
    });
  });

  test('reading carried addresses never throws, never takes a layer away, and reads the same again', () => {
    const value = fc.oneof(
      fc.constantFrom(...Object.values(VALUES)),
      spelledHref,
      fc.string(),
      fc.base64String({ maxLength: 60 }),
    );
    fc.assert(
      fc.property(
        fc.oneof(spelledHref, fc.constant('https://redir.example/')),
        fc.constantFrom('?zq=', '/', '#', '?', ';a='),
        value,
        (start, sign, text) => {
          const href = start + sign + text;
          const before = readLink(href);
          const after = withCarried(before);
          expect(after.layers.slice(0, before.layers.length)).toEqual(before.layers);
          expect(after.layers.length).toBeLessThanOrEqual(before.layers.length + MAX_CARRIED);
          for (const [index, layer] of after.layers.entries()) {
            expect(layer.isCarried === true).toBe(index >= before.layers.length);
            if (layer.parent !== null) expect(layer.parent).toBeLessThan(index);
          }
          expect(after).toMatchObject({ hidden: before.hidden, failure: before.failure });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['addresses', `https://redir.example/?${'a=https://e.example/&'.repeat(3_000)}`],
    ['addresses in each other', `https://redir.example/?a=${'https://e.example/?a='.repeat(3_000)}`],
    ['addresses in the path', `https://redir.example${'/https://e.example'.repeat(3_400)}`],
    ['escapes of escapes', `https://redir.example/?a=https%${'25'.repeat(32_000)}3a`],
    ['signs', `https://redir.example/?a=http:${'='.repeat(60_000)}`],
    ['schemes', `https://redir.example/?a=${'=http:'.repeat(10_000)}`],
    ['schemes as folders', `https://redir.example${'/http'.repeat(12_000)}`],
    ['base64', `https://redir.example/?a=${'aHR0cHM6Ly9l'.repeat(5_000)}`],
    [
      'base64 of different addresses',
      `https://redir.example/?${Array.from({ length: 2_000 }, (_, index) => base64url(`https://e${index}.example/`)).join('&')}`,
    ],
    ['tokens', `https://redir.example/?a=${'eyJ.'.repeat(15_000)}`],
    ['fields', `https://redir.example/?a=http:&${'a&'.repeat(30_000)}`],
    ['hexadecimal digits', `https://redir.example/?a=68747470733a${'2f'.repeat(30_000)}`],
    ['letters before a sign', `https://redir.example/?a=https://${'e?'.repeat(30_000)}`],
    ['dots as folders', `https://redir.example/http/${'a.'.repeat(30_000)}`],
  ])('what is read of carried addresses is bounded by its time: 64 kB of %s', (_, href) => {
    const time = (text: string): number =>
      Math.min(...Array.from({ length: 4 }, () => processorMs(() => void withCarried(readLink(text)))));
    const small = time(href.slice(0, Math.floor(href.length / 8)));
    // Quadratic time would take sixty-four times as long; the rest is noise.
    expect(time(href)).toBeLessThan(30 * small + 80);
  });
});
