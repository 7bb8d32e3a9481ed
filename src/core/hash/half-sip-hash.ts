import type { Hash64 } from './hash64.ts';

export const EPOCH_KEY_BYTES = 8;

/** `EPOCH_KEY_BYTES` bytes. The key is public: it selects an epoch's hash function. */
export type EpochKey = Uint8Array;

/**
 * HalfSipHash-2-4 with 64-bit output, read as two little-endian words. It has 32-bit operations only, so JavaScript
 * needs no big integers. Since the key is known, 64 bits do not resist a search for collisions; the publisher's list of
 * known good sites protects those sites. Source: J.-P. Aumasson, D. J. Bernstein, github.com/veorq/SipHash,
 * halfsiphash.c (CC0), with the vectors of test/vectors/half-sip-hash-2-4-64.json.
 */
export function halfSipHash(key: EpochKey, bytes: Uint8Array): Hash64 {
  const [k0, k1] = keyWords(key);
  let v0 = k0;
  // 0xee separates the 64-bit variant from the 32-bit one.
  let v1 = k1 ^ 0xee;
  let v2 = 0x6c796765 ^ k0;
  let v3 = 0x74656462 ^ k1;
  const whole = bytes.length & ~3;

  // The last block has the remaining bytes and, in its top byte, the length modulo 256.
  for (let offset = 0; offset <= whole; offset += 4) {
    const block =
      offset < whole
        ? (bytes[offset] ?? 0) |
          ((bytes[offset + 1] ?? 0) << 8) |
          ((bytes[offset + 2] ?? 0) << 16) |
          ((bytes[offset + 3] ?? 0) << 24)
        : lastBlock(bytes, whole);
    v3 ^= block;
    for (let round = 0; round < 2; round++) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    v0 ^= block;
  }

  v2 ^= 0xee;
  let high = 0;
  for (let round = 0; round < 8; round++) {
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    if (round === 3) {
      high = (v1 ^ v3) >>> 0;
      v1 ^= 0xdd;
    }
  }
  return { high, low: (v1 ^ v3) >>> 0 };
}

/** As two little-endian words. */
export function keyWords(key: EpochKey): readonly [number, number] {
  if (key.length !== EPOCH_KEY_BYTES)
    throw new RangeError(`a key of ${key.length} bytes, not ${EPOCH_KEY_BYTES}`);
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  return [view.getInt32(0, true), view.getInt32(4, true)];
}

function lastBlock(bytes: Uint8Array, whole: number): number {
  let block = bytes.length << 24;
  for (let offset = whole; offset < bytes.length; offset++) {
    block |= (bytes[offset] ?? 0) << ((offset & 3) * 8);
  }
  return block;
}
