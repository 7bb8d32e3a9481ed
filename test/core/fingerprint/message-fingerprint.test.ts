import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import vectors from '../../vectors/message-fingerprints.json' with { type: 'json' };
import { isBand } from '../../../src/core/fingerprint/band-digest.ts';
import {
  BANDS,
  MATCHING_BANDS,
  MAX_FINGERPRINTED_LENGTH,
  messageFingerprint,
} from '../../../src/core/fingerprint/message-fingerprint.ts';
import { ANOTHER_LETTER, CHINESE_LETTER, JAPANESE_LETTER, LETTER } from './a-letter.ts';

function shared(one: string, other: string): number {
  const bands = new Set(messageFingerprint(one));
  return messageFingerprint(other).filter((band) => bands.has(band)).length;
}

describe('the fingerprint of a message', () => {
  test.each(vectors)(
    'the fingerprint of a message is that of docs/snapshot-format.md: $what',
    ({ text, bands }) => {
      expect(messageFingerprint(text)).toEqual(bands);
    },
  );

  test.each([
    ['the reader’s name', LETTER.replace('customer', 'Ms Kim')],
    ['numbers', LETTER.replace('three times', '17 times')],
    ['links and addresses', LETTER.replace('.', ': https://a.example/x?id=1 <help@b.example>.')],
    ['line breaks and spaces', LETTER.replaceAll(' ', '\n  ')],
    ['case and accents', LETTER.toUpperCase().replaceAll('E', 'É')],
    ['letters that are drawn as nothing', LETTER.replaceAll('e', 'e\u200b')],
    ['styled letters', LETTER.replace('storage', '𝐬𝐭𝐨𝐫𝐚𝐠𝐞')],
    ['a word here and there', LETTER.replace('Please review', 'Kindly review')],
  ])('the fingerprint of a message is the same, or nearly, with other %s', (_, copy) => {
    expect(shared(LETTER, copy)).toBeGreaterThanOrEqual(MATCHING_BANDS);
  });

  test.each([
    ['Chinese', CHINESE_LETTER, '尊敬的用户', '王小明先生'],
    ['Japanese', JAPANESE_LETTER, 'お客様', '田中様'],
  ])('the fingerprint of a message knows a copy in %s, which has no spaces', (_, letter, from, to) => {
    expect(shared(letter, letter.replace(from, to))).toBeGreaterThanOrEqual(MATCHING_BANDS);
    expect(shared(letter, LETTER)).toBe(0);
  });

  test('the fingerprint of a message has nothing in common with that of another letter', () => {
    expect(shared(LETTER, ANOTHER_LETTER)).toBe(0);
    expect(shared(CHINESE_LETTER, JAPANESE_LETTER)).toBe(0);
  });

  test.each([
    ['no text', ''],
    ['a line', 'Please call me back when you are in the office.'],
    ['links alone', 'https://a.example/one https://a.example/two '.repeat(40)],
    ['one word over and over', 'winner '.repeat(200)],
    ['numbers', Array.from({ length: 300 }, (_, number) => number).join(' ')],
  ])('the fingerprint of a message is none of %s', (_, text) => {
    expect(messageFingerprint(text)).toEqual([]);
  });

  test('the fingerprint of a message looks at no more than its bound', () => {
    const long = `${LETTER} `.repeat(10);
    expect(messageFingerprint(long + ANOTHER_LETTER)).toEqual(
      messageFingerprint(long.slice(0, MAX_FINGERPRINTED_LENGTH)),
    );
  });

  test('the fingerprint of a message never throws, is the same twice, and is all bands or none', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(LETTER, CHINESE_LETTER, '\ud800', ' ', '@', 'http://', '\u0000'),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const bands = messageFingerprint(text);
        expect([0, BANDS]).toContain(bands.length);
        expect(bands.every(isBand)).toBe(true);
        expect(messageFingerprint(text)).toEqual(bands);
      }),
    );
  });

  test('the fingerprint of a message is the same whatever is repeated', () => {
    expect(messageFingerprint(`${LETTER}\n${LETTER}`).length).toBe(BANDS);
    expect(shared(LETTER, `${LETTER}\n${LETTER}`)).toBeGreaterThanOrEqual(MATCHING_BANDS);
  });
});
