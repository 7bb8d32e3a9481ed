import { fail, type Result } from '../result.ts';
import {
  asRecord,
  BadField,
  nonEmptyText,
  integer,
  list,
  nullOr,
  own,
  record,
  readOr,
  type Fields,
} from '../fields/read-fields.ts';
import { asRow, fileFactsIn, utcDayIn, type FileFacts } from './channel-index.ts';
import { MAX_SNAPSHOT_BYTES } from './snapshot-layout.ts';
import { MAX_UINT32 } from './snapshot.ts';

/** Clients further behind download the base. */
export const CHAIN_DAYS = 30;

export const chainPath = (day: string): string => `chain/${day}.json`;

/** @param hour - the chain's last hour, 0 to 23, UTC */
export const hourChainPath = (day: string, hour: number): string =>
  `chain/${day}T${String(hour).padStart(2, '0')}.json`;

export interface FirstHop extends FileFacts {
  readonly from: number;
}

/** Names an hour file: it leads from each of the hour's serials, `first` to `last`, to the day's last. */
export interface HourHop extends FileFacts {
  readonly first: number;
  readonly last: number;
}

export interface ChainDay {
  /** `2026-11-20`, UTC. */
  readonly day: string;
  readonly serial: number;
  /** Delta to the chain's serial; null for the chain's own day. */
  readonly onward: FileFacts | null;
  /** Deltas from the day's other serials to `serial`. */
  readonly serials: readonly FirstHop[];
  /** Hours with serials missing from `serials`, newest first. */
  readonly hours?: readonly HourHop[];
}

/**
 * Leads clients from each serial to its day's last, then to the chain's serial, from which the index has a delta.
 * Written with the next day's first publication. Unsigned: clients first check its SHA-256 against the index.
 */
export interface DailyChain {
  readonly format: 1;
  readonly channel: string;
  /** The last day with publications before the day of the index. */
  readonly day: string;
  readonly serial: number;
  /** Newest first, from the chain's own day. */
  readonly days: readonly ChainDay[];
}

const FIELDS = ['format', 'channel', 'day', 'serial', 'days'] as const;

export interface ChainFailure {
  readonly kind: 'malformed-chain';
  readonly field: 'chain' | (typeof FIELDS)[number];
}

/** One a minute. */
const MAX_HOPS_PER_DAY = 1440;
const HOURS_PER_DAY = 24;

const HOUR_COLUMNS = ['first', 'last', 'bytes', 'sha256'];

/** Hours are rows: field names would be half of the file. */
export function toChainFile(chain: DailyChain): object {
  return {
    ...chain,
    days: chain.days.map(({ hours, ...day }) => ({
      ...day,
      ...(hours === undefined || hours.length === 0
        ? {}
        : { hours: hours.map(({ first, last, bytes, sha256 }) => [first, last, bytes, sha256]) }),
    })),
  };
}

export function parseDailyChain(value: unknown): Result<DailyChain, ChainFailure> {
  const read = readOr('chain', FIELDS, () => readChain(asRecord(value, '')));
  return read.ok ? read : fail({ kind: 'malformed-chain', field: read.failure });
}

function readChain(from: Fields): DailyChain {
  if (own(from, 'format') !== 1) throw new BadField('', 'format');
  const channel = nonEmptyText(from, 'channel', 64);
  const day = utcDayIn(from, 'day');
  const serial = integer(from, 'serial', 1, MAX_UINT32);
  const days = list(from, 'days', CHAIN_DAYS, readDay);
  if (!isConsistent(days, day, serial)) throw new BadField('', 'days');
  return { format: 1, channel, day, serial, days };
}

function readDay(value: unknown, field: string): ChainDay {
  const from = asRecord(value, field);
  return {
    day: utcDayIn(from, 'day', field),
    serial: integer(from, 'serial', 1, MAX_UINT32, field),
    onward: nullOr(from, 'onward', () =>
      fileFactsIn(record(from, 'onward', field), MAX_SNAPSHOT_BYTES, field),
    ),
    serials: list(from, 'serials', MAX_HOPS_PER_DAY, readHop, field),
    ...(own(from, 'hours') === undefined
      ? {}
      : { hours: list(from, 'hours', HOURS_PER_DAY, readHourHop, field) }),
  };
}

function readHourHop(value: unknown, field: string): HourHop {
  const from = asRow(value, HOUR_COLUMNS, field);
  return {
    first: integer(from, 'first', 1, MAX_UINT32, field),
    last: integer(from, 'last', 1, MAX_UINT32, field),
    ...fileFactsIn(from, MAX_SNAPSHOT_BYTES, field),
  };
}

function readHop(value: unknown, field: string): FirstHop {
  const from = asRecord(value, field);
  return {
    from: integer(from, 'from', 1, MAX_UINT32, field),
    ...fileFactsIn(from, MAX_SNAPSHOT_BYTES, field),
  };
}

/**
 * The chain's own day comes first; only it has no onward delta. Days and hours descend, no serial occurs twice, and no
 * hour reaches into another or an earlier day.
 */
function isConsistent(days: readonly ChainDay[], day: string, serial: number): boolean {
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
    let above = entry.serial + 1;
    for (const { first, last } of entry.hours ?? []) {
      if (first > last || last >= above) return false;
      above = first;
    }
    if (above <= (days[index + 1]?.serial ?? 0)) return false;
  }
  return days.length > 0;
}
