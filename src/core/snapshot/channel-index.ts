/** One file: fields, limits and reader change together. */
import * as v from 'valibot';
import { fail, type Result } from '../result.ts';
import { count, fields, integer, list, nonEmptyText, readOr, row, SHA256 } from '../fields/schema.ts';
import { ENTRY_KINDS } from '../hash/entry-kind.ts';
import { toUtcDay } from '../utc-day.ts';
import { CATEGORIES, LEVELS } from '../verdict/verdict.ts';
import { MAX_SNAPSHOT_BYTES } from './snapshot-layout.ts';
import {
  compareSections,
  MAX_FINGERPRINT_BITS,
  MAX_GROUP_BYTES,
  MAX_SECTIONS,
  MAX_UINT32,
  MIN_FINGERPRINT_BITS,
} from './snapshot.ts';

/** Clients fetch the index hourly. */
export const MAX_INDEX_BYTES = 8192;

/** Only this file and `HEAD_PATH` change in place. */
export const INDEX_PATH = 'latest.jws';

export const basePath = (serial: number): string => `base/${serial}.slb`;
export const deltaPath = (from: number, to: number): string => `delta/${from}-${to}.sld`;

/** Enough for one delta an hour for a day, and one from the day before. */
export const MAX_INDEX_DELTAS = 32;

/** UTF-16 units. */
export const MAX_NAME_LENGTH = 64;
export const MAX_SOURCES = 64;
export const MAX_CHAIN_BYTES = 256 * 1024;

/** Unix seconds. */
export const TIME = count(MAX_UINT32);
export const SERIAL = integer(1, MAX_UINT32);
export const UTC_DAY = v.custom<string>((value) => toUtcDay(value) !== null);
export const CHANNEL_NAME = nonEmptyText(MAX_NAME_LENGTH);
export const FILE_FACTS = { bytes: integer(1, MAX_SNAPSHOT_BYTES), sha256: SHA256 };
export type FileFacts = Readonly<{ bytes: number; sha256: string }>;

const BASE = fields({ serial: SERIAL, ...FILE_FACTS });
export type BaseReference = Readonly<v.InferOutput<typeof BASE>>;

const DELTA = row({ from: SERIAL, to: SERIAL, ...FILE_FACTS });
export type DeltaReference = Readonly<v.InferOutput<typeof DELTA>>;

const CHAIN_FILE = { bytes: integer(1, MAX_CHAIN_BYTES), sha256: SHA256, day: UTC_DAY };
const CHAIN = fields(CHAIN_FILE);
export type ChainReference = Readonly<v.InferOutput<typeof CHAIN>>;

/** A chain of today's earlier hours, if the index cannot list all their deltas. */
const HOUR_CHAIN = fields({
  ...CHAIN_FILE,
  /** The chain's last hour, 0 to 23, UTC. */
  hour: count(23),
  /** First serial that the chain leads from. */
  first: SERIAL,
});

const SECTION = row({
  kind: v.picklist(ENTRY_KINDS),
  category: v.picklist(CATEGORIES),
  action: v.picklist(LEVELS),
  group: nonEmptyText(MAX_GROUP_BYTES),
  entries: count(MAX_UINT32),
  fingerprintBits: integer(MIN_FINGERPRINT_BITS, MAX_FINGERPRINT_BITS),
});

const SOURCE = row({
  name: CHANNEL_NAME,
  licence: nonEmptyText(128),
  entries: count(MAX_UINT32),
  fetchedAt: TIME,
  /** Address or URL for reports. Shown as text only. */
  contact: v.exactOptional(nonEmptyText(256)),
});
export type IndexedSource = Readonly<v.InferOutput<typeof SOURCE>>;

const INDEX_FIELDS = {
  format: v.literal(1),
  /** Shown as text only. */
  channel: CHANNEL_NAME,
  serial: SERIAL,
  publishedAt: TIME,
  /** From then on, the snapshot no longer clears links. */
  expiresAt: TIME,
  /** Seconds: a minute to 7 days. */
  refreshAfter: integer(60, 7 * 24 * 3600),
  base: BASE,
  /** Deltas to `serial`, from distinct serials. */
  deltas: list(DELTA, MAX_INDEX_DELTAS),
  /** Leads clients on from serials that `deltas` lacks. */
  chain: v.nullable(CHAIN),
  /** Leads clients on from today's serials that `deltas` lacks. */
  hours: v.exactOptional(HOUR_CHAIN),
  head: v.exactOptional(v.boolean()),
  /** `stateDigest` of the snapshot. */
  digest: SHA256,
  sections: list(SECTION, MAX_SECTIONS),
  sources: list(SOURCE, MAX_SOURCES),
  /** Compact JWS, signed by a root key. */
  keys: nonEmptyText(MAX_INDEX_BYTES),
};

const INDEX = v.pipe(
  fields(INDEX_FIELDS),
  v.forward(
    v.check(({ publishedAt, expiresAt }) => expiresAt > publishedAt),
    ['expiresAt'],
  ),
  v.forward(
    v.check(({ serial, base }) => base.serial === serial),
    ['base'],
  ),
  v.forward(
    v.check(({ serial, deltas }) => {
      const froms = new Set(deltas.map(({ from }) => from));
      return !froms.has(serial) && froms.size === deltas.length && deltas.every(({ to }) => to === serial);
    }),
    ['deltas'],
  ),
  v.forward(
    v.check(({ serial, hours }) => hours === undefined || hours.first <= serial),
    ['hours'],
  ),
  v.forward(
    v.check(({ sections }) =>
      sections.every((section, index) => {
        const before = sections[index - 1];
        return before === undefined || compareSections(before, section) < 0;
      }),
    ),
    ['sections'],
  ),
  v.transform(({ head, ...index }) => (head === true ? { ...index, head } : index)),
);
export type ChannelIndex = Readonly<Omit<v.InferOutput<typeof INDEX>, 'head'> & { readonly head?: true }>;

export type IndexField = 'index' | keyof typeof INDEX_FIELDS;

export interface IndexFailure {
  readonly kind: 'malformed-index';
  readonly field: IndexField;
}

/** Writes deltas, sections and sources as rows: with field names and 14 source groups, 7 deltas fit instead of 24. */
export function toIndexPayload(index: ChannelIndex): object {
  return {
    ...index,
    deltas: index.deltas.map(({ from, to, bytes, sha256 }) => [from, to, bytes, sha256]),
    sections: index.sections.map(({ kind, category, action, group, entries, fingerprintBits }) => [
      kind,
      category,
      action,
      group,
      entries,
      fingerprintBits,
    ]),
    sources: index.sources.map(({ name, licence, entries, fetchedAt, contact }) =>
      contact === undefined
        ? [name, licence, entries, fetchedAt]
        : [name, licence, entries, fetchedAt, contact],
    ),
  };
}

/** Ignores unknown fields, so that newer publishers can add some. */
export function parseChannelIndex(value: unknown): Result<ChannelIndex, IndexFailure> {
  const read = readOr(INDEX, value, 'index', INDEX_FIELDS);
  return read.ok ? read : fail({ kind: 'malformed-index', field: read.failure });
}
