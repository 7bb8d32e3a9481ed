/** What two senders are compared by, as texts to be hashed: the hashes say whether they are alike, and not who they are. */
import { foldDigits, foldText, wordsOf } from '../../../core/text/fold-text.ts';
import { publicSuffixOf } from '../../../core/url/hosts/registrable-domain.ts';

/** Shorter names differ by one letter from too many others: `ups`, `usps`. */
const MIN_LABEL = 6;
/** Of a person's name. */
const MIN_WORDS = 2;
const MAX_WORDS = 4;
const MIN_WORD_IN_ADDRESS = 3;

/**
 * The name of a person who writes from an address of their own: *Ana Silva* at `ana.silva@firm.example`. Names of offices
 * and shops have many addresses.
 *
 * @param name - as shown
 * @param address - `user@host`
 * @returns words folded and in order of the alphabet, as some programs write *Silva, Ana*; null if it is none
 */
export function personOf(name: string | null, address: string): string | null {
  const person = namedPerson(name);
  if (person === null || /\d/.test(person)) return null;
  const local = foldText(address.slice(0, address.lastIndexOf('@')));
  const isOwn = person.split(' ').some((word) => word.length >= MIN_WORD_IN_ADDRESS && local.includes(word));
  return isOwn ? person : null;
}

/** The words of a name in the same order, whoever writes under it. */
export function namedPerson(name: string | null): string | null {
  const words = wordsOf(foldText(name ?? '')).filter((word) => word.length > 1);
  return words.length < MIN_WORDS || words.length > MAX_WORDS ? null : words.toSorted().join(' ');
}

/**
 * What is kept of a domain: its label as it is, as it looks, and with each letter left out (W. Garbe's symmetric
 * deletion: two words that differ by one letter have such a form in common). With its place, so that words that lost
 * different letters do not meet.
 *
 * @param domain - registrable
 * @returns empty for a domain that is too short to be compared
 */
export function tracesOf(domain: string): readonly string[] {
  const label = labelOf(domain);
  const look = lookOf(label);
  return look.length < MIN_LABEL ? [] : [`=${label}`, `~${look}`, ...deletionsOf(look)];
}

/** What is looked for of a new domain. */
export interface LikenessProbes {
  /** A kept domain with this trace has the same label: another ending of one name, and no imitation. */
  readonly same: string;
  /** A kept domain with one of these looks the same, or differs by one letter. */
  readonly alike: readonly string[];
}

/** @returns null for a domain that is too short to be compared */
export function probesOf(domain: string): LikenessProbes | null {
  const label = labelOf(domain);
  const look = lookOf(label);
  if (look.length < MIN_LABEL) return null;
  const letters = Array.from(look);
  return {
    same: `=${label}`,
    alike: [
      `~${look}`,
      // A letter was added here.
      ...letters.map((_, at) => `~${without(letters, at)}`),
      // A letter is missing here: what is left is what the other one is without it.
      ...[...letters, ''].map((_, at) => `-${at}${look}`),
      // A letter was changed, or two neighbours were swapped.
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

/** Digits as the letters that they look like, and pairs of letters that look like one. */
function lookOf(label: string): string {
  return foldDigits(label).replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** Without the public suffix. */
function labelOf(domain: string): string {
  const { suffix } = publicSuffixOf(domain);
  return suffix === null ? domain : domain.slice(0, Math.max(0, domain.length - suffix.length - 1));
}
