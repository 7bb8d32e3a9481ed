import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseKeyList } from '../../../src/core/snapshot/key-list.ts';
import { MAX_MIRRORS, checkMirrors } from '../../../src/core/snapshot/mirrors.ts';
import { aKeyList } from './channel-builders.ts';

const CHANNEL = 'https://lists.example/spamlight/';
const refusalsOf = (named: readonly string[], channel = CHANNEL): readonly unknown[] =>
  checkMirrors(named, channel).map(({ refusal }) => refusal);

describe('the mirrors of a key list', () => {
  test('the mirrors of a key list are asked at their addresses, which end in a slash', () => {
    expect(checkMirrors(['https://a.example/lists', 'https://b.example/'], CHANNEL)).toEqual([
      { url: 'https://a.example/lists/', refusal: null },
      { url: 'https://b.example/', refusal: null },
    ]);
  });

  test.each([
    ['no address', 'mirror of ours', CHANNEL, 'not-an-address'],
    ['one with a name and password', 'https://me:secret@a.example/', CHANNEL, 'not-an-address'],
    ['one with a query', 'https://a.example/?reader=7', CHANNEL, 'not-an-address'],
    ['one with a fragment', 'https://a.example/#x', CHANNEL, 'not-an-address'],
    ['one without encryption', 'http://a.example/', CHANNEL, 'not-https'],
    ['another protocol', 'ftp://a.example/', CHANNEL, 'not-https'],
    ['an address of this machine', 'http://127.0.0.1:8080/', CHANNEL, 'not-https'],
    ['an IP address', 'https://192.168.1.1/', CHANNEL, 'private-host'],
    ['a name of the local network', 'https://router.local/', CHANNEL, 'private-host'],
    ['the channel itself', CHANNEL, CHANNEL, 'twice'],
    ['the channel itself without its slash', CHANNEL.slice(0, -1), CHANNEL, 'twice'],
    [
      'a page of this machine for a channel of an intranet',
      'http://127.0.0.1/',
      'https://lists.local/',
      'not-https',
    ],
  ])('the mirrors of a key list are not asked: %s', (_, mirror, channel, refusal) => {
    expect(refusalsOf([mirror], channel)).toEqual([refusal]);
  });

  test('the mirrors of a key list of an intranet are asked for a channel that is itself there, and of this machine in tests', () => {
    expect(refusalsOf(['https://lists2.local/'], 'https://lists.local/')).toEqual([null]);
    expect(refusalsOf(['http://127.0.0.1:2/'], 'http://127.0.0.1:1/')).toEqual([null]);
  });

  test('the mirrors of a key list are eight at most; who is refused takes nobody’s place', () => {
    const good = Array.from({ length: MAX_MIRRORS + 1 }, (_, at) => `https://m${at}.example/`);
    expect(refusalsOf(['http://a.example/', ...good])).toEqual([
      'not-https',
      ...Array.from({ length: MAX_MIRRORS }, () => null),
      'too-many',
    ]);
    expect(refusalsOf(['https://a.example/', 'https://a.example'])).toEqual([null, 'twice']);
  });

  test('of the mirrors of a key list no more than eight are asked, each by https and once', () => {
    const texts = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.constantFrom('https://a.example', 'https://10.0.0.1/'),
    );
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 16 }), (named) => {
        const read = checkMirrors(named, CHANNEL);
        expect(read).toHaveLength(named.length);
        const asked = read.filter(({ refusal }) => refusal === null).map(({ url }) => url);
        expect(asked.length).toBeLessThanOrEqual(MAX_MIRRORS);
        expect(new Set(asked).size).toBe(asked.length);
        for (const url of asked) {
          expect(url).toMatch(/^https:\/\/[^?#]+\/$/);
          expect([new URL(url).username, new URL(url).password]).toEqual(['', '']);
        }
      }),
    );
  });
});

describe('a key list', () => {
  const parse = (mirrors: unknown): unknown => {
    const list = parseKeyList({ ...aKeyList(), mirrors });
    return list.ok ? list.value.mirrors : list.failure.field;
  };

  test('a key list may name mirrors, and is taken as before where it names none', () => {
    expect(parse(['https://a.example/', 'nonsense'])).toEqual(['https://a.example/', 'nonsense']);
    expect(parse([])).toBeUndefined();
    expect(parse(undefined)).toBeUndefined();
  });

  test.each([
    ['no list', 'https://a.example/'],
    ['null', null],
    ['an address that is no text', [7]],
    ['an empty one', ['']],
    ['one of 257 letters', ['x'.repeat(257)]],
    ['seventeen', Array.from({ length: 17 }, (_, at) => `https://m${at}.example/`)],
  ])('a key list is refused with mirrors that are %s', (_, mirrors) => {
    expect(parse(mirrors)).toBe('mirrors');
  });
});
