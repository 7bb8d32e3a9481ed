import { fail, type Result } from '../result.ts';
import {
  asRecord,
  BadField,
  filledText,
  integer,
  list,
  nullOr,
  own,
  record,
  readOr,
  type Fields,
} from '../fields/read-fields.ts';
import { fileFactsIn, utcDayIn, type FileFacts } from './channel-index.ts';
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

const FIELDS = ['format', 'channel', 'day', 'serial', 'days'] as const;

export interface ChainFailure {
  readonly kind: 'malformed-chain';
  readonly field: 'chain' | (typeof FIELDS)[number];
}

/** Publications of one day, at most: one a minute would be 1440. */
const MAX_HOPS_PER_DAY = 1440;

/** The chain in a file whose SHA-256 the index names. */
export function parseDailyChain(value: unknown): Result<DailyChain, ChainFailure> {
  const read = readOr('chain', FIELDS, () => readChain(asRecord(value, '')));
  return read.ok ? read : fail({ kind: 'malformed-chain', field: read.failure });
}

function readChain(from: Fields): DailyChain {
  if (own(from, 'format') !== 1) throw new BadField('', 'format');
  const channel = filledText(from, 'channel', 64);
  const day = utcDayIn(from, 'day');
  const serial = integer(from, 'serial', 1, MAX_UINT32);
  const days = list(from, 'days', CHAIN_DAYS, readDay);
  if (!isOrderly(days, day, serial)) throw new BadField('', 'days');
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
  };
}

function readHop(value: unknown, field: string): FirstHop {
  const from = asRecord(value, field);
  return {
    from: integer(from, 'from', 1, MAX_UINT32, field),
    ...fileFactsIn(from, MAX_SNAPSHOT_BYTES, field),
  };
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
