import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Hash64Set } from '../../../src/core/filter/hash64-set.ts';

/** Few different hashes, so that they meet; among them zero, words that are zero, and the leading-bits-only kind. */
const someHash = fc.tuple(
  fc.constantFrom(0, 1, 2, 3, 0x8000_0000, 0xffff_ffff, 0x1234_5678),
  fc.constantFrom(0, 1, 0xff00_0000, 0xffff_ffff),
);

describe('Hash64Set', () => {
  test('Hash64Set behaves like a Set of strings under any sequence of calls', () => {
    const call = fc.tuple(
      fc.constantFrom('add', 'delete', 'has'),
      fc.oneof(someHash, fc.tuple(fc.nat(60), fc.nat(3))),
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 400, size: 'max' }), (calls) => {
        const set = new Hash64Set();
        const model = new Set<string>();
        for (const [name, [high, low]] of calls) {
          const key = `${high}/${low}`;
          if (name === 'add') {
            expect(set.add(high, low)).toBe(!model.has(key));
            model.add(key);
          } else if (name === 'delete') {
            expect(set.delete(high, low)).toBe(model.delete(key));
          } else {
            expect(set.has(high, low)).toBe(model.has(key));
          }
          expect(set.count()).toBe(model.size);
        }
        const visited: string[] = [];
        set.forEach((high, low) => void visited.push(`${high}/${low}`));
        expect(visited.toSorted()).toEqual([...model].toSorted());
      }),
      { numRuns: 300 },
    );
  });
});
