import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseRankedList, popularNames, PopularSites } from '../../../src/core/guard/popular-sites.ts';
import { parseListedEntry } from '../../../src/core/url/listed-entry.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';

describe('the built-in names', () => {
  test('the built-in names are hosts as they are looked up', () => {
    const odd = popularNames().filter((name) => {
      const entry = parseListedEntry(name);
      return !entry.ok || entry.value.host !== name;
    });
    expect(odd).toEqual([]);
  });

  test('the built-in names are several thousand, in less than 100 kB', () => {
    expect(popularNames().length).toBeGreaterThan(7000);
    const table = readFileSync(new URL('../../../src/core/guard/popular-names.ts', import.meta.url));
    expect(table.length).toBeLessThan(100_000);
  });

  test.skipIf(sharedDataMissing)(
    'the built-in names are nearly all of the top hundred, and most of the top thousand',
    () => {
      const ranked = readFileSync(sharedData('benign/tranco_top50k.txt'), 'utf8').split('\n');
      const names = new Set(popularNames());
      const known = (count: number): number =>
        ranked.slice(0, count).filter((name) => names.has(name)).length;
      expect(known(100)).toBeGreaterThanOrEqual(90);
      expect(known(1000)).toBeGreaterThanOrEqual(700);
    },
  );
});

describe('PopularSites', () => {
  const sites = new PopularSites();
  test.each([
    ['paypal.com', 'paypal.com', 'popular-site'],
    ['www.paypal.com', 'paypal.com', 'popular-site'],
    ['a.b.paypal.com', 'paypal.com', 'popular-site'],
    ['notpaypal.com', 'notpaypal.com', null],
    ['paypal.com.evil.test', 'evil.test', null],
    ['x.list-manage.com', 'list-manage.com', 'mailing-service'],
    ['weebly.com', 'weebly.com', 'shared-hosting'],
    ['alice.weebly.com', 'weebly.com', null],
    ['example.com', 'example.com', 'popular-site'],
    ['evil.example.com', 'example.com', null],
    ['google.com.sv', 'google.com.sv', 'popular-site'],
    ['google.tk', 'google.tk', null],
    ['com', null, null],
  ])('PopularSites: %s: %s', (host, site, cover) => {
    expect(sites.coverOf(host, site)).toBe(cover);
  });
});

describe('parseRankedList', () => {
  test.each([
    ['a name a line', 'a.test\r\n\nB.test\n', ['a.test', 'b.test']],
    ['Tranco', '1,a.test\n2,b.test\n', ['a.test', 'b.test']],
    ['Umbrella and others with a header', 'rank,domain\n1,"a.test"\n', ['a.test']],
    ['names with a dot in front', '.a.test\n', ['a.test']],
    ['an error page', '<html>\n<body>Not found</body>', []],
  ])('parseRankedList reads %s', (_, text, names) => {
    expect(parseRankedList(text)).toEqual(names);
  });
});
