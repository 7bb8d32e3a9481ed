import { describe, expect, test } from 'vitest';
import { ADAPTERS } from '../../../src/content/webmail/all-adapters.ts';
import { OPTIONAL_WEBMAILS, REQUIRED_WEBMAILS } from '../../../src/protocol/webmail-hosts.ts';
import { FIXTURES, hostsIn } from './fixture.ts';

// Whether the links of these pages are found is for real browsers to say: test/e2e/webmail-fixtures.spec.ts.

const names = ADAPTERS.map(({ name }) => name);

test('every adapter has a page that proves it', () => {
  expect(FIXTURES.length).toBeGreaterThan(20);
  const proved = new Set(FIXTURES.map(({ webmail }) => webmail));
  expect([...names, 'generic'].filter((name) => !proved.has(name))).toEqual([]);
});

test('every webmail with addresses of its own has an adapter, and no adapter two names', () => {
  expect(new Set(names).size).toBe(names.length);
  for (const { adapter } of [...REQUIRED_WEBMAILS, ...OPTIONAL_WEBMAILS]) expect(names).toContain(adapter);
});

test('every webmail without addresses of its own is recognised by its page', () => {
  const withAddress = new Set([...REQUIRED_WEBMAILS, ...OPTIONAL_WEBMAILS].map(({ adapter }) => adapter));
  for (const { name, detect } of ADAPTERS) expect(detect === undefined, name).toBe(withAddress.has(name));
});

describe.each(FIXTURES.map((fixture) => [fixture.name, fixture] as const))('%s', (_, fixture) => {
  const { facts, html, webmail } = fixture;

  test('says how many links must be found, and how many must not', () => {
    expect(hostsIn(html, 'found')).toHaveLength(facts.found);
    expect(hostsIn(html, 'ignored')).toHaveLength(facts.ignored);
  });

  test('names nobody real', () => {
    const hosts = html.matchAll(/(?:https?:\/\/|mailto:|@)([a-z0-9.-]+\.[a-z]+)/g);
    const outside = [...hosts]
      .map(([, host = '']) => host)
      .filter((host) => !/\.(?:example|test)$/.test(host));
    const own = /outlook\.com|safelinks|gmx\.net|gmxnet\.mailbody-ui\.de|icloud-sandbox\.com|google\.com/;
    expect(outside.filter((host) => !own.test(host) && !facts.url.includes(host))).toEqual([]);
  });

  test('shows an opened message by its address, if the webmail says so there', () => {
    const address = ADAPTERS.find(({ name }) => name === webmail)?.opened?.address;
    if (address == null || facts.wholeDocument === true) return;
    const { pathname, search, hash } = new URL(facts.url);
    expect(address.test(`${pathname}${search}${hash}`)).toBe(true);
    expect(address.test('/')).toBe(false);
  });
});
