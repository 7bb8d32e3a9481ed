import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { originalSpellingOf } from '../../../src/core/evidence/original-spelling.ts';
import { foldText, wordsOf } from '../../../src/core/text/fold-text.ts';

test.each([
  ['bestatigung', 'Ihre Bestätigung fehlt', 'Bestätigung'],
  ['verificacao', 'Código de VERIFICAÇÃO', 'VERIFICAÇÃO'],
  ['sign in', 'Please Sign In now', 'Sign In'],
  ['compte bloque', 'Votre compte bloqué', 'compte bloqué'],
  ['passwort', 'Ihr Pass\u00adwort läuft ab', 'Pass\u00adwort'],
  ['konto', 'İİİ KONTO', 'KONTO'],
  ['账户', '您的账户已冻结', '账户'],
  ['nowhere', 'nothing of it', 'nowhere'],
])('%s in “%s” is quoted as %j', (found, text, written) => {
  expect(originalSpellingOf(found, ['', text])).toBe(written);
});

test('what a reason quotes of a message folds to what was found in it, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 }),
      (parts) => {
        const text = parts.join(' ');
        const [word] = wordsOf(foldText(text));
        if (word === undefined) return;
        expect(foldText(originalSpellingOf(word, [text]))).toContain(word);
      },
    ),
  );
});
