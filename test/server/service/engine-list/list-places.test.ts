import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareOrder,
  listHeadText,
  parseListHead,
  type ListHead,
} from '../../../../src/server/service/engine-list/list-head.ts';
import {
  arePrefixBits,
  bucketCount,
  bucketOfHash,
  prefixBitsFor,
  shardOfHash,
  stillFits,
} from '../../../../src/server/service/engine-list/list-places.ts';
import { canAnswerFor } from '../../../../src/server/service/engine-list/list-state.ts';

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe('places of a list', () => {
  test('places of a list are the leading bits of a hash: its shard, and its bucket in that', () => {
    fc.assert(
      fc.property(word, fc.integer({ min: 6, max: 28 }), (high, prefixBits) => {
        const bucket = bucketOfHash({ high }, prefixBits);
        expect(bucket).toBeLessThan(bucketCount(prefixBits));
        expect(shardOfHash({ high }) * bucketCount(prefixBits) + bucket).toBe(high >>> (32 - prefixBits));
      }),
    );
  });

  test.each([
    [0, 64, 6],
    [1, 64, 6],
    [100_000, 64, 10],
    [1_000_000, 64, 13],
    [10_000_000, 64, 16],
    [1_000_000_000, 64, 23],
    [1e12, 64, 28],
    // Short fingerprints keep 32 bits that their bucket does not name.
    [1_000_000, 40, 8],
  ])(
    'places of a list of %d entries, %d bits the fewest, are parted by %d bits',
    (entries, fewestBits, expected) => {
      expect(prefixBitsFor({ entries, fewestBits })).toBe(expected);
    },
  );

  test('places of a list stay as they are until there are four times as many entries or a quarter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2e9 }), (entries) => {
        const bits = prefixBitsFor({ entries, fewestBits: 64 });
        expect(arePrefixBits(bits)).toBe(true);
        expect(stillFits(bits, { entries, fewestBits: 64 })).toBe(true);
        if (bits > 7) expect(stillFits(bits, { entries: entries * 1.9, fewestBits: 64 })).toBe(true);
        if (bits < 28) expect(stillFits(bits, { entries: entries * 4 + 50_000, fewestBits: 64 })).toBe(false);
      }),
    );
    expect(stillFits(13, { entries: 1_000_000, fewestBits: 40 })).toBe(false);
  });
});

const head: ListHead = {
  log: '0123456789abcdef',
  generation: 3,
  prefixBits: 13,
  root: 'a'.repeat(16),
  epoch: 'fedcba9876543210',
  keyList: 2,
  serial: 4_000_000_000,
  entries: 1_000_000,
  run: 'c'.repeat(40),
};

describe('the head of a list', () => {
  test('the head of a list is read back as it was written', () => {
    const number = fc.nat(1e9);
    fc.assert(
      fc.property(
        number,
        fc.integer({ min: 6, max: 28 }),
        number,
        number,
        number,
        (a, prefixBits, b, c, d) => {
          const one = { ...head, generation: a, prefixBits, keyList: b, serial: c, entries: d };
          expect(parseListHead(listHeadText(one))).toEqual(one);
        },
      ),
    );
  });

  test('the head of a list is nothing else, whatever stands there', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseListHead(text)).toBeNull();
      }),
    );
  });

  test.each([
    ['nothing', ''],
    ['of another version', listHeadText(head).replace(/^1/, '2')],
    ['cut short', listHeadText(head).slice(0, -1)],
    ['with something behind', `${listHeadText(head)} 1`],
    ['of changes', `2 ${head.log} ${head.log} 1 64 1 0 ${head.run}`],
    ['parted by 5 bits', listHeadText({ ...head, prefixBits: 5 })],
    ['parted by 29 bits', listHeadText({ ...head, prefixBits: 29 })],
    ['of a serial that is no number', listHeadText(head).replace('4000000000', '4e9')],
  ])('the head of a list is refused: %s', (_, text) => {
    expect(parseListHead(text)).toBeNull();
  });

  test.each<[string, Partial<ListHead>, boolean]>([
    ['the same state', {}, true],
    ['a newer one', { serial: head.serial + 1 }, true],
    ['an older one', { serial: head.serial - 1 }, false],
    ['a lower serial under a newer key list', { keyList: 3, serial: 1 }, true],
    ['a higher serial under an older key list', { keyList: 1, serial: head.serial + 9 }, false],
    ['another epoch', { epoch: '0'.repeat(16) }, false],
    ['another channel', { root: '0'.repeat(16) }, false],
  ])('the head of a list answers for a list or not: %s', (_, change, isSo) => {
    expect(canAnswerFor({ ...head, ...change }, head)).toBe(isSo);
  });

  test('the head of a list stands in the order of key lists, then serials', () => {
    expect(compareOrder({ keyList: 1, serial: 9 }, { keyList: 2, serial: 1 })).toBeLessThan(0);
    expect(compareOrder({ keyList: 2, serial: 2 }, { keyList: 2, serial: 1 })).toBeGreaterThan(0);
    expect(compareOrder(head, head)).toBe(0);
  });
});
