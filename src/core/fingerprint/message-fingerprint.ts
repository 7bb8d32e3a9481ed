import { digestBand } from './band-digest.ts';
import { textWords } from './text-words.ts';

export const BANDS = 3;

/** Messages with at least this many equal bands count as copies. */
export const MATCHING_BANDS = 2;

/** Rows of a band. More rows make chance matches rarer, and edited copies harder to recognise. */
const ROWS = 4;

/** With fewer word pairs, which could match by chance, there is no fingerprint. */
const MIN_PAIRS = 12;

/** In UTF-16 units, for webmail pages and mail files alike. */
export const MAX_FINGERPRINTED_LENGTH = 1_500;

/**
 * A message's *bands*, each one lookup key; none if there is too little text. docs/snapshot-format.md, section 1, is
 * normative.
 *
 * Each row is the smallest hash of all pairs of neighbouring words (MinHash, Broder 1997). Texts that share s of their
 * pairs agree in a band with chance s⁴, in two of three with 3s⁸ − 2s¹²: 0.73 for copies that share 90 %, 0.91 for 95
 * %, 0.01 for 50 %, 10⁻⁵ for 20 %.
 */
export function messageFingerprint(text: string): readonly string[] {
  const words = textWords(text.slice(0, MAX_FINGERPRINTED_LENGTH));
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < words.length; at++) pairs.add(`${words[at] ?? ''} ${words[at + 1] ?? ''}`);
  if (pairs.size < MIN_PAIRS) return [];
  const smallest = new Uint32Array(BANDS * ROWS).fill(0xffff_ffff);
  for (const pair of pairs) {
    const hash = hashOfPair(pair);
    for (let row = 0; row < smallest.length; row++) {
      const value = mixBits(hash ^ Math.imul(row + 1, 0x9e37_79b1));
      if (value < (smallest[row] ?? 0)) smallest[row] = value;
    }
  }
  return Array.from(
    { length: BANDS },
    (_, band) => `${band}.${digestBand(smallest.subarray(band * ROWS, (band + 1) * ROWS))}`,
  );
}

/** FNV-1a over UTF-16 units. */
function hashOfPair(pair: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < pair.length; at++) hash = Math.imul(hash ^ pair.charCodeAt(at), 0x0100_0193);
  return hash;
}

/** MurmurHash3's finalizer. */
function mixBits(word: number): number {
  let mix = word ^ (word >>> 16);
  mix = Math.imul(mix, 0x85eb_ca6b);
  mix ^= mix >>> 13;
  mix = Math.imul(mix, 0xc2b2_ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}
