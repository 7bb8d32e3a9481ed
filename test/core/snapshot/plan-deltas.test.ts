import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHAIN_DAYS, chainPath } from '../../../src/core/snapshot/daily-chain.ts';
import {
  type DeltaPair,
  MAX_DIRECT_DELTAS,
  planDeltas,
  type Publication,
} from '../../../src/core/snapshot/plan-deltas.ts';
import { DAY_SECONDS, dayNumberOf, utcDayOf } from '../../../src/core/utc-day.ts';

/** A midnight. Unix time, seconds. */
const START = 20_000 * DAY_SECONDS;
const HOUR = 3_600;

/** Serials 1, 2, … published at these hours after a midnight. */
const published = (hours: readonly number[]): readonly Publication[] =>
  hours.map((hour, index) => ({ serial: index + 1, publishedAt: START + hour * HOUR }));

/** The last of them, and those before it. */
function lastOf(all: readonly Publication[]): {
  readonly earlier: readonly Publication[];
  readonly next: Publication;
} {
  const next = all.at(-1);
  if (next === undefined) throw new RangeError('nothing is published');
  return { earlier: all.slice(0, -1), next };
}

/** What is planned for the last of them. */
function plan(hours: readonly number[], most?: number): ReturnType<typeof planDeltas> {
  const { earlier, next } = lastOf(published(hours));
  return planDeltas(earlier, next, most);
}

const isWithinDay = ({ publishedAt }: Publication, next: Publication): boolean =>
  publishedAt + DAY_SECONDS >= next.publishedAt;

const named = (pairs: readonly DeltaPair[]): readonly string[] =>
  pairs.map(({ from, to }) => `${from}-${to}`);

/** What an index lists, by what its documentation says. */
function listed(history: readonly Publication[], next: Publication, most: number): readonly string[] {
  const newestFirst = [...history].reverse();
  const today = dayNumberOf(next.publishedAt);
  const hub = newestFirst.find(({ publishedAt }) => dayNumberOf(publishedAt) < today);
  const ofToday = newestFirst.filter(({ publishedAt }) => dayNumberOf(publishedAt) === today);
  const isReached = hub !== undefined && dayNumberOf(hub.publishedAt) + CHAIN_DAYS >= today;
  const before = newestFirst.filter(
    (each) => each !== hub && dayNumberOf(each.publishedAt) < today && isWithinDay(each, next),
  );
  return [...(isReached ? [hub] : []), ...ofToday, ...before]
    .slice(0, most)
    .map(({ serial }) => `${serial}-${next.serial}`);
}

/** Days with publications before that of `next`, within the reach of the chain, newest first: what was published on each. */
function daysBefore(
  history: readonly Publication[],
  next: Publication,
): readonly (readonly [Publication, ...Publication[]])[] {
  const today = dayNumberOf(next.publishedAt);
  const days = new Map<number, [Publication, ...Publication[]]>();
  for (const each of [...history].reverse()) {
    const day = dayNumberOf(each.publishedAt);
    if (day >= today || day + CHAIN_DAYS < today) continue;
    const others = days.get(day);
    if (others === undefined) days.set(day, [each]);
    else others.push(each);
  }
  return [...days.values()];
}

function chainPairs(history: readonly Publication[], next: Publication): readonly string[] {
  const days = daysBefore(history, next);
  const newest = days[0]?.[0];
  return days.flatMap(([last, ...others]) => [
    ...(last === newest || newest === undefined ? [] : [`${last.serial}-${newest.serial}`]),
    ...others.slice(0, MAX_DIRECT_DELTAS).map(({ serial }) => `${serial}-${last.serial}`),
  ]);
}

/** Hours between publications: within a day, over midnights, over days without any, beyond the chain. */
const history = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom(1, 2, 5, 11, 12, 23, 24, 25), weight: 12 },
      { arbitrary: fc.constantFrom(48, 24 * 29, 24 * 30, 24 * 31), weight: 1 },
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((gaps) => {
    let hour = 0;
    return lastOf(published(gaps.map((gap) => (hour += gap))));
  });

