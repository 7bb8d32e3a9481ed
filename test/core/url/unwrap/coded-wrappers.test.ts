/** Wrappers that write their destination in a code of their own. */
import { describe, expect, test } from 'vitest';
import { readLink } from '../../../../src/core/url/read-link.ts';

const EVIL = 'https://evil.example/login';

const inside = (href: string): readonly string[] =>
  readLink(href)
    .layers.slice(1)
    .map(({ url }) => url);
const base64 = (text: string): string => Buffer.from(text).toString('base64url');

describe('URL Defense', () => {
  const v2 = (query: string): readonly string[] =>
    inside(`https://urldefense.proofpoint.com/v2/url?${query}`);
  const v3 = (path: string): readonly string[] => inside(`https://urldefense.com/v3/${path}`);

  test('URL Defense 2 has `-` for `%` and `_` for `/`, in the parameter u alone', () => {
    expect(v2('u=https-3A__evil.example_login&d=DwMF')).toEqual([EVIL]);
    expect(v2('d=https-3A__evil.example_login')).toEqual([]);
    expect(v2('u=evil.example_login')).toEqual([]);
  });

  test.each([
    'u=https%2D3A__evil.example_login',
    'u=https-3A%5F%5Fevil.example_login',
    'u=%68ttps%2d3A%5f_evil%2Eexample%5flogin&d=x',
    'u=+https-3A__evil.example_login',
    'u=%20https-3A__evil.example_login',
  ])('URL Defense 2 has its own code behind that of the query: %s', (query) => {
    expect(v2(query)[0]).toBe(EVIL);
  });

  test('URL Defense 2 is read as it is written too, where an escape stands for a sign of its code', () => {
    expect(v2('u=https-3A__evil.example_a%2D41')).toEqual([
      'https://evil.example/aA',
      'https://evil.example/a-41',
    ]);
  });

  test.each<[string, string, readonly string[]]>([
    ['as it is', `__${EVIL}__;!!a!b$`, [EVIL]],
    ['with one slash, which some servers make of two', '__https:/evil.example/login__;!!a!b$', [EVIL]],
    [
      'with characters kept aside',
      `__https://evil.example/*a*b__;${base64('#%')}!!a$`,
      ['https://evil.example/#a%b'],
    ],
    [
      'with runs of them',
      `__https://evil.example/**Ca*b__;${base64('####+')}!!a$`,
      ['https://evil.example/####a+b'],
    ],
    ['with one slash in its own query, which is left', `__${EVIL}?u=http:/b__;!!`, [`${EVIL}?u=http:/b`]],
    ['without its mark', `__${EVIL}__;`, []],
    ['without its end', `__${EVIL}`, []],
    ['with what is no base64', `__${EVIL}*__;AAAAA!!a$`, []],
    ['of no address', '__evil.example/login__;!!a$', []],
    ['of an address in the middle', '__see:https:/evil.example__;!!a$', []],
    [
      'with another end put behind it, read to either',
      `__${EVIL}__;!!a!b$?__;!`,
      [`${EVIL}__;!!a!b$?`, EVIL],
    ],
    ['with another end in its query', `__${EVIL}__;!!a!b$?x=1__;!!c$`, [`${EVIL}__;!!a!b$?x=1`, EVIL]],
    [
      'with another end in front, and more behind',
      `__${EVIL}__;!!a!b$/__;!!c$?__;!`,
      expect.arrayContaining([EVIL]),
    ],
  ])('URL Defense 3 is read: %s', (_, path, expected) => {
    expect(v3(path)).toEqual(expected);
  });
});

describe('Check Point', () => {
  const of = (path: string): readonly string[] => inside(`https://protect.checkpoint.com/v2/${path}`);
  const shifted = (by: number): string =>
    EVIL.replaceAll(/./g, (letter) => encodeURIComponent(String.fromCharCode(letter.charCodeAt(0) + by)));

  test.each<[string, string, readonly string[]]>([
    ['as it is', `___${EVIL}___.YXBz`, [EVIL]],
    ['without its end', `___${EVIL}`, [EVIL]],
    ['with `*` for `%`', '___https:*2F*2Fevil.example*2Flogin___.YXBz', [EVIL]],
    ['without a scheme', '___evil.example/login___.YXBz', [EVIL]],
    ['two letters further on', `r02/___${shifted(2)}___.YXBz`, [EVIL]],
    ['one letter further on', `r01/___${shifted(1)}___.YXBz`, [EVIL]],
    ['shifted, where nobody says so', `___${shifted(2)}___.YXBz`, []],
    ['where it is said and not so', `r02/___${EVIL}___.YXBz`, [EVIL]],
    ['with a `*` that stands for itself', `___${EVIL}?a*2=b*gg___.YXBz`, [`${EVIL}?a*2=b*gg`]],
    ['shifted, where the address itself says so', `___${shifted(2)}/v2/r02/___.YXBz`, []],
    ['without its beginning', `x.${base64(EVIL)}`, []],
    ['of nothing', 'YXBz', []],
  ])('Check Point: %s', (_, path, expected) => {
    expect(of(path)).toEqual(expected);
  });
});

