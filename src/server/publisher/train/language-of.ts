import { franc } from 'franc-min';
import * as stopword from 'stopword';
import { foldText } from '../../../core/text/fold-text.ts';

/** Characters that the guess looks at, and how many it takes. */
const GUESSED_LENGTH = 1_000;
const LEAST_LENGTH = 40;

/** @returns ISO 639-3; `und` of a text that is too short to tell */
export function languageOf(text: string): string {
  const words = text.slice(0, 4 * GUESSED_LENGTH).replaceAll(/https?:\S+/gi, ' ');
  return franc(words.slice(0, GUESSED_LENGTH), { minLength: LEAST_LENGTH });
}

/** Lists of words by ISO 639-3, beside a function that is not used. */
const LISTS: ReadonlyMap<string, unknown> = new Map(Object.entries(stopword));

/** @returns words that every text of the language has, folded; none where no list of it is known */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const all: unknown = LISTS.get(language);
  const words: readonly unknown[] = Array.isArray(all) ? all : [];
  return new Set(words.filter((word) => typeof word === 'string').map(foldText));
}
