import { foldText } from '../text/fold-text.ts';

/** What differs between two copies of one campaign: addresses of pages and of people. */
const ADDRESS = /^.?(?:https?:\/\/|www\.)|@/;

/** Scripts that write words without spaces between them; or a word of any other script. */
const RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|\p{L}+/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Shorter words are the grammar of most languages, and the letters that stand around numbers. */
const MIN_WORD_LETTERS = 3;

/**
 * The words of a text in order, with what makes each copy of a campaign its own left out: numbers, links, addresses,
 * case, accents and characters that are not drawn. Chinese and Japanese, which put no space between words, give each
 * two neighbouring characters as one.
 */
export function textWords(text: string): readonly string[] {
  const words: string[] = [];
  const plain = foldText(text)
    .split(/\s/)
    .filter((part) => !ADDRESS.test(part))
    .join(' ');
  for (const [run] of plain.matchAll(RUNS)) {
    if (UNSPACED.test(run)) {
      const characters = Array.from(run);
      for (let at = 0; at + 1 < characters.length; at++)
        words.push(`${characters[at] ?? ''}${characters[at + 1] ?? ''}`);
    } else if (run.length >= MIN_WORD_LETTERS) words.push(run);
  }
  return words;
}
