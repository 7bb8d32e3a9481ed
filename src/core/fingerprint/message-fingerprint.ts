import { digestOf } from './band-digest.ts';
import { textWords } from './text-words.ts';

/** Bands of a fingerprint. */
export const BANDS = 3;

/** So many of them must be the same in two messages for one to be taken for a copy of the other. */
export const MATCHING_BANDS = 2;

/** Smallest values that make a band. More make a chance meeting rarer and an edited copy harder to know again. */
const ROWS = 4;

/** Word pairs that two texts could share by chance: a text with fewer different ones has no fingerprint. */
const MIN_PAIRS = 12;

/** In UTF-16 units: what a webmail's page is asked for, and what a mail file is cut to. */
export const MAX_FINGERPRINTED_LENGTH = 1_500;

/**
 * The fingerprint of a message: its *bands*, each one lookup key; none if there is too little text.
 *
 * Each row is the smallest of the keyed hashes of all pairs of neighbouring words (MinHash, Broder 1997), so that two
 * texts agree in a row as often as they share pairs: with a share s, they agree in a band with chance s⁴ and in two of
 * three bands with 3s⁸ − 2s¹². Of copies that share 90 % that is 0.73, of 95 % 0.90, of 50 % 0.01, of 20 % 10⁻⁵. Order
 * beyond neighbours, what is repeated, and where the text breaks into lines make no difference.
 *
 * docs/snapshot-format.md, section 1, is normative: feed and device must come to the same keys.
 *
 * @param text - that can be read in the message, white space as it comes
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
      const value = mixed(hash ^ Math.imul(row + 1, 0x9e37_79b1));
      if (value < (smallest[row] ?? 0)) smallest[row] = value;
    }
  }
  return Array.from(
    { length: BANDS },
    (_, band) => `${band}.${digestOf(smallest.subarray(band * ROWS, (band + 1) * ROWS))}`,
  );
}

/** FNV-1a over UTF-16 units. */
function hashOfPair(pair: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < pair.length; at++) hash = Math.imul(hash ^ pair.charCodeAt(at), 0x0100_0193);
  return hash;
}

/** The finalizer of MurmurHash3: each bit of the input changes half of the output. */
function mixed(word: number): number {
  let mix = word ^ (word >>> 16);
  mix = Math.imul(mix, 0x85eb_ca6b);
  mix ^= mix >>> 13;
  mix = Math.imul(mix, 0xc2b2_ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}
