import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeOutsideText, shortened } from '../../../src/core/text/outside-text.ts';

describe('escapeOutsideText', () => {
  test.each([
    ['a right-to-left override', 'gpj.\u202eexe', 'gpj.\\u{202e}exe'],
    ['an isolate', '\u2066a\u2069', '\\u{2066}a\\u{2069}'],
    ['a zero-width space', 'pay\u200bpal', 'pay\\u{200b}pal'],
    ['a joiner between letters', 'pay\u200dpal', 'pay\\u{200d}pal'],
    ['a byte order mark', '\ufeffx', '\\u{feff}x'],
    ['a soft hyphen', 'a\u00adb', 'a\\u{ad}b'],
    ['a line break', 'a\nb', 'a\\u{a}b'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['a Hangul filler', 'a\u3164b', 'a\\u{3164}b'],
    ['a tag character', 'a\u{e0041}b', 'a\\u{e0041}b'],
    ['half a character', 'a\ud800b', 'a\\u{d800}b'],
    ['a private character', 'a\ue000b', 'a\\u{e000}b'],
    ['wide blanks', 'a\u3000\u2003b', 'a  b'],
    ['a tower of marks', `a${'\u0301'.repeat(40)}b`, 'a\u0301\u0301\u0301b'],
    ['a variation selector after a letter', 'a\ufe0fb', 'a\\u{fe0f}b'],
  ])('escapeOutsideText writes out %s', (_, text, shown) => {
    expect(escapeOutsideText(text)).toBe(shown);
  });

  test.each([['Grüße, 你好, שלום, नमस्ते'], ['❤️ 👍🏽 👨‍👩‍👧'], ['https://a.example/?x=1&y=%20#z']])(
    'escapeOutsideText leaves %s as it is',
    (text) => {
      expect(escapeOutsideText(text)).toBe(text);
    },
  );

  test('escapeOutsideText leaves nothing that is invisible, but in pictographs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = escapeOutsideText(text).replaceAll(/\u200d|\ufe0f/g, '');
        expect(shown).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]/u,
        );
      }),
    );
  });
});

describe('shortened', () => {
  test('shortened keeps both ends', () => {
    expect(shortened('abcdefghij', 6)).toBe('abc…ij');
  });

  test('shortened leaves a short text alone, and counts characters, not code units', () => {
    expect(shortened('👍👍👍', 3)).toBe('👍👍👍');
  });
});
