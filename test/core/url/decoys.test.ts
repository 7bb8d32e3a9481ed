/** What a sender adds to a link that costs nothing: it must change neither what is looked up nor what is said. */
import { describe, expect, test } from 'vitest';
import { expressionsOf, readLink } from '../../../src/core/url/read-link.ts';

const DECOY = 'https://google.com';

const keysOf = (href: string): readonly string[] => readLink(href).layers.flatMap(expressionsOf);

describe('a URL in any parameter makes no wrapper of a page', () => {
  test.each([
    ['https://evil.page.link/abc', `?x=${DECOY}`, 'evil.page.link/abc'],
    ['https://evil.page.link/abc', `?x=${DECOY}`, 'evil.page.link/'],
    ['https://evil.page.link/abc', `?link=${DECOY}`, 'evil.page.link/abc'],
    ['https://evil.onelink.me/ab12', `?pid=1&af_sub1=${DECOY}`, 'evil.onelink.me/ab12'],
    ['https://evil.app.link/abc', `?$fallback_url=${DECOY}`, 'evil.app.link/'],
    ['https://adj.st/abc', `?x=${DECOY}`, 'adj.st/abc'],
    ['https://bnc.lt/abc', `?link=${DECOY}`, 'bnc.lt/abc'],
    ['https://lnks.gd/abc', `?x=${DECOY}`, 'lnks.gd/abc'],
    ['https://href.li/abc', `?${DECOY}`, 'href.li/abc'],
    ['https://streak-link.com/abc', `/${encodeURIComponent(DECOY)}`, 'streak-link.com/abc'],
    ['https://www.baidu.com/link?url=abc', `&x=${DECOY}`, 'baidu.com/'],
  ])(
    'a URL in any parameter makes no wrapper of a page: %s with %s is looked up as %s',
    (href, added, key) => {
      expect(keysOf(href)).toContain(key);
      expect(keysOf(href + added)).toContain(key);
    },
  );

  test('only a destination in the parameter of the rule makes the link a wrapper', () => {
    const wrapped = readLink('https://evil.page.link/abc?link=https://b.example/');
    expect(wrapped.layers.map(({ isWrapper }) => isWrapper)).toEqual([true, false]);
    const beside = readLink('https://evil.page.link/abc?x=https://b.example/');
    expect(beside.layers.map(({ isWrapper }) => isWrapper)).toEqual([false, false]);
  });
});

describe('a URL in any parameter tells nothing of a destination that is hidden', () => {
  test.each([
    ['https://www.linkedin.com/slink?code=abc', 'LinkedIn'],
    ['https://www.baidu.com/link?url=abc', 'Baidu'],
    ['https://bnc.lt/abc?y=1', 'bnc.lt'],
  ])('a URL in any parameter tells nothing of a destination that is hidden: %s', (href, by) => {
    expect(readLink(href).hidden).toEqual({ by });
    expect(readLink(`${href}&x=${DECOY}`).hidden).toEqual({ by });
  });
});

describe('dots that only a server reads lead out of nobody’s part of a shared host', () => {
  test.each([
    ['https://sites.google.com/view/EVIL/%252e%252e/GOOD', 'sites.google.com/view/EVIL'],
    ['https://sites.google.com/view/EVIL/%252e%252e/GOOD', 'sites.google.com/view/EVIL/'],
    [
      'https://sites.google.com/view/EVIL/login/%252e%252e/%252e%252e/GOOD',
      'sites.google.com/view/EVIL/login/',
    ],
    ['https://sites.google.com/view/EVIL%252f%252e%252e/GOOD', 'sites.google.com/view/EVIL'],
    ['https://sites.google.com/%76iew/EVIL/%252e%252e/GOOD', 'sites.google.com/view/EVIL'],
    ['https://linktr.ee/EVIL/%252e%252e/GOOD', 'linktr.ee/EVIL'],
  ])(
    'dots that only a server reads lead out of nobody’s part of a shared host: %s is looked up as %s',
    (href, key) => {
      expect(keysOf(href)).toContain(key);
      expect(keysOf(href).some((other) => other.includes('/GOOD'))).toBe(true);
    },
  );

  test.each([
    ['https://linktr.ee/%252e%252e/GOOD', ['linktr.ee/', 'linktr.ee/..', 'linktr.ee/../']],
    ['https://sites.google.com/view/%252e%252e/GOOD', ['sites.google.com/', 'sites.google.com/view/']],
  ])(
    'dots that only a server reads lead out of nobody’s part of a shared host: %s is nowhere above it',
    (href, keys) => {
      expect(keysOf(href).filter((key) => keys.includes(key))).toEqual([]);
    },
  );
});
