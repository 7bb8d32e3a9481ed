import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hash64 } from '../../../../src/core/hash/hash64.ts';
import {
  addToBlock,
  BLOCK_BYTES,
  blockMayContain,
  entryCountOf,
  FULL_AT,
  isSpilled,
  markSpilled,
} from '../../../../src/server/service/engine/filter-block.ts';
import { SeededRandom } from '../../../../src/server/publisher/tune/seeded-random.ts';

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const hash = fc.record({ high: word, low: word });

describe('a block', () => {
  test('a block of the filter in the engine contains what was added, counts it, and remembers that others lie elsewhere', () => {
    fc.assert(
      fc.property(fc.array(hash, { maxLength: 60 }), fc.boolean(), (hashes, spills) => {
        const block = new Uint8Array(BLOCK_BYTES);
        if (spills) markSpilled(block);
        for (const one of hashes) addToBlock(block, one);
        expect([entryCountOf(block), isSpilled(block)]).toEqual([hashes.length, spills]);
        expect(hashes.filter((one) => !blockMayContain(block, one))).toEqual([]);
      }),
    );
  });

  test('a block of the filter in the engine counts no further than it can', () => {
    const block = new Uint8Array(BLOCK_BYTES);
    for (let low = 0; low < 200; low++) addToBlock(block, { high: 1, low });
    expect([entryCountOf(block), isSpilled(block)]).toEqual([127, false]);
  });

  test.each([
    // (1 − (1 − 1 ÷ 504)^(8n))^8 is 0.017 % and 0.81 %.
    [26, 0.000_3],
    [FULL_AT, 0.01],
  ])(
    'a block of the filter in the engine with %i entries lets fewer than %f of others through',
    (entries, most) => {
      const random = new SeededRandom(1);
      const next = (): Hash64 => ({ high: random.uint32(), low: random.uint32() });
      let passed = 0;
      const asked = 200_000;
      for (let times = 0; times < 100; times++) {
        const block = new Uint8Array(BLOCK_BYTES);
        for (let index = 0; index < entries; index++) addToBlock(block, next());
        for (let index = 0; index < asked / 100; index++) if (blockMayContain(block, next())) passed++;
      }
      expect(passed / asked).toBeLessThan(most);
    },
  );
});
