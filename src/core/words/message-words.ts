import { textWords } from '../fingerprint/text-words.ts';

/** UTF-16 units of text that are read for words: what the facts of a message hold of it, and a long subject. */
export const MAX_READ_LENGTH = 12_000;

/**
 * The words that the statistical stage counts, each once: those of subject and text together. Numbers, links, addresses,
 * case, accents and words of one or two letters are left out; Chinese and Japanese give each two neighbouring
 * characters.
 *
 * @param subject - null where the webmail shows none
 */
export function messageWords(subject: string | null, text: string): ReadonlySet<string> {
  return new Set(textWords(`${subject ?? ''}\n${text}`.slice(0, MAX_READ_LENGTH)));
}
