import { textWords } from '../fingerprint/text-words.ts';

/** UTF-16 units: enough for a message's facts and a long subject. */
export const MAX_READ_LENGTH = 12_000;

/** @param subject - null if the webmail shows none */
export function messageWords(subject: string | null, text: string): ReadonlySet<string> {
  return new Set(textWords(`${subject ?? ''}\n${text}`.slice(0, MAX_READ_LENGTH)));
}
