import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { OPTIONAL } from '../../../../src/extension/content/webmail/optional-webmails.ts';
import { OTHERS } from '../../../../src/extension/content/webmail/other-webmails.ts';
import { REQUIRED } from '../../../../src/extension/content/webmail/required-webmails.ts';
import { OPTIONAL_WEBMAILS, REQUIRED_WEBMAILS } from '../../../../src/extension/protocol/webmail-hosts.ts';
import { FIXTURES, hostsIn } from './fixture.ts';

// Whether the links of these pages are found is for real browsers to say: test/e2e/webmail-fixtures.spec.ts.

const ADAPTERS = [REQUIRED, OPTIONAL, OTHERS].flatMap(({ adapters }) => adapters);
const names = ADAPTERS.map(({ name }) => name);

test('every adapter has a page that proves it', () => {
  expect(FIXTURES.length).toBeGreaterThan(20);
  const proved = new Set(FIXTURES.map(({ webmail }) => webmail));
  expect([...names, 'generic'].filter((name) => !proved.has(name))).toEqual([]);
});

/** Whose pages do not show all of it to the script that reads the message, and why. */
const UNSHOWN: Readonly<Record<string, string>> = {
  gmx: 'The header is in a frame of another origin than the message.',
  icloud: 'So it is here.',
};

test.each(names.filter((name) => !(name in UNSHOWN)))(
  'on a page of %s name, address and subject of the message are read',
  (name) => {
    // `webmail-fixtures.spec.ts` holds the scripts to what the pages say of themselves.
    const shown = FIXTURES.filter(({ webmail }) => webmail === name).map(({ facts }) => facts);
    expect(shown.some(({ from, subject }) => /^[^<@]+<[^@]+@[^>]+>$/.test(from) && subject !== '')).toBe(
      true,
    );
  },
);

test('every webmail with addresses of its own has an adapter, and no adapter two names', () => {
  expect(new Set(names).size).toBe(names.length);
  for (const { adapter } of [...REQUIRED_WEBMAILS, ...OPTIONAL_WEBMAILS]) expect(names).toContain(adapter);
});

test('every webmail without addresses of its own is recognised by its page', () => {
  const withAddress = new Set([...REQUIRED_WEBMAILS, ...OPTIONAL_WEBMAILS].map(({ adapter }) => adapter));
  for (const { name, detect } of ADAPTERS) expect(detect === undefined, name).toBe(withAddress.has(name));
});

describe('where what is known of webmails comes from', () => {
  const LETTERS: Readonly<Record<string, string>> = { certain: 'A', 'likely right': 'B', guessed: 'C' };

  /** What an adapter's file says of its selectors, as a letter of docs/in-the-page.md. */
  const sureOf = (name: string): string | undefined => {
    const said = /Source: [^]{10,300}?Selectors: ([a-z\s*]+)\./.exec(
      readFileSync(`src/extension/content/webmail/${name}.ts`, 'utf8'),
    )?.[1];
    return LETTERS[said?.replaceAll(/[\s*]+/g, ' ') ?? ''];
  };

  test.each([...names, 'generic'])(
    'where what is known of webmails comes from: %s says it, and how sure that is',
    (name) => {
      expect(sureOf(name)).toBeDefined();
    },
  );

  const page = readFileSync('docs/in-the-page.md', 'utf8');

  test.each([
    ['Open-Xchange', 'openxchange'],
    ['Outlook Web App', 'owa'],
    ['Cypht', 'cypht'],
    ['Tuta', 'tuta'],
    ['Naver', 'naver'],
  ])('where what is known of webmails comes from: %s has a row, as sure as its adapter', (shown, name) => {
    const row = page.split('\n').find((line) => line.startsWith(`| ${shown} `));
    expect(row?.split('|').at(-2)?.trim()).toBe(sureOf(name));
  });

  test('webmails that were looked for in vain are named in docs/in-the-page.md, and have no adapter', () => {
    const sentence = /^(.*) are read this way: no public source/m.exec(page)?.[1] ?? '';
    const inVain = sentence.split(/, | and /);
    expect(inVain).toEqual(['Seznam', 'T-Online', 'Onet', 'Rediffmail', 'Infomaniak']);
    for (const name of inVain) expect(names).not.toContain(name.toLowerCase().replace(/\W/g, ''));
    // And those that are another one under their own name.
    expect(page).toContain('Libero and Orange are Open-Xchange');
  });
});

describe.each(FIXTURES.map((fixture) => [fixture.name, fixture] as const))('%s', (_, fixture) => {
  const { facts, html } = fixture;

  test('the page of a webmail in the fixtures says how many links must be found, and how many must not', () => {
    expect(hostsIn(html, 'found')).toHaveLength(facts.found);
    expect(hostsIn(html, 'ignored')).toHaveLength(facts.ignored);
    expect(hostsIn(html, 'elsewhere')).toHaveLength(facts.elsewhere ?? 0);
  });

  test('the page of a webmail in the fixtures names nobody real', () => {
    const hosts = html.matchAll(/(?:https?:\/\/|mailto:|@)([a-z0-9.-]+\.[a-z]+)/g);
    const outside = [...hosts]
      .map(([, host = '']) => host)
      .filter((host) => !/\.(?:example|test)$/.test(host));
    const own = /outlook\.com|safelinks|gmx\.net|gmxnet\.mailbody-ui\.de|icloud-sandbox\.com|google\.com/;
    expect(outside.filter((host) => !own.test(host) && !facts.url.includes(host))).toEqual([]);
  });
});

/** Pages of webmails whose address says that a message is open; one that is a frame of its own says nothing. */
const WITH_ADDRESS = FIXTURES.flatMap(({ name, facts, webmail }) => {
  const address = ADAPTERS.find((adapter) => adapter.name === webmail)?.opened?.address ?? null;
  return address === null || facts.wholeDocument === true ? [] : [[name, facts.url, address] as const];
});

describe('an opened message is shown by its address', () => {
  test('an opened message is shown by its address in some of the pages, and each of these webmails', () => {
    const named = ADAPTERS.filter(({ opened }) => opened?.address != null);
    expect(named.length).toBeGreaterThan(3);
    for (const { name } of named)
      expect(
        FIXTURES.some((fixture) => fixture.webmail === name),
        name,
      ).toBe(true);
    expect(WITH_ADDRESS.length).toBeGreaterThan(3);
  });

  test.each(WITH_ADDRESS)('an opened message is shown by its address: %s: %s', (_, url, address) => {
    const { pathname, search, hash } = new URL(url);
    expect(address.test(`${pathname}${search}${hash}`)).toBe(true);
    expect(address.test('/')).toBe(false);
  });
});
