import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../hash/hex.ts';

/** 64 bits, like entry hashes. */
const DIGEST_DIGITS = 16;

/**
 * Hashes the whole band. A single row, one word pair's hash, would betray that pair, because all pairs of a dictionary
 * are quickly tried.
 */
export function digestBand(rows: Uint32Array): string {
  const bytes = new Uint8Array(rows.length * 4);
  const view = new DataView(bytes.buffer);
  rows.forEach((row, index) => view.setUint32(index * 4, row, true));
  return toHex(sha256(bytes)).slice(0, DIGEST_DIGITS);
}

const BAND = /^[0-2]\.[0-9a-f]{16}$/;

export function isBand(text: string): boolean {
  return BAND.test(text);
}
