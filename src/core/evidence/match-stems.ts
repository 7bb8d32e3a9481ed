import { foldText, wordsOf } from '../text/fold-text.ts';
import type { Stems } from './word-stems.ts';

/**
 * Consecutive words, folded by `foldText` as searched texts must be. The last may be only the beginning of a word,
 * unless `isWhole`.
 */
interface Stem {
  readonly words: readonly string[];
  readonly isWhole: boolean;
}

interface StemIndex {
  readonly byBeginning: ReadonlyMap<string, readonly Stem[]>;
  readonly anywhere: readonly string[];
}

const indexes = new WeakMap<Stems, StemIndex>();

export interface FoldedText {
  readonly folded: string;
  readonly words: readonly string[];
}

export function splitWords(folded: string): FoldedText {
  return { folded, words: wordsOf(folded) };
}

export function findStem(stems: Stems, { folded, words }: FoldedText): string | null {
  const { byBeginning, anywhere } = indexOf(stems);
  for (let at = 0; at < words.length; at++) {
    const candidates = byBeginning.get((words[at] ?? '').slice(0, 2));
    const found = candidates?.find((stem) => isAt(stem, words, at));
    if (found !== undefined) return words.slice(at, at + found.words.length).join(' ');
  }
  return anywhere.find((stem) => folded.includes(stem)) ?? null;
}

export function hasStem(stems: Stems, text: FoldedText): boolean {
  return findStem(stems, text) !== null;
}

function isAt(stem: Stem, words: readonly string[], at: number): boolean {
  const last = stem.words.length - 1;
  for (let index = 0; index < last; index++) if (words[at + index] !== stem.words[index]) return false;
  const word = words[at + last];
  const end = stem.words[last] ?? '';
  return word !== undefined && (stem.isWhole ? word === end : word.startsWith(end));
}

function indexOf(stems: Stems): StemIndex {
  let index = indexes.get(stems);
  if (index === undefined) {
    const byBeginning = new Map<string, Stem[]>();
    for (const text of stems.words.split(',')) {
      const words = wordsOf(foldText(text));
      const beginning = (words[0] ?? '').slice(0, 2);
      const stem: Stem = { words, isWhole: text.trim().endsWith('$') };
      byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), stem]);
    }
    index = {
      byBeginning,
      anywhere: foldText(stems.anywhere)
        .split(/\s+/)
        .filter((word) => word !== ''),
    };
    indexes.set(stems, index);
  }
  return index;
}
