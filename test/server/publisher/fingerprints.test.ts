import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countChanges,
  hitsAmong,
  toFingerprints,
} from '../../../src/server/publisher/build/entries/fingerprints.ts';
import { sortedHashes } from './sorted-hashes.ts';

const hashes = fc.array(
  fc.record({ high: fc.nat({ max: 3 }), low: fc.oneof(fc.nat({ max: 0xffff_ffff }), fc.nat({ max: 7 })) }),
  { maxLength: 60 },
);
const bits = fc.integer({ min: 40, max: 64 });

function asNumbers({ high, low }: { readonly high: Uint32Array; readonly low: Uint32Array }): bigint[] {
  return Array.from(high, (word, index) => (BigInt(word) << 32n) | BigInt(low[index] ?? 0));
}

function cut(hash: bigint, length: number): bigint {
  return (hash >> BigInt(64 - length)) << BigInt(64 - length);
}

describe('fingerprints', () => {
  test('fingerprints are the leading bits of the hashes, ascending, each once', () => {
    fc.assert(
      fc.property(hashes, bits, (list, length) => {
        const all = sortedHashes(list);
        const expected = [...new Set(asNumbers(all).map((hash) => cut(hash, length)))];
        expect(asNumbers(toFingerprints(all, length))).toEqual(expected);
      }),
    );
  });

  test('a list of fingerprints accepts exactly the hashes that begin like one of them', () => {
    fc.assert(
      fc.property(hashes, hashes, bits, (listed, asked, length) => {
        const fingerprints = toFingerprints(sortedHashes(listed), length);
        const known = new Set(asNumbers(fingerprints));
        const questions = sortedHashes(asked);
        const expected = asNumbers(questions).flatMap((hash, index) =>
          known.has(cut(hash, length)) ? [index] : [],
        );
        expect(hitsAmong(questions, fingerprints, length)).toEqual(expected);
      }),
    );
  });

  test('fingerprints that came and went are counted', () => {
    fc.assert(
      fc.property(hashes, hashes, (before, after) => {
        const old = sortedHashes(before);
        const now = sortedHashes(after);
        const oldSet = new Set(asNumbers(old));
        const common = asNumbers(now).filter((hash) => oldSet.has(hash)).length;
        expect(countChanges(old, now)).toEqual({
          added: now.high.length - common,
          removed: old.high.length - common,
        });
      }),
    );
  });
});
