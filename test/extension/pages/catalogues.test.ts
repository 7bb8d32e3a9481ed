import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, type CatalogueEntry } from '../../../src/extension/platform/texts/texts.ts';
import { catalogueOf } from './page-texts.ts';

/** Names, which are the same in any language. */
const SAME_EVERYWHERE: ReadonlySet<string> = new Set(['extension_name', 'language_tag']);

/** Says once, for those who look for it, what others call the allowlist. */
const NAMED_ON_PURPOSE: ReadonlySet<string> = new Set(['decisions_intro']);

const english = Object.entries(catalogueOf('en'));

/** `$1` and `$name$`, as both browsers read them. */
function placeholdersOf({ message, placeholders = {} }: CatalogueEntry): readonly string[] {
  const named = Object.values(placeholders).map(({ content }) => content);
  return [...new Set([...(message.match(/\$[1-9]/g) ?? []), ...named])].sort();
}

describe('the catalogues', () => {
  test('the catalogues of texts hold hundreds of texts', () => {
    expect(english.length).toBeGreaterThan(300);
  });

  test('the catalogues are those of the languages that can be chosen', () => {
    expect(readdirSync('public/_locales').sort()).toEqual([...LANGUAGES].sort());
  });

  test.each(LANGUAGES.filter((language) => language !== 'en'))(
    'the catalogues have the same keys in English and %s',
    (language) => {
      expect(Object.keys(catalogueOf(language)).sort()).toEqual(english.map(([key]) => key).sort());
    },
  );

  test.each(LANGUAGES)('the catalogues have no empty text in %s', (language) => {
    const empty = Object.entries(catalogueOf(language)).filter(([, { message }]) => message.trim() === '');
    expect(empty).toEqual([]);
  });

  test.each(LANGUAGES.filter((language) => language !== 'en'))(
    'the catalogues have every text with words in it translated in %s',
    (language) => {
      const other = catalogueOf(language);
      const untranslated = english
        .filter(
          ([key, { message }]) =>
            !SAME_EVERYWHERE.has(key) && /[a-z]{3}/i.test(message.replace(/\$\w+/g, '')),
        )
        .filter(([key, { message }]) => other[key]?.message === message)
        .map(([key]) => key);
      expect(untranslated).toEqual([]);
    },
  );

  test.each(LANGUAGES.filter((language) => language !== 'en'))(
    'the catalogues take the same values in English and %s',
    (language) => {
      const other = new Map(Object.entries(catalogueOf(language)));
      const differing = english
        .filter(([key, entry]) => {
          const translated = other.get(key);
          return translated === undefined || !sameValues(key, entry, translated);
        })
        .map(([key]) => key);
      expect(differing).toEqual([]);
    },
  );

  test('the catalogues have keys that both browsers accept', () => {
    expect(english.map(([key]) => key).filter((key) => !/^[A-Za-z0-9_]+$/.test(key))).toEqual([]);
  });

  test('the catalogues of texts describe the extension in at most 132 characters, which is what the stores take', () => {
    for (const language of LANGUAGES) {
      expect(catalogueOf(language)['extension_description']?.message.length).toBeLessThanOrEqual(132);
    }
  });

  test('the catalogues never call a reader’s trouble an error', () => {
    const blaming = english.filter(([, { message }]) =>
      /\b(error|invalid|illegal|fatal|failed|wrong input)\b/i.test(message),
    );
    expect(blaming).toEqual([]);
  });

  test('the catalogues hold no sentence of more than 25 words, and no semicolon', () => {
    const long = english.filter(([, { message }]) =>
      message.split(/(?<=[.!?:])\s+/).some((sentence) => sentence.split(/\s+/).length > 25),
    );
    expect(long).toEqual([]);
    expect(english.filter(([, { message }]) => message.includes(';'))).toEqual([]);
    expect(Object.entries(catalogueOf('zh_CN')).filter(([, { message }]) => message.includes('；'))).toEqual(
      [],
    );
  });

  test('the catalogues of texts use the words that docs/glossary.md gives to readers, and none of those it rules out', () => {
    const [, section = ''] = readFileSync('docs/glossary.md', 'utf8').split('## Words for readers');
    const rows = [...section.matchAll(/^\| \*\*(.+?)\*\* +\|.*\| (.+?) +\|$/gm)];
    expect(rows.length).toBeGreaterThan(8);
    for (const [, word, ruledOut = ''] of rows) {
      const wrong = new RegExp(`\\b(${ruledOut.split(', ').join('|')})\\b`, 'i');
      const found = english.filter(([key, { message }]) => !NAMED_ON_PURPOSE.has(key) && wrong.test(message));
      expect(found, `instead of ${word}`).toEqual([]);
    }
  });

  test('the catalogues write Chinese with Chinese punctuation', () => {
    const western = Object.entries(catalogueOf('zh_CN')).filter(([, { message }]) =>
      /[\u4e00-\u9fff][,;:?()]|[,;?()][\u4e00-\u9fff]/.test(message),
    );
    expect(western).toEqual([]);
  });

  test('the catalogues hold no text that nothing uses', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    );
    expect(sources.length).toBeGreaterThan(50);
    const files = [...sources.map((file) => `src/${file}`), 'manifest.json'];
    const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const words = new Set([...source.matchAll(/['"`]([A-Za-z0-9_]+)['"`]/g)].map(([, word]) => word));
    // `texts.text(`failure_${…}`)` uses every key of that family.
    const families = [...source.matchAll(/`([a-zA-Z]+_(?:[a-z_]*_)?)\$\{/g)].map(([, start]) => start ?? '');
    const unused = english
      .map(([key]) => key)
      .filter((key) => {
        const general = key.replace(/__thunderbird$/, '');
        const base = general.replace(/_(?:one|other)$/, '');
        return (
          ![general, base, `__MSG_${general}__`].some((word) => words.has(word)) &&
          !families.some((start) => key.startsWith(start))
        );
      });
    expect(unused).toEqual([]);
  });
});

/** A text for one thing need not say the number: "a link", "1 link". */
function sameValues(key: string, one: CatalogueEntry, other: CatalogueEntry): boolean {
  const optional = key.endsWith('_one') ? new Set(['$1']) : new Set<string>();
  const needed = (entry: CatalogueEntry): string =>
    placeholdersOf(entry)
      .filter((value) => !optional.has(value))
      .join();
  return needed(one) === needed(other);
}
