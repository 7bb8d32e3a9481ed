import { describe, expect, test } from 'vitest';
import { countHits, FILTER_MAKERS, listedEntries } from '../../bench/filters-under-test.ts';

/** The other rates, and 10⁶ entries: `npm run bench -- false-positive-rate`. */
describe('the false-positive rate of 10⁵ entries at 10⁻³ is within 10 % of the formula', () => {
  const entries = listedEntries(100_000);

  test.each(Object.entries(FILTER_MAKERS))(
    'the false-positive rate of 10⁵ entries at 10⁻³ is near the formula’s for the %s filter',
    (_, make) => {
      const { filter, expectedRate } = make(entries, 1e-3);
      // Rounding k to a whole number must not cost more than this either.
      expect(Math.abs(expectedRate / 1e-3 - 1)).toBeLessThan(0.05);
      // 2,500 hits expected, standard deviation 50: 10 % are five of them. And the seeds are fixed.
      const queries = Math.round(2500 / expectedRate);
      const hits = countHits(filter, queries, 1);
      expect(Math.abs(hits / queries / expectedRate - 1)).toBeLessThan(0.1);
      for (let entry = 0; entry < entries.high.length; entry++) {
        if (!filter.mayContain(entries.high[entry] ?? 0, entries.low[entry] ?? 0))
          throw new Error(`lost entry ${entry}`);
      }
    },
  );
});
