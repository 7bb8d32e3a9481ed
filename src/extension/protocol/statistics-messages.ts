import { toUtcDay } from '../../core/utc-day.ts';
import type { OutcomeResponse, StorageUnreadable } from './outcome.ts';
import { asRecord, BadField, count, orNull, own } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

export interface GetStatistics {
  readonly type: 'get-statistics';
}

export interface ClearStatistics {
  readonly type: 'clear-statistics';
}

/** Deletes older statistics at once. */
export interface KeepStatistics {
  readonly type: 'keep-statistics';
  readonly days: RetentionDays;
}

/** With 0, nothing is counted. */
export const RETENTION_DAYS = [0, 30, 90, 400] as const;
export type RetentionDays = (typeof RETENTION_DAYS)[number];

export const DEFAULT_RETENTION_DAYS: RetentionDays = 400;

export interface DayStatistics {
  /** `2026-11-20`, local. */
  readonly day: string;
  readonly links: number;
  readonly danger: number;
  readonly caution: number;
  readonly unchecked: number;
  readonly trusted: number;
}

/** This device has at most 400. */
export const MAX_DAYS_PER_REQUEST = 1_000;

export type StatisticsRequest = GetStatistics | ClearStatistics | KeepStatistics;

export interface StatisticsResponses {
  'get-statistics':
    | { readonly days: readonly DayStatistics[]; readonly keptDays: RetentionDays }
    | StorageUnreadable;
  'keep-statistics': OutcomeResponse;
  'clear-statistics': OutcomeResponse;
}

export const STATISTICS_READERS: Readers<StatisticsRequest> = {
  'get-statistics': () => ({ type: 'get-statistics' }),
  'keep-statistics': (from) => {
    const days = RETENTION_DAYS.find((each) => each === count(from, 'days'));
    if (days === undefined) throw new BadField('', 'days');
    return { type: 'keep-statistics', days };
  },
  'clear-statistics': () => ({ type: 'clear-statistics' }),
};

/** For backups too. Null if malformed. */
export function parseDayStatistics(value: unknown): DayStatistics | null {
  return orNull(() => readDay(value, 'day'));
}

/** @throws BadField */
export function readDay(value: unknown, field: string): DayStatistics {
  const from = asRecord(value, field);
  const day = toUtcDay(own(from, 'day'));
  if (day === null) throw new BadField('', field);
  return {
    day,
    links: count(from, 'links'),
    danger: count(from, 'danger'),
    caution: count(from, 'caution'),
    unchecked: count(from, 'unchecked'),
    trusted: count(from, 'trusted'),
  };
}
