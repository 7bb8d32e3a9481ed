import { describe, expect, test } from 'vitest';
import { languageOf, LANGUAGE_TAGS, LANGUAGES, Texts } from '../../../src/extension/platform/texts/texts.ts';
import { textsIn } from './page-texts.ts';

/** Under a real key, so that it can be asked for. */
function textsSaying(message: string, placeholders?: Record<string, { content: string }>): Texts {
  return new Texts('en', { save: { message, ...(placeholders === undefined ? {} : { placeholders }) } });
}

describe('Texts', () => {
  test.each([
    ['$1 of $2', ['a', 'b'], 'a of b'],
    ['$2, $1', ['a', 'b'], 'b, a'],
    ['$1$1', ['a'], 'aa'],
    ['costs 5$$', [], 'costs 5$'],
    ['$1 is missing', [], ' is missing'],
    ['a value with $1', ['$2 $$'], 'a value with $2 $$'],
    ['', [], ''],
  ])('Texts puts values into "%s"', (message, values, expected) => {
    expect(textsSaying(message).text('save', ...values)).toBe(expected);
  });

  test('Texts knows placeholders by name, in any case', () => {
    expect(textsSaying('Trust $SITE$.', { site: { content: '$1' } }).text('save', 'b.example')).toBe(
      'Trust b.example.',
    );
  });

  test('Texts writes numbers as the language does', () => {
    expect(textsIn('en').count('entries', 812_345)).toBe('812,345 entries');
    expect(textsIn('en').count('entries', 1)).toBe('1 entry');
    expect(textsIn('zh_CN').count('entries', 1)).toBe('1 条');
  });

  test('Texts leaves elements in their places', () => {
    const site = { element: 'site' };
    expect(textsSaying('Trust $1 now.').pieces('save', site)).toEqual(['Trust ', site, ' now.']);
  });

  test('Texts throws for a key that its catalogue lacks: the catalogues are held to the same keys', () => {
    expect(() => new Texts('zh_CN', {}).text('save')).toThrow(RangeError);
  });
});

describe('languageOf', () => {
  test.each([
    ['en', 'en'],
    ['en-US', 'en'],
    ['zh-CN', 'zh_CN'],
    ['zh-cn', 'zh_CN'],
    ['zh-Hans-SG', 'zh_CN'],
    ['zh', 'zh_CN'],
    ['tlh', 'en'],
    ['', 'en'],
    ['constructor', 'en'],
  ])('languageOf takes %s as %s', (tag, language) => {
    expect(languageOf(tag)).toBe(language);
  });

  test('languageOf finds every language by its own tag', () => {
    for (const language of LANGUAGES) {
      expect(languageOf(LANGUAGE_TAGS[language])).toBe(language);
      expect(textsIn(language).text('language_tag')).toBe(LANGUAGE_TAGS[language]);
    }
  });
});