describe('for every history', () => {
  test('for every history of publications the index lists the way from the day before, then today, then what is left of the last day', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 30 }), ({ earlier, next }, most) => {
        expect(named(planDeltas(earlier, next, most).direct)).toEqual(listed(earlier, next, most));
      }),
    );
  });

  test('for every history of publications the chain has the last of each earlier day, and what leads to it', () => {
    fc.assert(
      fc.property(history, ({ earlier, next }) => {
        const { chain } = planDeltas(earlier, next);
        const days = daysBefore(earlier, next);
        expect(chain?.days.map(({ day, serial }) => [day, serial]) ?? []).toEqual(
          days.map(([last]) => [utcDayOf(last.publishedAt), last.serial]),
        );
        expect(chain?.serial).toBe(days[0]?.[0].serial);
        expect(chain?.day).toBe(chain?.days[0]?.day);
        expect(
          chain?.days.flatMap(({ onward, serials }) => [
            ...(onward === null ? [] : named([onward])),
            ...named(serials),
          ]) ?? [],
        ).toEqual(chainPairs(earlier, next));
      }),
    );
  });

  test('for every history of publications the deltas of the last 24 hours’ indexes are kept, and nothing else, in order', () => {
    fc.assert(
      fc.property(history, ({ earlier, next }) => {
        const { keep, chain } = planDeltas(earlier, next);
        const hub = earlier.findLast(({ serial }) => serial === chain?.serial);
        const beforeHub = hub === undefined ? [] : earlier.slice(0, earlier.indexOf(hub));
        const expected = new Set([
          ...listed(earlier, next, MAX_DIRECT_DELTAS),
          ...earlier.flatMap((each, index) =>
            isWithinDay(each, next) ? listed(earlier.slice(0, index), each, MAX_DIRECT_DELTAS) : [],
          ),
          ...chainPairs(earlier, next),
          ...(hub === undefined ? [] : chainPairs(beforeHub, hub)),
        ]);
        const inOrder = [...expected]
          .map((name) => name.split('-').map(Number) as [number, number])
          .sort(([from, to], [otherFrom, otherTo]) => to - otherTo || from - otherFrom)
          .map(([from, to]) => `${from}-${to}`);
        expect(named(keep.deltas)).toEqual(inOrder);

        const lastOfDays = daysBefore(earlier, next).map(([last]) => last.serial);
        const bases = new Set([
          ...earlier.filter((each) => isWithinDay(each, next)).map(({ serial }) => serial),
          ...lastOfDays,
          next.serial,
        ]);
        expect(keep.bases).toEqual([...bases].sort((a, b) => a - b));

        const dayBefore = hub === undefined ? undefined : daysBefore(beforeHub, hub)[0]?.[0];
        expect(keep.chains.filter((path) => !path.includes('T'))).toEqual(
          [hub, dayBefore].flatMap((each) =>
            each === undefined ? [] : [chainPath(utcDayOf(each.publishedAt))],
          ),
        );
      }),
    );
  });
});

describe('at the limits', () => {
  test('a channel’s first publication has no deltas', () => {
    expect(plan([0])).toEqual({
      direct: [],
      chain: null,
      hours: null,
      keep: { bases: [1], deltas: [], hourFiles: [], chains: [] },
    });
  });

  test('a delta leads from a publication of exactly a day ago, and from none that is one second older', () => {
    // 1 and 2 on one day, 3 on the next, 24 hours after 1.
    expect(named(plan([5, 6, 29]).direct)).toEqual(['2-3', '1-3']);
    const late = planDeltas(published([5, 6]), { serial: 3, publishedAt: START + 29 * HOUR + 1 });
    expect(named(late.direct)).toEqual(['2-3']);
    expect(late.keep.bases).toEqual([2, 3]);
    expect(plan([5, 6, 29]).keep.bases).toEqual([1, 2, 3]);
  });

  test('a chain of deltas reaches its last day, and not the one before it', () => {
    expect(named(plan([0, 24 * CHAIN_DAYS + 23]).direct)).toEqual(['1-2']);
    expect(plan([0, 24 * CHAIN_DAYS + 23]).chain?.serial).toBe(1);
    expect(named(plan([0, 24 * CHAIN_DAYS + 24]).direct)).toEqual([]);
    expect(plan([0, 24 * CHAIN_DAYS + 24]).chain).toBe(null);
  });

  test('the delta from the day before is never cut, however few the index lists', () => {
    expect(named(plan([1, 2, 25, 26, 27], 1).direct)).toEqual(['2-5']);
  });
});

test('no day is in a chain twice, whatever clocks said', () => {
  const hours = fc.array(fc.integer({ min: 0, max: 60 * 24 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(hours, (each) => {
      const { chain, keep } = plan(each);
      const days = chain?.days.map(({ day }) => day) ?? [];
      expect(days).toEqual([...new Set(days)].sort().reverse());
      expect(chain === null || days[0] === chain.day).toBe(true);
      expect(keep.bases).toContain(each.length);
    }),
  );
});