describe('Google Translate', () => {
  test.each<[string, string, readonly string[]]>([
    ['dots and hyphens', 'www-example-co--op-com.translate.goog/x', ['https://www.example.co-op.com/x']],
    [
      'a query of its own',
      'evil-example.translate.goog/?a=1&_x_tr_sl=de&b=2',
      ['https://evil.example/?a=1&b=2'],
    ],
    ['a query that is Google’s', 'evil-example.translate.goog/?_x_tr_sl=de', ['https://evil.example/']],
    [
      'a number that is the host’s own',
      '5-star--hotel-example.translate.goog/',
      ['https://5.star-hotel.example/'],
    ],
    [
      'a number that is the host’s own, before two letters',
      '1-my--bank-example.translate.goog/login',
      ['https://1.my-bank.example/login'],
    ],
    [
      'a number that the query says to be Google’s, and as it stands',
      '1-my--bank-example.translate.goog/login?_x_tr_enc=1',
      ['https://my-bank.example/login', 'https://1.my-bank.example/login'],
    ],
    [
      'another number than the query says',
      '1-my--bank-example.translate.goog/?_x_tr_enc=0',
      ['https://1.my-bank.example/'],
    ],
    [
      'a name that the query writes with escapes',
      '1-my--bank-example.translate.goog/?%5Fx_tr_enc=0%2C1',
      ['https://my-bank.example/?%5Fx_tr_enc=0%2C1', 'https://1.my-bank.example/?%5Fx_tr_enc=0%2C1'],
    ],
    ['more hyphens than two', 'a----b-example.translate.goog/', ['https://a--b.example/']],
    [
      'a beginning that is no part of a host, which counts for nothing',
      'evil-example.translate.goog/?_x_tr_hp=good.example%2F',
      ['https://evil.example/'],
    ],
    ['a host below', 'a.evil-example.translate.goog/', []],
    ['no dot', 'evil.translate.goog/', []],
  ])('Google Translate: %s', (_, address, expected) => {
    expect(inside(`https://${address}`)).toEqual(expected);
  });

  // https://developers.google.com/search/docs/appearance/ad-network-and-translation
  test.each([
    ['example-com', '', 'example.com'],
    ['foo-example-com', '', 'foo.example.com'],
    ['foo--example-com', '', 'foo-example.com'],
    ['0-57hw060o-com', '_x_tr_enc=0', 'xn--57hw060o.com'],
    ['1-en--us-example-com', '_x_tr_enc=1', 'en-us.example.com'],
    ['0-en----w45as309w-com', '_x_tr_enc=0', 'xn--en--w45as309w.com'],
    ['1-0-----16pw588q-com', '_x_tr_enc=0,1', 'xn----16pw588q.com'],
    ['lanfairpwllgwyngyll-co-uk', '_x_tr_hp=l', 'llanfairpwllgwyngyll.co.uk'],
    ['lanfairpwllgwyngyll-co-uk', '_x_tr_hp=www-l', 'www.llanfairpwllgwyngyll.co.uk'],
    [
      'g5h3969ntadg44juhyah3c9aza87iiar4i410avdl8d3f1fuq3nz05dg5b-com',
      '_x_tr_enc=0&_x_tr_hp=0-',
      'xn--g5h3969ntadg44juhyah3c9aza87iiar4i410avdl8d3f1fuq3nz05dg5b.com',
    ],
  ])('Google Translate reads %s?%s first as Google says: %s', (label, query, host) => {
    expect(inside(`https://${label}.translate.goog/x?${query}`)[0]).toBe(`https://${host}/x`);
  });

  test('Google Translate reads each of several beginnings, and none, as Google says of neither which it takes', () => {
    expect(inside('https://il-example.translate.goog/?_x_tr_hp=ev&_x_tr_hp=d-ev')).toEqual([
      'https://evil.example/',
      'https://d.evil.example/',
      'https://il.example/',
    ]);
    const many = Array.from({ length: 3_000 }, (_, at) => `_x_tr_hp=a${at}-`).join('&');
    const link = readLink(`https://evil-example.translate.goog/${'x'.repeat(1_000)}?${many}`);
    expect(link.layers.map(({ host }) => host)).toContain('a0.evil.example');
    expect(link.truncated).toMatchObject([{ limit: 'layers' }]);
  });
});
