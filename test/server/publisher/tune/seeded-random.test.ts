import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../../../../src/server/publisher/tune/seeded-random.ts';

describe('SeededRandom', () => {
  test('SeededRandom gives the same stream for the same seed, today and in later releases', () => {
    const random = new SeededRandom(1);
    const other = new SeededRandom(1);
    const first = [random.uint32(), random.uint32(), random.uint32()];
    expect([other.uint32(), other.uint32(), other.uint32()]).toEqual(first);
    expect(first).toEqual([1299785925, 4001059704, 2906380172]);
  });

  test('SeededRandom gives another stream for another seed', () => {
    expect(new SeededRandom(1).uint32()).not.toBe(new SeededRandom(2).uint32());
  });

  test('SeededRandom spreads evenly over its range', () => {
    const random = new SeededRandom(7);
    const boxes = new Uint32Array(100);
    for (let draw = 0; draw < 1_000_000; draw++) {
      const box = random.below(100);
      boxes[box] = (boxes[box] ?? 0) + 1;
    }
    // 10,000 expected in each, standard deviation 99.5; five of them. The seed is fixed, so this is no flake.
    for (const count of boxes) expect(Math.abs(count - 10_000)).toBeLessThan(498);
  });

  test.each([-1, 1.5, 2 ** 32, Number.NaN])('SeededRandom refuses the seed %d', (seed) => {
    expect(() => new SeededRandom(seed)).toThrow(RangeError);
  });
});
