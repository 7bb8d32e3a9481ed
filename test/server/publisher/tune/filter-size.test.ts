import { describe, expect, test } from 'vitest';
import { tuneFilter } from '../../../../src/server/publisher/tune/filter-size.ts';

describe('tuneFilter', () => {
  test('tuneFilter gives the sizes that everybody knows', () => {
    expect(tuneFilter(10_000_000, 0.01)).toMatchObject({
      bitCount: 95_850_584,
      hashCount: 7,
      byteLength: 11_981_323,
      shardCount: 1,
    });
    const billion = tuneFilter(1_000_000_000, 0.001);
    expect(billion.byteLength / 1e9).toBeCloseTo(1.797, 3);
    expect(billion).toMatchObject({ hashCount: 10, shardCount: 4 });
  });

  test('tuneFilter says what the whole number of probes makes of the rate', () => {
    const { expectedFalsePositiveRate } = tuneFilter(10_000_000, 0.01);
    expect(expectedFalsePositiveRate).toBeGreaterThan(0.01);
    expect(expectedFalsePositiveRate).toBeLessThan(0.01005);
  });

  test.each([
    [0, 0.01],
    [1.5, 0.01],
    [10, 0],
    [10, 1],
    [10, Number.NaN],
  ])('tuneFilter refuses %d entries at %d', (entryCount, rate) => {
    expect(() => tuneFilter(entryCount, rate)).toThrow(RangeError);
  });
});
