import { mergeSections } from '../../../../core/filter/merge-sections.ts';
import type { FingerprintList } from '../../../../core/snapshot/snapshot.ts';
import { ENTRIES_PER_STEP, type Steps } from '../../../../core/steps.ts';

export interface ListedDay {
  /** UTC, `2026-11-20`: sorts as text. */
  readonly day: string;
  readonly fingerprints: FingerprintList;
}

/**
 * Per kind of entry: two kinds make at most 200 sections, so that an index fits a byte. Older entries get the oldest
 * stored day: too late, never too early.
 */
export const MAX_DAYS = 100;

/** @returns Unix seconds; 0 if `day` is not a day */
export function startOfDay(day: string): number {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? 0 : time / 1000;
}

/**
 * An entry that left and came back is new.
 *
 * @param current - ascending, unique
 * @param before - oldest day first, no entry twice
 * @returns oldest day first, no empty days
 */
export function* byFirstDay(
  current: FingerprintList,
  before: readonly ListedDay[],
  today: string,
): Steps<readonly ListedDay[]> {
  const earlier = before.filter(({ day }) => day < today);
  const known = yield* mergeSections(earlier.map(({ fingerprints }) => fingerprints));
  // Days after today come from a clock that was set back, and count as today.
  const days = [...earlier.map(({ day }) => day), today];
  const dropped = Math.max(0, days.length - MAX_DAYS);
  const count = current.high.length;
  const dayIndexes = new Uint16Array(count);
  const sizes = new Uint32Array(days.length);

  let at = 0;
  for (let start = 0; start < count; start += ENTRIES_PER_STEP) {
    const end = Math.min(count, start + ENTRIES_PER_STEP);
    for (let index = start; index < end; index++) {
      const high = current.high[index] ?? 0;
      const low = current.low[index] ?? 0;
      while (at < known.high.length && isBelow(known, at, high, low)) at++;
      const isKnown = at < known.high.length && known.high[at] === high && known.low[at] === low;
      const day = isKnown ? Math.max(known.section[at] ?? 0, dropped) : days.length - 1;
      dayIndexes[index] = day;
      sizes[day] = (sizes[day] ?? 0) + 1;
    }
    yield;
  }

  const sorted = days.map((day, index): ListedDay => {
    const size = sizes[index] ?? 0;
    return { day, fingerprints: { high: new Uint32Array(size), low: new Uint32Array(size) } };
  });
  const filled = new Uint32Array(days.length);
  for (let start = 0; start < count; start += ENTRIES_PER_STEP) {
    const end = Math.min(count, start + ENTRIES_PER_STEP);
    for (let index = start; index < end; index++) {
      const day = dayIndexes[index] ?? 0;
      const into = sorted[day]?.fingerprints;
      if (into === undefined) continue;
      const place = filled[day] ?? 0;
      filled[day] = place + 1;
      into.high[place] = current.high[index] ?? 0;
      into.low[place] = current.low[index] ?? 0;
    }
    yield;
  }
  return sorted.filter(({ fingerprints }) => fingerprints.high.length > 0);
}

function isBelow(
  { high, low }: FingerprintList,
  index: number,
  wantedHigh: number,
  wantedLow: number,
): boolean {
  const highWord = high[index] ?? 0;
  return highWord < wantedHigh || (highWord === wantedHigh && (low[index] ?? 0) < wantedLow);
}
