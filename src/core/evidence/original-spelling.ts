import { foldLookAlikes, foldText, wordsOf } from '../text/fold-text.ts';

/**
 * Finds folded words as the message spells them, so that readers find what a sentence quotes: `Bestätigung` for
 * `bestatigung`.
 *
 * @param found - words with single spaces, or part of a word
 * @returns `found` itself if no text contains it
 */
export function originalSpellingOf(found: string, texts: readonly string[]): string {
  for (const text of texts) {
    const lower = text.toLowerCase();
    const plain = lower.indexOf(found);
    // `toLowerCase` can turn one letter into two (`İ`), which shifts every later index.
    if (plain !== -1 && lower.length === text.length) return text.slice(plain, plain + found.length);
    const written = inFolded(wordsOf(found), text);
    if (written !== null) return written;
  }
  return found;
}

function inFolded(wanted: readonly string[], text: string): string | null {
  const tokens = [...text.matchAll(/[\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}]+/gu)];
  const folds = [foldText, foldLookAlikes] as const;
  for (const [at, { index }] of tokens.entries()) {
    const run = tokens.slice(at, at + wanted.length);
    const isFound = folds.some((fold) => wanted.every((word, place) => fold(run[place]?.[0] ?? '') === word));
    const last = run.at(-1);
    if (isFound && last !== undefined) return text.slice(index, last.index + last[0].length);
  }
  return null;
}
