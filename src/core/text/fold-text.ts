/** Letters that look Latin in common sans-serif faces. Source: Unicode confusables (UTS #39). */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ј: 'j',
    ѕ: 's',
    һ: 'h',
    ԁ: 'd',
    ԛ: 'q',
    ԝ: 'w',
    к: 'k',
    м: 'm',
    т: 't',
    в: 'b',
    н: 'h',
    г: 'r',
    ѵ: 'v',
    ӏ: 'l',
    α: 'a',
    ο: 'o',
    ρ: 'p',
    ν: 'v',
    ι: 'i',
    κ: 'k',
    υ: 'u',
    τ: 't',
    χ: 'x',
    η: 'n',
    ϲ: 'c',
    ϳ: 'j',
    ɑ: 'a',
    ɡ: 'g',
    ı: 'i',
    ɩ: 'i',
    ʟ: 'l',
    ո: 'n',
    օ: 'o',
    ս: 'u',
    ց: 'g',
    հ: 'h',
    յ: 'j',
    ʏ: 'y',
    ᴀ: 'a',
    ᴄ: 'c',
    ᴇ: 'e',
    ᴏ: 'o',
    ᴘ: 'p',
    ꜱ: 's',
    ᴛ: 't',
    ᴜ: 'u',
    ᴠ: 'v',
    ᴡ: 'w',
    ᴢ: 'z',
    ɪ: 'i',
    ɴ: 'n',
    ʀ: 'r',
    ø: 'o',
    đ: 'd',
    ł: 'l',
    ħ: 'h',
  }),
);

/** Characters that are drawn as nothing. Soft hyphens and joiners also have honest uses in some scripts. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}]/gu;

const MARKS = /\p{M}/gu;

/** Folds to lower-case NFKD (`𝐏` as `p`) without accents and invisible characters. */
export function foldText(text: string): string {
  // Most text is ASCII, which needs no normalizing, the costliest part.
  if (/^[\n\r\t -~]*$/.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(MARKS, '').replace(INVISIBLE, '').toLowerCase().replaceAll('ß', 'ss');
}

/** Folds `Раураl`, in Cyrillic letters, to `paypal` in Latin ones. */
export function foldLookAlikes(text: string): string {
  // Capital I after a small letter reads as l: `PayPaI`.
  const folded = joinLetters(foldText(text.replaceAll(/(?<=\p{Ll})I(?=\p{Ll}|\b)/gu, 'l')));
  if (/^[\n\r\t -~]*$/.test(folded)) return folded;
  return Array.from(folded, (character) => LOOK_ALIKES.get(character) ?? character).join('');
}

export function foldDigits(word: string): string {
  if (!/[a-z]/.test(word)) return word;
  return word
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('3', 'e')
    .replaceAll('5', 's')
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll('!', 'i');
}

export function wordsOf(folded: string): readonly string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Joins spaced letters: `C o i n b a s e`. */
function joinLetters(folded: string): string {
  return folded.replaceAll(SPACED_LETTERS, (run) => run.replaceAll(/[ ._-]/g, ''));
}

export const SPACED_LETTERS = /(?<![\p{L}\p{N}])\p{L}(?:[ ._-]\p{L}){4,}(?![\p{L}\p{N}])/gu;
