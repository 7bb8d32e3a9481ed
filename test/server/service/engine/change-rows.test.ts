import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATEGORIES, LEVELS } from '../../../../src/core/verdict/verdict.ts';
import { CHANGE_ACTIONS } from '../../../../src/server/node/changes/change.ts';
import {
  findRow,
  toStoredChange,
  toRow,
  withRow,
} from '../../../../src/server/service/engine/change-rows.ts';

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const hash = fc.record({ high: word, low: word });
const change = fc.record({
  action: fc.constantFrom(...CHANGE_ACTIONS),
  category: fc.constantFrom(...CATEGORIES),
  level: fc.constantFrom(...LEVELS),
  sequence: fc.oneof(fc.maxSafeNat(), fc.nat(200)),
  expiresAt: fc.option(fc.oneof(fc.maxSafeNat(), fc.nat(2 ** 31))),
  at: fc.nat(2 ** 32 - 1),
});
const hashText = ({ high, low }: { high: number; low: number }): string => `${high} ${low >>> 24}`;

describe('rows', () => {
  test('rows of the engine give back what was put in, whatever lies beside it', () => {
    const entries = fc.uniqueArray(fc.record({ hash, change }), {
      maxLength: 20,
      selector: (entry) => hashText(entry.hash),
    });
    fc.assert(
      fc.property(entries, change, (all, later) => {
        let rows: Uint8Array = new Uint8Array();
        for (const one of all) rows = withRow(rows, toRow(one.hash, one.change), null);
        const [first] = all;
        if (first !== undefined) {
          const found = findRow(rows, first.hash);
          if (!found.ok || found.value === null) throw new Error('it is not there');
          rows = withRow(rows, toRow(first.hash, later), found.value);
        }
        all.forEach((one, index) => {
          const found = findRow(rows, one.hash);
          expect(found.ok && found.value?.change).toEqual(toStoredChange(index === 0 ? later : one.change));
        });
      }),
    );
  });

  test('rows of the engine of anything never throw, and never name more than there is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), hash, (bytes, sought) => {
        const found = findRow(bytes, sought);
        if (found.ok && found.value !== null) expect(found.value.end).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });

  const sought = { high: 0x01020304, low: 0x05060708 };
  const row = toRow(sought, {
    action: 'remove',
    category: 'phishing',
    level: 'danger',
    sequence: 300,
    expiresAt: 1_800_000_000,
    at: 1_795_000_000,
  });

  test.each([
    ['cut short', row.subarray(0, row.length - 1)],
    ['of an action that there is not', row.map((byte, index) => (index === 5 ? byte | 3 : byte))],
    ['with flags that there are not', row.map((byte, index) => (index === 5 ? byte | 0x40 : byte))],
    ['with a sequence without end', Uint8Array.from([1, 2, 3, 4, 5, 0, ...Array<number>(20).fill(0xff)])],
    [
      'with a sequence beyond 2⁵³',
      Uint8Array.from([1, 2, 3, 4, 5, 0, ...Array<number>(7).fill(0xff), 0x7f, 0, 0]),
    ],
  ])('rows of the engine: %s are damaged', (_, rows) => {
    expect(findRow(rows, sought)).toEqual({ ok: false, failure: 'damaged' });
  });

  test('rows of the engine that take an entry off name all of its hash', () => {
    expect(findRow(row, sought)).toMatchObject({ ok: true, value: { change: { action: 'remove' } } });
    expect(findRow(row, { ...sought, low: sought.low ^ 1 })).toEqual({ ok: true, value: null });
  });

  test('rows of the engine of an addition take 9 bytes', () => {
    const added = {
      action: 'add',
      category: 'scam',
      level: 'caution',
      sequence: 1,
      expiresAt: null,
      at: 0,
    } as const;
    expect(toRow(sought, added)).toHaveLength(9);
  });
});
