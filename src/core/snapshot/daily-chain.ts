import { fail, ok, type Result } from '../result.ts';
import { toUtcDay } from '../utc-day.ts';
import { fileFactsOf, type FileFacts } from './channel-index.ts';
import { integerOf, listOf, recordOf, textOf } from './json-fields.ts';
import { MAX_SNAPSHOT_BYTES } from './snapshot-layout.ts';
import { MAX_UINT32 } from './snapshot.ts';

/** Days a client may be behind and still be brought up to date by deltas. */
export const CHAIN_DAYS = 30;

export const chainPath = (day: string): string => `chain/${day}.json`;

/** A delta within one day: from a serial of it to its last one. */
export interface FirstHop extends FileFacts {
  readonly from: number;
}

/** One day of the chain. */
export interface ChainDay {
  /** `2026-11-20`, UTC. */
  readonly day: string;
  /** The last serial published on it. */
  readonly serial: number;
  /** The delta from `serial` to the chain's own serial; null for the chain's own day. */
  readonly onward: FileFacts | null;
  /** From the other serials of the day to `serial`. */
  readonly serials: readonly FirstHop[];
}

/**
 * The way for clients that are too far behind for the index: each serial → its day's last → the last of the chain's
 * day, from where the index has a delta. One file a day, written with the first publication of the next day.
 */
export interface DailyChain {
  readonly format: 1;
  readonly channel: string;
  /** The chain's own day: the last one before the day of the index that has publications. */
  readonly day: string;
  /** The last serial published on it. */
  readonly serial: number;
  /** Newest first, ≤ `CHAIN_DAYS`; the first is the chain's own day. */
  readonly days: readonly ChainDay[];
}

export interface ChainFailure {
  readonly kind: 'malformed-chain';
  readonly field: 'chain' | 'format' | 'channel' | 'day' | 'serial' | 'days';
}

/** Publications of one day, at most: one a minute would be 1440. */
const MAX_HOPS_PER_DAY = 1440;

/** The chain in a file whose SHA-256 the index names. */
export function parseDailyChain(value: unknown): Result<DailyChain, ChainFailure> {
  const malformed = (field: ChainFailure['field']): Result<never, ChainFailure> =>
    fail({ kind: 'malformed-chain', field });
  const record = recordOf(value);
  if (record === null) return malformed('chain');
  if (record.get('format') !== 1) return malformed('format');
  const channel = textOf(record.get('channel'), 64);
  if (channel === null) return malformed('channel');
  const day = toUtcDay(record.get('day'));
  if (day === null) return malformed('day');
  const serial = integerOf(record.get('serial'), 1, MAX_UINT32);
  if (serial === null) return malformed('serial');
  const days = listOf(record.get('days'), CHAIN_DAYS, chainDayOf);
  if (days === null || !isOrderly(days, day, serial)) return malformed('days');
  return ok({ format: 1, channel, day, serial, days });
}

function chainDayOf(value: unknown): ChainDay | null {
  const record = recordOf(value);
  const day = toUtcDay(record?.get('day'));
  const serial = integerOf(record?.get('serial'), 1, MAX_UINT32);
  const onwardValue = record?.get('onward');
  const onward = onwardValue === null ? null : fileFactsOf(onwardValue, MAX_SNAPSHOT_BYTES);
  const serials = listOf(record?.get('serials'), MAX_HOPS_PER_DAY, firstHopOf);
  if (day === null || serial === null || serials === null) return null;
  if (onward === null && onwardValue !== null) return null;
  return { day, serial, onward, serials };
}

function firstHopOf(value: unknown): FirstHop | null {
  const facts = fileFactsOf(value, MAX_SNAPSHOT_BYTES);
  const from = integerOf(recordOf(value)?.get('from'), 1, MAX_UINT32);
  return facts === null || from === null ? null : { from, ...facts };
}

/** The chain's own day first and alone without an onward delta; then falling days; and no serial twice. */
function isOrderly(days: readonly ChainDay[], day: string, serial: number): boolean {
  const seen = new Set<number>();
  for (const [index, entry] of days.entries()) {
    const before = days[index - 1];
    if (before === undefined && (entry.day !== day || entry.serial !== serial)) return false;
    if (before !== undefined && (entry.day >= before.day || entry.serial >= before.serial)) return false;
    if ((entry.onward === null) !== (index === 0)) return false;
    for (const from of [entry.serial, ...entry.serials.map((hop) => hop.from)]) {
      if (seen.has(from) || from > entry.serial) return false;
      seen.add(from);
    }
  }
  return days.length > 0;
}
