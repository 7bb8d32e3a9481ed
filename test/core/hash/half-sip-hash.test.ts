import { describe, expect, test } from 'vitest';
import { halfSipHash } from '../../../src/core/hash/half-sip-hash.ts';
import vectors from '../../vectors/half-sip-hash-2-4-64.json' with { type: 'json' };

const KEY = Uint8Array.from({ length: 8 }, (_, index) => index);

function asReferenceBytes({ high, low }: { readonly high: number; readonly low: number }): string {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(high, 0);
  bytes.writeUInt32LE(low, 4);
  return bytes.toString('hex');
}

describe('halfSipHash', () => {
  test('halfSipHash gives the reference implementation’s output for every length from 0 to 63', () => {
    expect(vectors.outputs).toHaveLength(64);
    for (const [length, expected] of vectors.outputs.entries()) {
      const message = Uint8Array.from({ length }, (_, index) => index);
      expect(asReferenceBytes(halfSipHash(KEY, message)), `length ${length}`).toBe(expected);
    }
  });

  test('halfSipHash hashes a view of a larger buffer as the bytes it shows', () => {
    const large = Uint8Array.from({ length: 40 }, (_, index) => index - 3);
    expect(asReferenceBytes(halfSipHash(KEY, large.subarray(3, 13)))).toBe(vectors.outputs[10]);
  });

  test.each([0, 7, 9, 16])('halfSipHash refuses a key of %i bytes', (length) => {
    expect(() => halfSipHash(new Uint8Array(length), new Uint8Array(1))).toThrow(RangeError);
  });
});
