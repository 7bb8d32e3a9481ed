import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isSharedHost, sharedHostingOf, userPartEnd } from '../../../../src/core/url/hosts/shared-hosting.ts';

/** What is remembered of a host is remembered by the module. */
let facts: typeof import('../../../../src/core/url/hosts/host-facts.ts');

beforeEach(async () => {
  vi.resetModules();
  facts = await import('../../../../src/core/url/hosts/host-facts.ts');
});

/** Asks about hosts that nobody asked about before. */
function askOthers(count: number, prefix: string): void {
  for (let index = 0; index < count; index++) facts.hostFacts(`${prefix}-${index}.example`);
}

describe('names that are looked up', () => {
  test.each<[string, readonly string[]]>([
    ['b.example', ['b.example']],
    ['a.b.example', ['a.b.example', 'b.example']],
    // The four parents from the registrable domain upward.
    [
      'a.b.c.d.e.f.example.com',
      ['a.b.c.d.e.f.example.com', 'example.com', 'f.example.com', 'e.f.example.com', 'd.e.f.example.com'],
    ],
    // Of a host with more, the one without `www.` is the last.
    [
      'www.b.c.d.e.f.example.com',
      [
        'www.b.c.d.e.f.example.com',
        'example.com',
        'f.example.com',
        'e.f.example.com',
        'b.c.d.e.f.example.com',
      ],
    ],
    // Of a site's own host down to its name, and no further; four parents here too.
    ['x.docs.google.com', ['x.docs.google.com', 'docs.google.com']],
    [
      'a.b.c.d.e.f.docs.google.com',
      [
        'a.b.c.d.e.f.docs.google.com',
        'b.c.d.e.f.docs.google.com',
        'c.d.e.f.docs.google.com',
        'd.e.f.docs.google.com',
        'e.f.docs.google.com',
      ],
    ],
    // Of a user's host what is still the user's.
    ['x.alice.weebly.com', ['x.alice.weebly.com', 'alice.weebly.com']],
    ['1.2.3.4', ['1.2.3.4']],
  ])('names that are looked up: %s', (host, hosts) => {
    expect(facts.hostFacts(host).hosts).toEqual(hosts);
  });
});

describe('what is remembered of hosts', () => {
  test('facts of a host are read once, for as long as few others are asked about', () => {
    const first = facts.hostFacts('first.example');
    expect(facts.hostFacts('first.example')).toBe(first);
    askOthers(10, 'other');
    expect(facts.hostFacts('first.example')).toBe(first);
  });

  test('facts of a host that nobody asks about are forgotten when two generations are full, and not before', () => {
    const first = facts.hostFacts('first.example');
    // 2,048 make a generation, the first of them among them; the next one begins the second.
    askOthers(2047, 'one');
    askOthers(2048, 'two');
    expect(facts.hostFacts('first.example')).toBe(first);

    const second = facts.hostFacts('second.example');
    askOthers(4096, 'three');
    expect(facts.hostFacts('second.example')).not.toBe(second);
  });

  test('facts of a host are gone exactly at the end of the second generation', () => {
    const first = facts.hostFacts('first.example');
    askOthers(2047 + 2048 + 1, 'other');
    expect(facts.hostFacts('first.example')).not.toBe(first);
    expect(facts.hostFacts('first.example')).toEqual(first);
  });

  test('facts of a host that is asked about now and then stay remembered', () => {
    const first = facts.hostFacts('first.example');
    for (let round = 0; round < 6; round++) {
      askOthers(1000, `round-${round}`);
      expect(facts.hostFacts('first.example')).toBe(first);
    }
  });

  test('facts of a name longer than a DNS name can be are not remembered', () => {
    const name = (length: number): string => `${'a'.repeat(length - '.example'.length)}.example`;
    for (const [length, isRemembered] of [
      [255, true],
      [256, false],
    ] as const) {
      const first = facts.hostFacts(name(length));
      askOthers(1, `after-${length}`);
      expect(facts.hostFacts(name(length)) === first, `${length} letters`).toBe(isRemembered);
    }
  });

  test('what is remembered of hosts of a long link the host alone is remembered, and is the same', () => {
    const first = facts.hostFacts('first.example', 1_000_000);
    expect(first.hosts).toEqual(['first.example']);
    askOthers(1, 'other');
    expect(facts.hostFacts('first.example')).toBe(first);
  });
});

describe('one user’s part of a path', () => {
  test.each<[string, readonly (readonly string[])[], string | null]>([
    ['/~alice/x', [['~*']], '/~alice'],
    ['/~a', [['~*']], '/~a'],
    ['/~', [['~*']], null],
    ['/a~', [['~*']], null],
    ['/alice', [['~*']], null],
    ['/d/1x/edit', [['d', '*']], '/d/1x'],
    ['/d/', [['d', '*']], null],
    ['/d', [['d', '*']], null],
    ['/e/1x', [['d', '*']], null],
    // The first that fits counts.
    ['/d/1x/edit', [['d', '*'], ['*']], '/d/1x'],
    ['/e/1x/edit', [['d', '*'], ['*']], '/e'],
    // A page of the server is nobody's.
    ['/profile.php', [['*']], null],
    ['/profile.PHP/x', [['*']], null],
    ['/page.asp', [['*']], null],
    ['/page.aspx', [['*']], null],
    ['/page.htm', [['*']], null],
    ['/page.html', [['*']], null],
    ['/php', [['*']], '/php'],
    ['/page.phpx', [['*']], '/page.phpx'],
    ['/alice/page.php', [['alice', '*']], '/alice/page.php'],
  ])('one user’s part of a path: %s by %j', (path, patterns, expected) => {
    const end = userPartEnd(path, patterns);
    expect(end === -1 ? null : path.slice(0, end)).toBe(expected);
  });
});

describe('names that many share', () => {
  test.each<[string, boolean]>([
    ['weebly.com', true],
    ['alice.weebly.com', false],
    ['co.uk', true],
    ['localhost', true],
    ['b.example', false],
    // An address is somebody's own.
    ['[::1]', false],
    ['1.2.3.4', false],
  ])('names that many share: %s: %s', (host, expected) => {
    expect(isSharedHost(host)).toBe(expected);
  });

  test.each<[string, string, ReturnType<typeof sharedHostingOf>]>([
    ['co.uk', '/', { name: 'co.uk', userPart: null }],
    ['b.co.uk', '/', null],
    ['[::1]', '/~alice/', null],
    [
      'docs.google.com',
      '/document/d/1x/edit',
      { name: 'docs.google.com', userPart: 'docs.google.com/document/d/1x' },
    ],
    ['docs.google.com', '/', { name: 'docs.google.com', userPart: null }],
    ['x.alice.weebly.com', '/', { name: 'weebly.com', userPart: 'alice.weebly.com' }],
  ])('names that many share: %s%s', (host, path, expected) => {
    expect(sharedHostingOf(host, path)).toEqual(expected);
  });
});
