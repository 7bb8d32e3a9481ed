/** Wrappers that write their destination in a code of their own. */
import { describe, expect, test } from 'vitest';
import { readLink } from '../../../src/core/url/read-link.ts';

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

  test('2 has `-` for `%` and `_` for `/`, in the parameter u alone', () => {
    expect(v2('u=https-3A__evil.example_login&d=DwMF')).toEqual([EVIL]);
    expect(v2('d=https-3A__evil.example_login')).toEqual([]);
    expect(v2('u=evil.example_login')).toEqual([]);
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
  ])('3 %s', (_, path, expected) => {
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
    ['of nothing', 'YXBz', []],
  ])('%s', (_, path, expected) => {
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
      'punycode',
      '0-xn----bcher--kva-example.translate.goog/?_x_tr_enc=0',
      ['https://xn--bcher-kva.example/'],
    ],
    [
      'a number that is the host’s own',
      '5-star--hotel-example.translate.goog/',
      ['https://5.star-hotel.example/'],
    ],
    ['a host below', 'a.evil-example.translate.goog/', []],
    ['no dot', 'evil.translate.goog/', []],
  ])('%s', (_, address, expected) => {
    expect(inside(`https://${address}`)).toEqual(expected);
  });
});
