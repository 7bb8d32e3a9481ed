/** The small parts that reading a link is made of, each by itself. */
import { describe, expect, test } from 'vitest';
import { hostFacts } from '../../../src/core/url/hosts/host-facts.ts';
import { addOtherPaths } from '../../../src/core/url/hosts/other-spellings.ts';
import { queryParameters } from '../../../src/core/url/canonical/query-parameters.ts';
import { ReadingBudget } from '../../../src/core/url/unwrap/reading-budget.ts';
import {
  isPublicSuffix,
  publicSuffixOf,
  registrableDomain,
} from '../../../src/core/url/hosts/registrable-domain.ts';

describe('parameters of a query', () => {
  test.each([
    ['a=1&b=2', ['a 1', 'b 2']],
    ['a&b=2&c', ['b 2']],
    ['A%42=x%20y', ['ab x%20y']],
    ['a=1=2&=3', ['a 1=2', ' 3']],
    ['a=1&amp;b=2&amp;amp;c=3', ['a 1', 'b 2', 'c 3']],
    ['stamp;a=1', ['stamp;a 1']],
    ['', []],
  ])('parameters of a query are read from %j', (query, expected) => {
    expect(queryParameters(query).map(({ name, value }) => `${name} ${value}`)).toEqual(expected);
  });
});

describe('the public suffix list', () => {
  test.each([
    ['shop.b.co.uk', 'co.uk', 'b.co.uk', 'listed'],
    ['alice.github.io', 'github.io', 'alice.github.io', 'listed-private'],
    ['b.nosuchsuffix', 'nosuchsuffix', 'b.nosuchsuffix', 'unlisted'],
  ])('the public suffix list says of %s: %s, %s, %s', (host, suffix, domain, kind) => {
    expect(publicSuffixOf(host)).toEqual({ suffix, registrableDomain: domain, kind });
    expect(registrableDomain(host)).toBe(domain);
  });

  test('the public suffix list tells a suffix from what is below it, and from an address', () => {
    expect(['com', 'github.io', 'nosuchsuffix'].map(isPublicSuffix)).toEqual([true, true, true]);
    expect(['b.com', '1.2.3.4', '[::1]'].map(isPublicSuffix)).toEqual([false, false, false]);
    expect(['com', '1.2.3.4', '[::1]'].map(registrableDomain)).toEqual([null, null, null]);
  });
});

describe('other spellings of a page', () => {
  const of = (host: string, path: string, query: string | null = null): readonly string[] => {
    const paths: string[] = [];
    addOtherPaths(paths, path, query, hostFacts(host));
    return paths;
  };

  test.each<[string, string, string, string | null, readonly string[]]>([
    ['a last slash', 'b.example', '/a', null, ['/a/']],
    ['none', 'b.example', '/a/', null, ['/a']],
    ['both with the query', 'b.example', '/a/', 'x=1', ['/a?x=1', '/a']],
    ['an empty query is none', 'b.example', '/a/', '', ['/a']],
    ['nothing of the front page', 'b.example', '/', 'x=1', []],
    ['no session', 'b.example', '/;jsessionid=1', null, ['/']],
    ['not the front page of a site that many share', 'docs.google.com', '/;jsessionid=1', null, []],
    ['no account of another site', 'b.example', '/forms/u/10/d/e/1FA', null, ['/forms/u/10/d/e/1FA/']],
    ['no account further down', 'docs.google.com', '/x/forms/u/10/y', null, ['/x/forms/u/10/y/']],
  ])('other spellings of a page are looked up: %s', (_, host, path, query, expected) => {
    expect(of(host, path, query)).toEqual(expected);
  });

  test('a document of Google is looked up without the number of the account in its address', () => {
    expect(of('docs.google.com', '/forms/u/10/d/e/1FA/viewform')).toEqual([
      '/forms/d/e/1FA/viewform',
      '/forms/d/e/1FA',
      '/forms/d/e/1FA/',
      '/forms/d/e/1FA/viewform/',
    ]);
    // Of no person known.
    expect(of('docs.google.com', '/nothing/u/0/x')).toEqual(['/nothing/x', '/nothing/x/']);
  });
});

test('a limit that was reached twice in one link is told once', () => {
  const budget = new ReadingBudget();
  budget.stopAt('layers');
  budget.stopAt('layers');
  budget.stopAt('escapes');
  expect(budget.takeReached()).toEqual(['layers', 'escapes']);
  expect(budget.takeReached()).toEqual([]);
});
