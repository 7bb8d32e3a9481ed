import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalEscapes,
  decodeFully,
  decodeOnce,
  utf8Text,
} from '../../../../src/core/url/canonical/percent-escapes.ts';

/** Text in which escapes of escapes are likely. */
const escaped = fc
  .array(
    fc.constantFrom(
      '%',
      '25',
      '2',
      '5',
      '3',
      '41',
      '%2',
      '%25',
      'f',
      'C3',
      'a',
      ' ',
      '#',
      'ü',
      '\u0000',
      '😀',
    ),
  )
  .map((parts) => parts.join(''));

/** Decoding by passes until nothing changes: what the specification says, and what would take n ÷ 2 passes. */
function decodedByPasses(text: string): string {
  let bytes = Buffer.from(text, 'utf8').toString('latin1');
  for (;;) {
    const next = bytes.replace(/%([\da-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
    if (next === bytes) return bytes;
    bytes = next;
  }
}

describe('canonicalEscapes', () => {
  test('canonicalEscapes decodes to the fixed point that passes over the text would reach', () => {
    fc.assert(
      fc.property(escaped, (text) => {
        const canonical = canonicalEscapes(text);
        expect(canonical).toMatch(/^[!-~]*$/);
        const decoded = Buffer.from(decodedByPasses(text), 'latin1');
        const again = Buffer.from(
          canonical.replace(/%([\da-f]{2})/gi, (_, digits: string) =>
            String.fromCharCode(Number.parseInt(digits, 16)),
          ),
          'latin1',
        );
        expect(again.equals(decoded)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  test('canonicalEscapes gives a canonical text back unchanged', () => {
    fc.assert(
      fc.property(escaped, (text) => {
        const once = canonicalEscapes(text);
        expect(canonicalEscapes(once)).toBe(once);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    ['%25%32%35', '%25'],
    ['%2525252525252525', '%25'],
    ['a%20b#c', 'a%20b%23c'],
    ['%e4%b8%ad', '%E4%B8%AD'],
    ['中', '%E4%B8%AD'],
    ['%1B%1b', '%1b%1b'],
    ['%zz%4', '%25zz%254'],
    ['%7e%41+', '~A+'],
    ['%', '%25'],
    ['#', '%23'],
    ['%7f', '%7F'],
    ['\u007fü', '%7F%C3%BC'],
  ])('canonicalEscapes writes %s as %s', (text, canonical) => {
    expect(canonicalEscapes(text)).toBe(canonical);
  });
});

describe('decodeOnce', () => {
  test('decodeOnce gives what the platform gives wherever the platform does not refuse', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.webPath()), (text) => {
        const encoded = encodeURIComponent(text);
        expect(decodeOnce(encoded)).toBe(decodeURIComponent(encoded));
      }),
    );
  });

  test.each([
    ['100%', '100%'],
    ['%zz', '%zz'],
    ['%E0%A4%A', '\uFFFD%A'],
    ['%2541', '%41'],
    ['a+b', 'a+b'],
    // As bytes, because of the last character.
    ['a41%C3%BC', 'a41ü'],
    ['%zz%C3%BC', '%zzü'],
    ['%4z%C3%BC', '%4zü'],
    ['%z4%C3%BC', '%z4ü'],
    // Half a character, which has no bytes.
    ['\ud800%41', '\ud800A'],
    ['\ud800%7F', '\ud800\u007f'],
    ['\ud800%zz', '\ud800%zz'],
    ['\ud800%4z', '\ud800%4z'],
    ['\ud800%z4', '\ud800%z4'],
    ['%\u0141\u0141', '%\u0141\u0141'],
  ])('decodeOnce leaves alone what is no escape: %s', (text, decoded) => {
    expect(decodeOnce(text)).toBe(decoded);
  });
});

test.each([
  ['%25c3%25bc.example', 'ü.example'],
  ['%C3%BC', 'ü'],
  // Two spellings with and without a byte order mark stay two.
  ['%EF%BB%BFa', '\ufeffa'],
  ['\ud800', '\ud800'],
])('decodeFully reads the bytes of %s as UTF-8', (text, decoded) => {
  expect(decodeFully(text)).toBe(decoded);
});

test('utf8Text keeps a byte order mark', () => {
  expect(utf8Text(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('\ufeffa');
});
