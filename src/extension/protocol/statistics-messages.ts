import { toUtcDay } from '../../core/utc-day.ts';
import type { OutcomeResponse, StorageUnreadable } from './outcome.ts';
import { asRecord, BadField, count, flag, own } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

export type StatisticsRequest =
  | { readonly type: 'get-statistics' }
  /** Off: stops counting, and deletes what was counted. */
  | { readonly type: 'count-links'; readonly isOn: boolean };

export const MAX_KEPT_DAYS = 400;

type Counts = Readonly<Record<'links' | 'danger' | 'caution', number>>;

export interface DayStatistics extends Counts {
  /** `2026-11-20`, local. */
  readonly day: string;
}

/** This device has at most `MAX_KEPT_DAYS`. */
export const MAX_DAYS_PER_REQUEST = 1_000;

export interface StatisticsResponses {
  'get-statistics':
    | { readonly days: readonly DayStatistics[]; /** 0: nothing is counted. */ readonly keptDays: number }
    | StorageUnreadable;
  'count-links': OutcomeResponse;
}

export const STATISTICS_READERS: Readers<StatisticsRequest> = {
  'get-statistics': () => ({ type: 'get-statistics' }),
  'count-links': (from) => ({ type: 'count-links', isOn: flag(from, 'isOn') }),
};

/** Leaves out counts that records and backups of earlier builds also have. */
export function dayStatistics(day: string, countOf: (name: keyof Counts) => number): DayStatistics {
  return { day, links: countOf('links'), danger: countOf('danger'), caution: countOf('caution') };
}

/** For backups too. @throws BadField */
export function readDay(value: unknown, field: string): DayStatistics {
  const from = asRecord(value, field);
  const day = toUtcDay(own(from, 'day'));
  if (day === null) throw new BadField('', field);
  return dayStatistics(day, (name) => count(from, name));
}
