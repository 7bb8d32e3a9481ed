import { foldText } from '../text/fold-text.ts';

/** Web and mail addresses differ between copies of a campaign. */
const ADDRESS = /^.?(?:https?:\/\/|www\.)|@/;

const RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|\p{L}+/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Shorter words are mostly grammar. */
const MIN_WORD_LETTERS = 3;

/**
 * Words in order, without what differs between copies: numbers, links, addresses, case, accents, invisible characters.
 * Chinese and Japanese give pairs of neighbouring characters.
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
