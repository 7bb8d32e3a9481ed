import { assert as check, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { mailFromPaste } from '../../../../src/extension/pages/check-message/mail-from-paste.ts';

const read = (text: string): string => new TextDecoder().decode(mailFromPaste(text).content);

test.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['  https://a.example/x\n', 'https://a.example/x'],
  ['a.example', 'http://a.example'],
  ['a.example:8080/x?y#z', 'http://a.example:8080/x?y#z'],
  ['hxxps://a[.]example/x', 'https://a.example/x'],
  ['hxxp[:]//a(.)example', 'http://a.example'],
  ['a[dot]example/x', 'http://a.example/x'],
  ['bücher.example', 'http://bücher.example'],
  ['Please look at a.example today', 'Please look at a.example today'],
  ['hello', 'hello'],
])('pasted text is read as the mail that it may be: %j is read as %j', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test('pasted text with blanks is never changed', () => {
  check(
    property(string(), string(), (one, other) => {
      const text = `x${one} ${other}x`;
      expect(read(text)).toBe(new TextDecoder().decode(new TextEncoder().encode(text)));
    }),
  );
});
