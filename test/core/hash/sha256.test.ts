import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Sha256 } from '../../../src/core/hash/sha256.ts';

function hexOf(bytes: Uint8Array, pieces: readonly number[] = []): string {
  const hash = new Sha256();
  let offset = 0;
  for (const piece of pieces) {
    hash.update(bytes.subarray(offset, offset + piece));
    offset += piece;
  }
  hash.update(bytes.subarray(offset));
  return Buffer.from(hash.digest()).toString('hex');
}

describe('Sha256', () => {
  test.each([
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('Sha256 hashes %j as FIPS 180-4 does', (text, digest) => {
    expect(hexOf(new TextEncoder().encode(text))).toBe(digest);
  });

  test('Sha256 agrees with the system’s for every length up to 200, whole and in pieces', () => {
    const bytes = Uint8Array.from({ length: 200 }, (_, index) => (index * 37) & 255);
    for (let length = 0; length <= 200; length++) {
      const message = bytes.subarray(0, length);
      const expected = createHash('sha256').update(message).digest('hex');
      expect(hexOf(message), `length ${length}`).toBe(expected);
      expect(hexOf(message, [1, 63, 64, 2]), `length ${length} in pieces`).toBe(expected);
    }
  });
});
