/** What a value of a wrapper holds, in each of the ways in which trackers and gateways write it. */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  base64Bytes,
  MAX_DECODINGS,
  readDestinations,
} from '../../../../src/core/url/unwrap/read-destination.ts';
import { ReadingBudget } from '../../../../src/core/url/unwrap/reading-budget.ts';

const EVIL = 'https://evil.example/login';

const read = (value: string, isBare = false): readonly string[] =>
  readDestinations(value, { isBare }, new ReadingBudget());

type Part = string | readonly number[];
/** Texts and bytes, one after the other, in base64. */
const token = (...parts: readonly Part[]): string =>
  Buffer.concat(parts.map((part) => Buffer.from(part))).toString('base64url');

describe('a text', () => {
  test.each([
    [EVIL, [EVIL]],
    ['HTTPS:\\\\evil.example', ['HTTPS:\\\\evil.example']],
    ['https:/evil.example', ['https:/evil.example']],
    ['ftp://evil.example', ['ftp://evil.example']],
    ['mailto:a@b.example', ['mailto:a@b.example']],
    ['mailto:?subject=x', []],
    ['see:https://evil.example', []],
    ['evil.example/login', []],
    [encodeURIComponent(EVIL), [EVIL]],
    // A wrapper that is encoded itself is left so.
    [encodeURIComponent('https://w.example/?u=https%3A%2F%2Fa'), ['https://w.example/?u=https%3A%2F%2Fa']],
    ['hello', []],
    ['', []],
  ])('a text in a link: %j stands for %j', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  test.each([
    ['evil.example', 'https://evil.example'],
    ['a.b.evil.example/x', 'https://a.b.evil.example/x'],
    ['//evil.example/x', 'https://evil.example/x'],
    ['evil.example//', 'https://evil.example//'],
    ['evil.example:8080', 'https://evil.example:8080'],
    ['evil.example?x', 'https://evil.example?x'],
    ['evil.example#x', 'https://evil.example#x'],
    ['192.0.2.44', 'https://192.0.2.44'],
    ['192.0.2.44/x', 'https://192.0.2.44/x'],
    ['evil%2Eexample%2Fx', 'https://evil.example/x'],
  ])(
    'a text in a link: %s stands for %s where a wrapper is known to leave the scheme out',
    (value, expected) => {
      expect(read(value, true)).toEqual([expected]);
    },
  );

  test.each(['evil', 'evil.example,x', 'a b.example', '.example', 'evil.1x'])(
    'a text in a link: %s stands for nothing there either',
    (value) => {
      expect(read(value, true)).toEqual([]);
    },
  );

  test('a text in a link that is encoded more often than anybody does says so, if it holds a URL', () => {
    const encodedTimes = (text: string, count: number): string =>
      count === 0 ? text : encodedTimes(encodeURIComponent(text), count - 1);
    for (const [text, count, found, reached] of [
      [EVIL, MAX_DECODINGS, [EVIL], []],
      [EVIL, MAX_DECODINGS + 1, [EVIL], ['escapes']],
      ['nothing / here', MAX_DECODINGS + 2, [], []],
    ] as const) {
      const budget = new ReadingBudget();
      expect(readDestinations(encodedTimes(text, count), { isBare: false }, budget)).toEqual(found);
      expect(budget.takeReached()).toEqual(reached);
    }
  });
});

describe('base64', () => {
  test.each<[string, string, readonly string[]]>([
    ['of a URL', token(EVIL), [EVIL]],
    ['of a URL with what no URL holds, to its end', token(`${EVIL} b"c`), [`${EVIL} b"c`]],
    ['of a URL that is encoded', token(encodeURIComponent(EVIL)), [EVIL]],
    [
      'of a URL in capitals, as it stands',
      token('HTTPS://evil.example/%2541'),
      ['HTTPS://evil.example/%2541'],
    ],
    ['of a URL, compressed', deflateSync(EVIL).toString('base64url'), [EVIL]],
    ['of nothing', token('nothing at all'), []],
    ['of a query', token('link=https%3A%2F%2Fevil.example%2Flogin&h=0a'), [EVIL]],
    ['of what only looks like a query', token('!a=https%3A%2F%2Fevil.example%2Flogin'), []],
    ['of less than a URL', 'x.aHR0cDovL2E', []],
    // What decoders of services pass over.
    ['of a URL, with padding that is too long', `${token(EVIL)}====`, [EVIL]],
    [
      'of a URL, with a digit too many',
      `${token('https://evil.example/logins')}A`,
      ['https://evil.example/logins'],
    ],
    ['of a URL, with blanks in it', token(EVIL).replace(/^.{9}/, '$& '), [EVIL]],
    [
      'of a URL, with something behind the padding',
      `${btoa('https://evil.example/logi')}AAAA`,
      ['https://evil.example/logi'],
    ],
    ['of a URL, with escaped blanks', token(EVIL).replace(/^.{9}/, '$&%20'), [EVIL]],
    ['in the second part of a token', `eyJhbGciOiJIUzI1NiJ9.${token(`{"u":"${EVIL}"}`)}.c2ln`, [EVIL]],
    ['in two parts of a token', `${token(EVIL)}.${token('http://b.example/')}`, [EVIL, 'http://b.example/']],
  ])('base64: %s', (_, value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  /** As PHP writes it. */
  const SLASHED = String.raw`https:\/\/evil.example\/login`;
  test.each<[string, string, readonly string[]]>([
    ['with slashes escaped', `{"n":1,"u":"${SLASHED}"}`, [EVIL]],
    ['beside what is no URL', `{"a":"b","u":"${SLASHED}","c":null}`, [EVIL]],
    ['with several', `{"a":"${SLASHED}","b":"http:\\/\\/b.example"}`, [EVIL, 'http://b.example']],
    [
      'inside a text of JSON',
      JSON.stringify({ s: 'x', p: `{"v":1,"url":"${SLASHED}"} `, q: '{no json' }),
      [EVIL],
    ],
    ['deeper', `{"a":{"b":"${EVIL}"}}`, [EVIL]],
    ['that is broken', `{"a":1, ${EVIL} }`, [EVIL]],
    ['without any', '{"a":"nothing at all"}', []],
  ])('base64 of JSON: %s', (_, json, expected) => {
    expect(read(token(json))).toEqual(expected);
  });

  const NUMBER = [8, 1, 0x21];
  test.each<[string, readonly Part[], string]>([
    ['to its end', [NUMBER, EVIL], EVIL],
    ['by http', [NUMBER, 'http://evil.example/'], 'http://evil.example/'],
    ['after what begins alike', ['h ht htt http ttp: hxtp: htxp: httx: hxxp: ', EVIL], EVIL],
    ['up to a zero', [NUMBER, EVIL, [0], 'more'], EVIL],
    ['up to a space', [NUMBER, EVIL, ' more'], EVIL],
    ['up to a quotation mark', [NUMBER, EVIL, '"more'], EVIL],
    ['up to a backslash', [NUMBER, EVIL, '\\more'], EVIL],
    ['up to a control character', [NUMBER, EVIL, [0x7f], 'more'], EVIL],
    ['with what stands beside those', [NUMBER, `${EVIL}!#[]^~é`], `${EVIL}!#[]^~é`],
    ['by its length', [[0x44, EVIL.length], EVIL, 'more'], EVIL],
    ['by its length, further on', [[1, 2, 3, 0x44, EVIL.length], EVIL, 'more'], EVIL],
    ['not by another number', [[1, 5], EVIL], EVIL],
    ['by its length in two bytes', [[0x84, EVIL.length, 0], EVIL, 'more'], EVIL],
    [
      'by a length above 255',
      [[7, 0x84, 300 & 0xff, 1], EVIL.padEnd(300, 'x'), 'more'],
      EVIL.padEnd(300, 'x'),
    ],
  ])('base64 of a record: %s', (_, parts, expected) => {
    expect(read(token(...parts))).toEqual([expected]);
  });

  test.each([
    ['AAAA', [0, 0, 0]],
    ['AAA=', [0, 0]],
    ['AA==', [0]],
    ['AA', [0]],
    ['-_-_', [0xfb, 0xff, 0xbf]],
    ['+/+/', [0xfb, 0xff, 0xbf]],
    ['AAA~', [0, 0]],
    ['', []],
  ])('base64: %j is %j', (text, bytes) => {
    expect([...(base64Bytes(text) ?? [])]).toEqual(bytes);
  });

  test.each(['AAAAA', 'A', 'AA*A', 'AAA\u0080', 'AAAé', 'A AA', 'A=AA'])('base64: %j is none', (text) => {
    expect(base64Bytes(text)).toBe(null);
  });
});
