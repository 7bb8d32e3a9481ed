/** Folders of `public/_locales`. A new language is a folder, a line here and its name in `LANGUAGE_NAMES`. */
export const LANGUAGES = ['en', 'zh_CN'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words, so that a reader finds theirs from within any other. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  zh_CN: '简体中文',
};

/** BCP 47, for the `lang` attribute and for `Intl`. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en', zh_CN: 'zh-CN' };

/**
 * How dates and numbers are written. English is read all over the world, so its dates are the ones that nobody
 * can take for another day: "3 November", 14:00.
 */
export const FORMAT_TAGS: Readonly<Record<Language, string>> = { en: 'en-GB', zh_CN: 'zh-CN' };

/** The language we have for a BCP 47 tag; English if there is none. */
export function languageOf(tag: string): Language {
  const exact = LANGUAGES.find((language) => LANGUAGE_TAGS[language].toLowerCase() === tag.toLowerCase());
  if (exact !== undefined) return exact;
  const primary = tag.toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((language) => language.split('_')[0] === primary) ?? 'en';
}

/** What stands between two sentences. */
const GAPS: Readonly<Record<Language, string>> = { en: ' ', zh_CN: '' };

/** A key that the English catalogue has; a key that no catalogue has does not compile. */
export type MessageKey = keyof typeof import('../../../../public/_locales/en/messages.json');

/** How the keys of those texts begin that are shown in the pages of webmails. */
const FRAME_PREFIXES = ['card_', 'evidence_', 'guard_', 'mark_', 'reason_', 'scope_', 'undo'] as const;

/** A key of a text that is shown in the pages of webmails, which get these and no others. */
export type FrameKey = Extract<MessageKey, `${(typeof FRAME_PREFIXES)[number]}${string}`>;

/** A text with a number in it: the catalogue has `…_one` and `…_other`, chosen by the language's own rule. */
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

/** What a `messages.json` holds: https://developer.chrome.com/docs/extensions/reference/api/i18n */
export type Catalogue = Readonly<Record<string, CatalogueEntry>>;

/**
 * The texts of one language.
 *
 * `browser.i18n` knows only the browser's own language, and readers may choose another one; so the catalogue is
 * read by this class, with the same rules for `$1` and `$name$`.
 */
export class Texts {
  readonly language: Language;
  readonly tag: string;
  /** Between two sentences. */
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

  /** Whether there is a text of this name, which was put together from parts. */
  has(key: string): key is MessageKey {
    return this.#catalogue.has(key);
  }

  /** @param values - for `$1` to `$9`; numbers are written as the language writes them */
  text(key: MessageKey, ...values: readonly (string | number)[]): string {
    return this.pieces(key, ...values.map((value) => this.#written(value))).join('');
  }

  /** The text for this many; the number itself is `$1`, `values` follow as `$2` and so on. */
  count(key: CountedKey, count: number, ...values: readonly (string | number)[]): string {
    return this.text(this.#counted(key, count), count, ...values);
  }

  /** As `text`, but with `values` in their places as they are: elements inside a sentence. */
  pieces<Value>(key: MessageKey, ...values: readonly Value[]): (string | Value)[] {
    const entry = this.#catalogue.get(key);
    // Not a reader's problem: the same keys in every language are held by a test.
    if (entry === undefined) throw new RangeError(`no text ${key} in ${this.language}`);
    return piecesOf(entry, values);
  }

  /** As `count`, but with `values` in their places as they are. */
  countPieces<Value>(key: CountedKey, count: number, ...values: readonly Value[]): (string | Value)[] {
    return this.pieces<string | Value>(this.#counted(key, count), this.#written(count), ...values);
  }

  /** The texts that are shown in webmail, with `$1` to `$9` for their values. */
  forFrames(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      [...this.#catalogue]
        .filter(([key]) => FRAME_PREFIXES.some((prefix) => key.startsWith(prefix)))
        .map(([key, entry]) => [key, numbered(entry)]),
    );
  }

  #counted(key: CountedKey, count: number): MessageKey {
    // `CountedKey` has exactly these two forms; English and Chinese need no other.
    return this.#plural.select(count) === 'one' ? `${key}_one` : `${key}_other`;
  }

  #written(value: string | number): string {
    return typeof value === 'number' ? this.#number.format(value) : value;
  }
}

/** The message with the numbers of its named placeholders. */
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
