import { foldDigits } from '../text/fold-text.ts';
import type { Brand } from './brand.ts';

export type Imitation =
  /** `acme-desk.com`, or joined, `acmedesk.com`. */
  | { readonly kind: 'beside'; readonly others: readonly string[]; readonly isJoined: boolean }
  /** `acmme.com`. */
  | { readonly kind: 'misspelt' };

/** Lengths in characters. Shorter words are part of too many other words. */
const MIN_PART = 3;
const MIN_JOINED = 5;
const MIN_MISSPELT = 6;

/**
 * @param site - a registrable domain that is not the brand's
 * @returns null for no imitation, and for the bare name, which brands also own under endings that no table has
 */
export function imitationOf(site: string, { spellings }: Brand): Imitation | null {
  const label = site.slice(0, site.indexOf('.'));
  const parts = label.split('-').map(foldDigits);
  const joined = parts.join('');
  if (spellings.includes(joined)) return parts.join('-') === label ? null : { kind: 'misspelt' };
  for (const spelling of spellings) {
    const others = othersBeside(spelling, parts);
    if (others !== null) {
      return {
        kind: 'beside',
        others,
        isJoined: others.every((other) => other.length > 1 && !parts.includes(other)),
      };
    }
  }
  const isMisspelt = spellings.some(
    (spelling) =>
      spelling.length >= MIN_MISSPELT &&
      // Brands shorten their own names: `shope.ee`.
      [joined, ...parts].some((part) => isOneOff(part, spelling) && !spelling.startsWith(part)),
  );
  return isMisspelt ? { kind: 'misspelt' } : null;
}

function othersBeside(spelling: string, parts: readonly string[]): readonly string[] | null {
  if (spelling.length < MIN_PART) return null;
  const at = parts.indexOf(spelling);
  if (at !== -1) return parts.filter((_, index) => index !== at);
  if (spelling.length < MIN_JOINED) return null;
  for (const part of parts) {
    const rest = parts.filter((each) => each !== part);
    if (part.startsWith(spelling)) return [part.slice(spelling.length), ...rest];
    if (part.endsWith(spelling)) return [part.slice(0, -spelling.length), ...rest];
  }
  // `deutsche-post-desk`: a hyphen within the brand's name.
  const joined = parts.join('');
  if (joined.startsWith(spelling)) return [joined.slice(spelling.length)];
  return joined.endsWith(spelling) ? [joined.slice(0, -spelling.length)] : null;
}

/** One letter more, less or different, or two neighbours swapped (Damerau, 1964). */
export function isOneOff(word: string, other: string): boolean {
  if (word === other || Math.abs(word.length - other.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === other[at]) at++;
  const [rest, otherRest] = [word.slice(at), other.slice(at)];
  if (rest.length > otherRest.length) return rest.slice(1) === otherRest;
  if (rest.length < otherRest.length) return rest === otherRest.slice(1);
  if (rest.slice(1) === otherRest.slice(1)) return true;
  return rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2);
}
