import { franc } from 'franc-min';
import * as stopword from 'stopword';
import { foldText } from '../../../core/text/fold-text.ts';

/** Characters used for guessing: at most, and at least. */
const GUESSED_LENGTH = 1_000;
const LEAST_LENGTH = 40;

/** @returns ISO 639-3; `und` if too short */
export function languageOf(text: string): string {
  const words = text.slice(0, 4 * GUESSED_LENGTH).replaceAll(/https?:\S+/gi, ' ');
  return franc(words.slice(0, GUESSED_LENGTH), { minLength: LEAST_LENGTH });
}

/** Lists of stop words by ISO 639-3 code; one export is a function. */
const LISTS: ReadonlyMap<string, unknown> = new Map(Object.entries(stopword));

export function stopWordsOf(language: string): ReadonlySet<string> {
  const all: unknown = LISTS.get(language);
  const words: readonly unknown[] = Array.isArray(all) ? all : [];
  return new Set(words.filter((word) => typeof word === 'string').map(foldText));
}
