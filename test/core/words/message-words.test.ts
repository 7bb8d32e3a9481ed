import { expect, test } from 'vitest';
import { MAX_READ_LENGTH, messageWords } from '../../../src/core/words/message-words.ts';

test('the words of a message are those of subject and text, each once, without numbers, addresses and case', () => {
  expect([
    ...messageWords('Your INVOICE', 'The invoice 4711 is at https://a.example/x, says bob@a.example'),
  ]).toEqual(['your', 'invoice', 'the', 'says']);
});

test('words of Chinese and Japanese are each two neighbouring characters', () => {
  expect([...messageWords(null, '请支付 こんにちは')]).toEqual([
    '请支',
    '支付',
    'こん',
    'んに',
    'にち',
    'ちは',
  ]);
});

test('a subject that is not shown leaves the words of the text alone', () => {
  expect([...messageWords(null, 'plain')]).toEqual(['plain']);
});

test('the words that are read of a message are bounded', () => {
  const text = `${'a'.repeat(MAX_READ_LENGTH)} beyond`;
  expect(messageWords(null, text).has('beyond')).toBe(false);
});
