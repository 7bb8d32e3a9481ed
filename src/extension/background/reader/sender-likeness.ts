/** Makes texts to be stored as hashes, which show likeness without revealing names. */
import { foldDigits, foldText, wordsOf } from '../../../core/text/fold-text.ts';
import { publicSuffixOf } from '../../../core/url/hosts/registrable-domain.ts';

/** Shorter names differ by one letter from too many others: `ups`, `usps`. */
const MIN_LABEL = 6;
/** Words of a person's name. */
const MIN_WORDS = 2;
const MAX_WORDS = 4;
const MIN_WORD_IN_ADDRESS = 3;

/**
 * The name, if the address contains part of it: *Ana Silva* at `ana.silva@firm.example`. Null for other names, as of
 * offices and shops, which rightly have many addresses.
 *
 * @returns folded words, sorted because some programs write *Silva, Ana*
 */
export function personOf(name: string | null, address: string): string | null {
  const person = namedPerson(name);
  if (person === null || /\d/.test(person)) return null;
  const local = foldText(address.slice(0, address.lastIndexOf('@')));
  const isOwn = person.split(' ').some((word) => word.length >= MIN_WORD_IN_ADDRESS && local.includes(word));
  return isOwn ? person : null;
}

/** The folded name, whatever the address. */
export function namedPerson(name: string | null): string | null {
  const words = wordsOf(foldText(name ?? '')).filter((word) => word.length > 1);
  return words.length < MIN_WORDS || words.length > MAX_WORDS ? null : words.toSorted().join(' ');
}

/**
 * Returns a domain's label as written, as it looks, and with each letter left out (W. Garbe's symmetric deletion: words
 * that differ by one letter share such a form). Each shortened form starts with the dropped letter's position, so words
 * that lost letters at different places do not match.
 *
 * @param domain - registrable
 * @returns empty if too short
 */
export function tracesOf(domain: string): readonly string[] {
  const label = labelOf(domain);
  const look = lookOf(label);
  return look.length < MIN_LABEL ? [] : [`=${label}`, `~${look}`, ...deletionsOf(look)];
}

export interface LikenessProbes {
  /** The same label under another suffix: no imitation. */
  readonly same: string;
  /** Each is a trace of labels that look the same, or differ by one letter. */
  readonly alike: readonly string[];
}

/** @returns null if too short */
export function probesOf(domain: string): LikenessProbes | null {
  const label = labelOf(domain);
  const look = lookOf(label);
  if (look.length < MIN_LABEL) return null;
  const letters = Array.from(look);
  return {
    same: `=${label}`,
    alike: [
      `~${look}`,
      // This label has a letter more than a known one.
      ...letters.map((_, at) => `~${without(letters, at)}`),
      // This label lacks a letter of a known one.
      ...[...letters, ''].map((_, at) => `-${at}${look}`),
      // One letter differs, or two neighbours are swapped.
      ...letters.flatMap((_, at) => [at - 1, at, at + 1].map((place) => `-${place}${without(letters, at)}`)),
    ],
  };
}

function deletionsOf(look: string): readonly string[] {
  const letters = Array.from(look);
  return letters.map((_, at) => `-${at}${without(letters, at)}`);
}

function without(letters: readonly string[], at: number): string {
  return letters.filter((_, index) => index !== at).join('');
}

/** Folds digits and pairs that look like letters. */
function lookOf(label: string): string {
  return foldDigits(label).replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** Without the public suffix. */
function labelOf(domain: string): string {
  const { suffix } = publicSuffixOf(domain);
  return suffix === null ? domain : domain.slice(0, Math.max(0, domain.length - suffix.length - 1));
}
