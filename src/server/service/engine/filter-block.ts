/**
 * A block of the blocked Bloom filter: all probes of an entry lie in the same 64 bytes, so that one read brings them. And
 * all entries of a site lie in the same block, so that one read brings what is known of every expression of a link:
 * docs/decisions/0162-changes-in-redis.md has the layouts that were measured.
 *
 *     byte 0        bits 0 to 6: how many entries are in it, at most 127; bit 7: others lie in blocks of their own
 *     bytes 1 to 63 504 bits, 8 probes an entry
 */
import type { KeySelector } from '../../../core/hash/membership.ts';
import { PROBE_STEP } from '../../../core/filter/probes.ts';
import type { Hash64 } from '../../../core/hash/hash64.ts';

export const BLOCK_BYTES = 64;

const FILTER_BITS = (BLOCK_BYTES - 1) * 8;
const PROBES = 8;
const COUNT = 0x7f;
const SPILLED = 0x80;

/**
 * A site's further entries go to blocks of their own once its block has so many: a site with a million listed pages would
 * otherwise make of its block one that lets everything through. At 50 it lets about 0.8 % of absent expressions through,
 * and where blocks have 32 on the average, one in 600 has so many.
 */
export const FULL_AT = 50;

/** Entries a block at which a filter is made anew, on the average of a shard, and the most that the new one has then. */
export const MOST_PER_BLOCK = 32;
export const PLANNED_PER_BLOCK = 31.5;

/** @param block - `BLOCK_BYTES`, as are those of the functions below */
export function entryCountOf(block: Uint8Array): number {
  return (block[0] ?? 0) & COUNT;
}

/** Entries that belong here lie elsewhere too: in the block of each entry's own. */
export function isSpilled(block: Uint8Array): boolean {
  return ((block[0] ?? 0) & SPILLED) !== 0;
}

export function markSpilled(block: Uint8Array): void {
  block[0] = (block[0] ?? 0) | SPILLED;
}

export function addToBlock(block: Uint8Array, hash: Hash64): void {
  block[0] = ((block[0] ?? 0) & SPILLED) | Math.min(COUNT, entryCountOf(block) + 1);
  forEachProbe(hash, (byte, mask) => {
    block[byte] = (block[byte] ?? 0) | mask;
    return true;
  });
}

export function blockMayContain(block: Uint8Array, hash: Hash64): boolean {
  return forEachProbe(hash, (byte, mask) => ((block[byte] ?? 0) & mask) !== 0);
}

/** Lets through the keys that a block may contain. */
export function selectorOf(block: Uint8Array): KeySelector {
  return {
    select(words, keyCount, passing) {
      let passed = 0;
      for (let key = 0; key < keyCount; key++) {
        const hash = { high: words[key * 2] ?? 0, low: words[key * 2 + 1] ?? 0 };
        if (blockMayContain(block, hash)) passing[passed++] = key;
      }
      return passed;
    },
  };
}

/** Lets every key through. */
export const EVERY_KEY: KeySelector = {
  select(_words, keyCount, passing) {
    for (let key = 0; key < keyCount; key++) passing[key] = key;
    return keyCount;
  },
};

/**
 * Enhanced double hashing with the third differences of core/filter/probes.ts, from words mixed anew: which block an
 * entry of its own lies in is told by the same hash.
 *
 * @returns false as soon as `visit` does
 */
function forEachProbe({ high, low }: Hash64, visit: (byte: number, mask: number) => boolean): boolean {
  let at = (Math.imul(high, 0x9e3779b1) ^ low) >>> 0;
  let step = (Math.imul(low, 0x85ebca6b) ^ (high >>> 7)) >>> 0;
  let grown = 0;
  for (let probe = 0; probe < PROBES; probe++) {
    // The upper bits: the lower ones of a product know nothing of those above them.
    const bit = Math.floor((at / 2 ** 32) * FILTER_BITS);
    if (!visit(1 + (bit >>> 3), 1 << (bit & 7))) return false;
    at = (at + step) >>> 0;
    grown = (grown + PROBE_STEP) >>> 0;
    step = (step + grown) >>> 0;
  }
  return true;
}
