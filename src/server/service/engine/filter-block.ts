/**
 * All probes of an entry are in one block of 64 bytes, and all entries of a site in the same block, so a link takes one
 * read. Layouts measured: docs/decisions/0162-changes-in-redis.md.
 *
 *     byte 0        bits 0 to 6: number of entries, at most 127; bit 7: more entries in blocks of their own
 *     bytes 1 to 63 504 bits, 8 probes per entry
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
 * A block with so many entries sends a site's further ones to other blocks, because a large site would saturate one. At
 * 50, about 0.8 % of absent expressions pass. With 32 on average, one block in 600 has 50.
 */
export const FULL_AT = 50;

/** Average entries per block that trigger a rebuild, and the maximum after it. */
export const MOST_PER_BLOCK = 32;
export const PLANNED_PER_BLOCK = 31.5;

/** @param block - `BLOCK_BYTES` bytes, as in the functions below */
export function entryCountOf(block: Uint8Array): number {
  return (block[0] ?? 0) & COUNT;
}

/** Some entries of the block's sites are in blocks of their own. */
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

export const EVERY_KEY: KeySelector = {
  select(_words, keyCount, passing) {
    for (let key = 0; key < keyCount; key++) passing[key] = key;
    return keyCount;
  },
};

/**
 * Enhanced double hashing with the third differences of core/filter/probes.ts. Remixes the hash, which also selects the
 * block.
 *
 * @returns false as soon as `visit` does
 */
function forEachProbe({ high, low }: Hash64, visit: (byte: number, mask: number) => boolean): boolean {
  let at = (Math.imul(high, 0x9e3779b1) ^ low) >>> 0;
  let step = (Math.imul(low, 0x85ebca6b) ^ (high >>> 7)) >>> 0;
  let grown = 0;
  for (let probe = 0; probe < PROBES; probe++) {
    // The upper bits: a product's lower bits ignore higher bits of its factors.
    const bit = Math.floor((at / 2 ** 32) * FILTER_BITS);
    if (!visit(1 + (bit >>> 3), 1 << (bit & 7))) return false;
    at = (at + step) >>> 0;
    grown = (grown + PROBE_STEP) >>> 0;
    step = (step + grown) >>> 0;
  }
  return true;
}
