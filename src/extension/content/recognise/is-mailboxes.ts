import { childrenOf, isInside, parentElementOf } from '../dom/unclobbered.ts';
import { wordsOf } from './list-rows.ts';

/** Fewer are no header or list. */
const MIN_MAILBOXES = 3;

/** Characters beside a mailbox, without those of other elements. Longer than a name, an address or a subject. */
const MIN_SENTENCE_LENGTH = 60;

/**
 * Whether a block without links is a header or a list of messages, by the mailboxes in it. A letter that names as many
 * mailboxes has them in its sentences, or below its text.
 *
 * @param signs - header signs of the page
 */
export function isMailboxes(block: Element, signs: readonly Element[]): boolean {
  const alone = signs.filter((sign) => isInside(block, sign) && !isInSentence(sign));
  if (alone.length < MIN_MAILBOXES) return false;
  const lines = new Set(alone.map((sign) => lineOf(sign, alone)));
  const words = [...lines].map(wordsOf);
  const text = wordsOf(block);
  const isMostOfIt = words.join('').length * 2 > text.length;
  return isMostOfIt || words.some((line) => text.indexOf(line) < MIN_SENTENCE_LENGTH);
}

/** The sign itself, or a tag such as `b` around it, may stand in the sentence. */
function isInSentence(sign: Element): boolean {
  const around = parentElementOf(sign);
  return [sign, around, around && parentElementOf(around)].some(
    (element) => element !== null && ownLength(element) >= MIN_SENTENCE_LENGTH,
  );
}

function ownLength(element: Element): number {
  return Array.from(childrenOf(element)).reduce(
    (length, child) => length - wordsOf(child).length,
    wordsOf(element).length,
  );
}

/** The list row or header field around the sign. */
function lineOf(sign: Element, signs: readonly Element[]): Element {
  const around = parentElementOf(sign);
  if (around === null || signs.filter((each) => isInside(around, each)).length >= MIN_MAILBOXES) return sign;
  return lineOf(around, signs);
}
