import * as v from 'valibot';
import { fail, type Result } from '../result.ts';
import { fields, list, readOr, row } from '../fields/schema.ts';
import { CHANNEL_NAME, FILE_FACTS, SERIAL, UTC_DAY } from './channel-index.ts';

/** Clients further behind download the base. */
export const CHAIN_DAYS = 30;

export const chainPath = (day: string): string => `chain/${day}.json`;

/** @param hour - the chain's last hour, 0 to 23, UTC */
export const hourChainPath = (day: string, hour: number): string =>
  `chain/${day}T${String(hour).padStart(2, '0')}.json`;

/** One a minute. */
const MAX_HOPS_PER_DAY = 1440;
const HOURS_PER_DAY = 24;

/** Names an hour file: it leads from each of the hour's serials, `first` to `last`, to the day's last. */
const HOUR_HOP = row({ first: SERIAL, last: SERIAL, ...FILE_FACTS });
export type HourHop = Readonly<v.InferOutput<typeof HOUR_HOP>>;

const DAY = fields({
  /** `2026-11-20`, UTC. */
  day: UTC_DAY,
  serial: SERIAL,
  /** Delta to the chain's serial; null for the chain's own day. */
  onward: v.nullable(fields(FILE_FACTS)),
  /** Deltas from the day's other serials to `serial`. */
  serials: list(fields({ from: SERIAL, ...FILE_FACTS }), MAX_HOPS_PER_DAY),
  /** Hours with serials missing from `serials`, newest first. */
  hours: v.exactOptional(list(HOUR_HOP, HOURS_PER_DAY)),
});
export type ChainDay = Readonly<v.InferOutput<typeof DAY>>;

const CHAIN_FIELDS = {
  format: v.literal(1),
  channel: CHANNEL_NAME,
  /** The last day with publications before the day of the index. */
  day: UTC_DAY,
  serial: SERIAL,
  /** Newest first, from the chain's own day. */
  days: list(DAY, CHAIN_DAYS),
};

const ANY_CHAIN = fields(CHAIN_FIELDS);

/**
 * Leads clients from each serial to its day's last, then to the chain's serial, from which the index has a delta.
 * Written with the next day's first publication. Unsigned: clients first check its SHA-256 against the index.
 */
export type DailyChain = Readonly<v.InferOutput<typeof ANY_CHAIN>>;

const CHAIN = v.pipe(
  ANY_CHAIN,
  v.forward(
    v.check((chain) => isConsistent(chain)),
    ['days'],
  ),
);

export interface ChainFailure {
  readonly kind: 'malformed-chain';
  readonly field: 'chain' | keyof typeof CHAIN_FIELDS;
}

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
  const read = readOr(CHAIN, value, 'chain', CHAIN_FIELDS);
  return read.ok ? read : fail({ kind: 'malformed-chain', field: read.failure });
}

/**
 * The chain's own day comes first; only it has no onward delta. Days and hours descend, no serial occurs twice, and no
 * hour reaches into another or an earlier day.
 */
function isConsistent({ days, day, serial }: Pick<DailyChain, 'days' | 'day' | 'serial'>): boolean {
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
