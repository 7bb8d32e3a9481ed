import type { MessageKey } from '../../../platform/texts/texts.ts';
import type { DayStatistics, RetentionDays } from '../../../protocol/statistics-messages.ts';
import type { PageContext } from '../../page-context.ts';

export const PLOT_DAYS = 30;

const DAY_SECONDS = 86_400;

/** Series in stacking order; patterns distinguish them without color. */
export const SERIES = ['danger', 'caution', 'unchecked'] as const;

type Series = (typeof SERIES)[number];

export const SERIES_NAMES: Readonly<Record<Series, MessageKey>> = {
  danger: 'level_danger',
  caution: 'level_caution',
  unchecked: 'stats_unchecked',
};

/** Oldest first, zeros for missing days. */
export function lastDays(
  days: readonly DayStatistics[],
  { formats, now }: PageContext,
): readonly DayStatistics[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const result: DayStatistics[] = [];
  const today = Date.parse(formats.isoDay(now));
  for (let back = PLOT_DAYS - 1; back >= 0; back--) {
    // Steps in UTC, since local days of clock changes vary in length.
    const day = new Date(today - back * DAY_SECONDS * 1000).toISOString().slice(0, 10);
    result.push(known.get(day) ?? { day, links: 0, danger: 0, caution: 0, unchecked: 0, trusted: 0 });
  }
  return result;
}

/** Number of days that the background would delete (`Statistics.setRetention`). */
export function daysLost(
  days: readonly DayStatistics[],
  keptDays: RetentionDays,
  { formats, now }: PageContext,
): number {
  if (keptDays === 0) return days.length;
  const oldest = formats.isoDay(now - keptDays * DAY_SECONDS);
  return days.filter(({ day }) => day < oldest).length;
}

export function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00`) / 1000;
}
