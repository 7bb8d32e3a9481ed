/** Folders of `public/_locales`. */
export const LANGUAGES = ['en', 'zh_CN'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Endonyms: readers find theirs from any language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  zh_CN: '简体中文',
};

/** BCP 47, for `lang` and `Intl`. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en', zh_CN: 'zh-CN' };

/** For dates and numbers. `en-GB`: "3 November, 14:00" is unambiguous worldwide. */
export const FORMAT_TAGS: Readonly<Record<Language, string>> = { en: 'en-GB', zh_CN: 'zh-CN' };

export function languageOf(tag: string): Language {
  const exact = LANGUAGES.find((language) => LANGUAGE_TAGS[language].toLowerCase() === tag.toLowerCase());
  if (exact !== undefined) return exact;
  const primary = tag.toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((language) => language.split('_')[0] === primary) ?? 'en';
}

/** Separator of sentences. */
const GAPS: Readonly<Record<Language, string>> = { en: ' ', zh_CN: '' };

export type MessageKey = keyof typeof import('../../../../public/_locales/en/messages.json');

/** Key prefixes of the texts that content scripts receive. */
const FRAME_PREFIXES = ['card_', 'evidence_', 'guard_', 'mark_', 'reason_', 'scope_', 'undo'] as const;

export type FrameKey = Extract<MessageKey, `${(typeof FRAME_PREFIXES)[number]}${string}`>;

/** Base of a pair `…_one` and `…_other`. */
export type CountedKey = CountedBase<MessageKey>;

type CountedBase<Key extends string> = Key extends `${infer Base}_other`
  ? `${Base}_one` extends MessageKey
    ? Base
    : never
  : never;

export interface CatalogueEntry {
  readonly message: string;
  readonly description?: string;
  readonly placeholders?: Readonly<Record<string, { readonly content: string }>>;
}

/** `messages.json`: https://developer.chrome.com/docs/extensions/reference/api/i18n */
export type Catalogue = Readonly<Record<string, CatalogueEntry>>;

/** Texts in the chosen language: `browser.i18n` knows only the browser's. `$1` and `$name$` work as in that API. */
export class Texts {
  readonly language: Language;
  readonly tag: string;
  readonly gap: string;
  readonly #catalogue: ReadonlyMap<string, CatalogueEntry>;
  readonly #plural: Intl.PluralRules;
  readonly #number: Intl.NumberFormat;

  constructor(language: Language, catalogue: Catalogue) {
    this.language = language;
    this.tag = LANGUAGE_TAGS[language];
    this.gap = GAPS[language];
    this.#catalogue = new Map(Object.entries(catalogue));
    this.#plural = new Intl.PluralRules(this.tag);
    this.#number = new Intl.NumberFormat(this.tag);
  }

  has(key: string): key is MessageKey {
    return this.#catalogue.has(key);
  }

  /** @param values - for `$1` to `$9`; numbers are formatted */
  text(key: MessageKey, ...values: readonly (string | number)[]): string {
    return this.pieces(key, ...values.map((value) => this.#written(value))).join('');
  }

  /** Plural form; `$1` is the number, `values` start at `$2`. */
  count(key: CountedKey, count: number, ...values: readonly (string | number)[]): string {
    return this.text(this.#counted(key, count), count, ...values);
  }

  /** Like `text`, but keeps `values` as they are: elements inside a sentence. */
  pieces<Values extends readonly unknown[]>(key: MessageKey, ...values: Values): (string | Values[number])[] {
    const entry = this.#catalogue.get(key);
    // A bug: tests check that every catalogue has all keys.
    if (entry === undefined) throw new RangeError(`no text ${key} in ${this.language}`);
    return piecesOf(entry, values);
  }

  countPieces<Values extends readonly unknown[]>(
    key: CountedKey,
    count: number,
    ...values: Values
  ): (string | Values[number])[] {
    return this.pieces(this.#counted(key, count), this.#written(count), ...values);
  }

  /** Texts for content scripts, with `$1` to `$9` for values. */
  forFrames(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      [...this.#catalogue]
        .filter(([key]) => FRAME_PREFIXES.some((prefix) => key.startsWith(prefix)))
        .map(([key, entry]) => [key, numbered(entry)]),
    );
  }

  #counted(key: CountedKey, count: number): MessageKey {
    // English and Chinese need no other form.
    return this.#plural.select(count) === 'one' ? `${key}_one` : `${key}_other`;
  }

  #written(value: string | number): string {
    return typeof value === 'number' ? this.#number.format(value) : value;
  }
}

function numbered(entry: CatalogueEntry): string {
  const contents = new Map(
    Object.entries(entry.placeholders ?? {}).map(([name, { content }]) => [name.toLowerCase(), content]),
  );
  return entry.message.replaceAll(
    /\$(\w+)\$/g,
    (whole, name: string) => contents.get(name.toLowerCase()) ?? whole,
  );
}

function piecesOf<Value>(entry: CatalogueEntry, values: readonly Value[]): (string | Value)[] {
  const pieces: (string | Value)[] = [];
  for (const [index, part] of numbered(entry)
    .split(/\$([1-9])/)
    .entries()) {
    if (index % 2 === 0) {
      if (part !== '') pieces.push(part.replaceAll('$$', '$'));
    } else {
      const value = values[Number(part) - 1];
      if (value !== undefined) pieces.push(value);
    }
  }
  return pieces;
}
