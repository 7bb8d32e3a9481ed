import * as v from 'valibot';
import { toUtcDay } from '../../core/utc-day.ts';
import type { OutcomeResponse, StorageUnreadable } from './outcome.ts';
import { answers, page } from './request-row.ts';
import { count, fields, readOrNull } from '../../core/fields/schema.ts';

export const MAX_KEPT_DAYS = 400;

/** Leaves out counts that backups of earlier builds also have. */
export const DAY_STATISTICS = fields({
  /** `2026-11-20`, local. */
  day: v.pipe(
    v.string(),
    v.check((day) => toUtcDay(day) !== null),
  ),
  links: count(),
  danger: count(),
  caution: count(),
});
export type DayStatistics = Readonly<v.InferOutput<typeof DAY_STATISTICS>>;

/** Of a backup. Null if malformed. */
export const parseDay = (value: unknown): DayStatistics | null => readOrNull(DAY_STATISTICS, value);

/** This device has at most `MAX_KEPT_DAYS`. */
export const MAX_DAYS_PER_REQUEST = 1_000;

/** `keptDays` is 0 if nothing is counted. */
interface Counted {
  readonly days: readonly DayStatistics[];
  readonly keptDays: number;
}

export const STATISTICS_REQUESTS = {
  'get-statistics': page({}, answers<Counted | StorageUnreadable>()),
  /** Off: stops counting, and deletes what was counted. */
  'count-links': page({ isOn: v.boolean() }, answers<OutcomeResponse>()),
};

/** Leaves out counts that records of earlier builds also have. */
export function dayStatistics(
  day: string,
  countOf: (name: Exclude<keyof DayStatistics, 'day'>) => number,
): DayStatistics {
  return { day, links: countOf('links'), danger: countOf('danger'), caution: countOf('caution') };
}
