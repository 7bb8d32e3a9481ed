/** One file: fields, limits and reader change together. */
import { fail, type Result } from '../result.ts';
import { ENTRY_KINDS } from '../hash/entry-kind.ts';
import { toUtcDay } from '../utc-day.ts';
import { CATEGORIES, LEVELS } from '../verdict/verdict.ts';
import {
  asRecord,
  BadField,
  nonEmptyText,
  flag,
  integer,
  list,
  nullOr,
  oneOf,
  own,
  record,
  sha256,
  readOr,
  type Fields,
} from '../fields/read-fields.ts';
import { MAX_SNAPSHOT_BYTES } from './snapshot-layout.ts';
import {
  compareSections,
  MAX_FINGERPRINT_BITS,
  MAX_GROUP_BYTES,
  MAX_SECTIONS,
  MAX_UINT32,
  MIN_FINGERPRINT_BITS,
  type SectionName,
} from './snapshot.ts';

/** Clients fetch the index hourly. */
export const MAX_INDEX_BYTES = 8192;

/** Only this file and `HEAD_PATH` change in place. */
export const INDEX_PATH = 'latest.jws';

export const basePath = (serial: number): string => `base/${serial}.slb`;
export const deltaPath = (from: number, to: number): string => `delta/${from}-${to}.sld`;

/** Enough for one delta an hour for a day, and one from the day before. */
export const MAX_INDEX_DELTAS = 32;

/** `sha256` is lower-case hex. */
export interface FileFacts {
  readonly bytes: number;
  readonly sha256: string;
}

export interface BaseReference extends FileFacts {
  readonly serial: number;
}

export interface DeltaReference extends FileFacts {
  readonly from: number;
  readonly to: number;
}

export interface ChainReference extends FileFacts {
  /** `2026-11-20`, UTC. */
  readonly day: string;
}

/** A chain of today's earlier hours, if the index cannot list all their deltas. */
export interface HourChainReference extends ChainReference {
  /** The chain's last hour, 0 to 23, UTC. */
  readonly hour: number;
  /** First serial that the chain leads from. */
  readonly first: number;
}

export interface IndexedSection extends SectionName {
  readonly entries: number;
  readonly fingerprintBits: number;
}

export interface IndexedSource {
  readonly name: string;
  readonly licence: string;
  readonly entries: number;
  /** Unix seconds. */
  readonly fetchedAt: number;
  /** Address or URL for reports. Shown as text only. */
  readonly contact?: string;
}

/** Times are Unix seconds. */
export interface ChannelIndex {
  readonly format: 1;
  /** 1 to 64 UTF-16 units, shown as text only. */
  readonly channel: string;
  readonly serial: number;
  readonly publishedAt: number;
  /** From then on, the snapshot no longer clears links. */
  readonly expiresAt: number;
  /** Seconds: a minute to 7 days. */
  readonly refreshAfter: number;
  readonly base: BaseReference;
  /** Deltas to `serial`, from distinct serials. */
  readonly deltas: readonly DeltaReference[];
  /** Leads clients on from serials that `deltas` lacks. */
  readonly chain: ChainReference | null;
  /** Leads clients on from today's serials that `deltas` lacks. */
  readonly hours?: HourChainReference;
  readonly head?: true;
  /** `stateDigest` of the snapshot. */
  readonly digest: string;
  readonly sections: readonly IndexedSection[];
  readonly sources: readonly IndexedSource[];
  /** Compact JWS, signed by a root key. */
  readonly keys: string;
}

const FIELDS = [
  'format',
  'channel',
  'serial',
  'publishedAt',
  'expiresAt',
  'refreshAfter',
  'base',
  'deltas',
  'chain',
  'hours',
  'head',
  'digest',
  'sections',
  'sources',
  'keys',
] as const;

export type IndexField = 'index' | (typeof FIELDS)[number];

export interface IndexFailure {
  readonly kind: 'malformed-index';
  readonly field: IndexField;
}

/** UTF-16 units. */
export const MAX_NAME_LENGTH = 64;
export const MAX_SOURCES = 64;
const MIN_REFRESH_SECONDS = 60;
const MAX_REFRESH_SECONDS = 7 * 24 * 3600;

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

const DELTA_COLUMNS = ['from', 'to', 'bytes', 'sha256'];
const SECTION_COLUMNS = ['kind', 'category', 'action', 'group', 'entries', 'fingerprintBits'];
const SOURCE_COLUMNS = ['name', 'licence', 'entries', 'fetchedAt', 'contact'];

/** Ignores unknown fields, so that newer publishers can add some. */
export function parseChannelIndex(value: unknown): Result<ChannelIndex, IndexFailure> {
  const read = readOr('index', FIELDS, () => readIndex(asRecord(value, '')));
  return read.ok ? read : fail({ kind: 'malformed-index', field: read.failure });
}

function readIndex(from: Fields): ChannelIndex {
  if (own(from, 'format') !== 1) throw new BadField('', 'format');
  const channel = nonEmptyText(from, 'channel', MAX_NAME_LENGTH);
  const serial = serialIn(from, 'serial');
  const publishedAt = timeIn(from, 'publishedAt');
  const expiresAt = timeIn(from, 'expiresAt');
  if (expiresAt <= publishedAt) throw new BadField('', 'expiresAt');
  const refreshAfter = integer(from, 'refreshAfter', MIN_REFRESH_SECONDS, MAX_REFRESH_SECONDS);
  const base = readBase(record(from, 'base'));
  if (base.serial !== serial) throw new BadField('base', 'serial');
  const deltas = list(from, 'deltas', MAX_INDEX_DELTAS, readDelta);
  const froms = new Set(deltas.map((delta) => delta.from));
  if (froms.has(serial) || froms.size !== deltas.length || deltas.some(({ to }) => to !== serial))
    throw new BadField('', 'deltas');
  const sections = list(from, 'sections', MAX_SECTIONS, readSection);
  return {
    format: 1,
    channel,
    serial,
    publishedAt,
    expiresAt,
    refreshAfter,
    base,
    deltas,
    chain: nullOr(from, 'chain', () => readChainReference(record(from, 'chain'), 'chain')),
    ...(own(from, 'hours') === undefined
      ? {}
      : { hours: readHourChainReference(record(from, 'hours'), serial) }),
    ...(own(from, 'head') === undefined || !flag(from, 'head') ? {} : { head: true }),
    digest: sha256(from, 'digest'),
    sections: ascending(sections),
    sources: list(from, 'sources', MAX_SOURCES, readSource),
    keys: nonEmptyText(from, 'keys', MAX_INDEX_BYTES),
  };
}

function serialIn(from: Fields, name: string, parent = ''): number {
  return integer(from, name, 1, MAX_UINT32, parent);
}

/** Unix seconds. */
export function timeIn(from: Fields, name: string, parent = ''): number {
  return integer(from, name, 0, MAX_UINT32, parent);
}

export function fileFactsIn(from: Fields, mostBytes: number, parent: string): FileFacts {
  return { bytes: integer(from, 'bytes', 1, mostBytes, parent), sha256: sha256(from, 'sha256', parent) };
}

function readBase(from: Fields): BaseReference {
  return { serial: serialIn(from, 'serial', 'base'), ...fileFactsIn(from, MAX_SNAPSHOT_BYTES, 'base') };
}

function readDelta(value: unknown, field: string): DeltaReference {
  const from = asRow(value, DELTA_COLUMNS, field);
  return {
    from: serialIn(from, 'from', field),
    to: serialIn(from, 'to', field),
    ...fileFactsIn(from, MAX_SNAPSHOT_BYTES, field),
  };
}

/** Reads `[value, …]` or an object. A row may omit its last columns. */
export function asRow(value: unknown, columns: readonly string[], field: string): Fields {
  if (!Array.isArray(value)) return asRecord(value, field);
  const cells: readonly unknown[] = value;
  if (cells.length > columns.length) throw new BadField('', field);
  return Object.fromEntries(columns.slice(0, cells.length).map((column, index) => [column, cells[index]]));
}

function readChainReference(from: Fields, field: string): ChainReference {
  return { ...fileFactsIn(from, MAX_CHAIN_BYTES, field), day: utcDayIn(from, 'day', field) };
}

function readHourChainReference(from: Fields, serial: number): HourChainReference {
  return {
    ...readChainReference(from, 'hours'),
    hour: integer(from, 'hour', 0, 23, 'hours'),
    first: integer(from, 'first', 1, serial, 'hours'),
  };
}

export function utcDayIn(from: Fields, name: string, parent = ''): string {
  const day = toUtcDay(own(from, name));
  if (day === null) throw new BadField(parent, name);
  return day;
}

export const MAX_CHAIN_BYTES = 256 * 1024;

function readSection(value: unknown, field: string): IndexedSection {
  const from = asRow(value, SECTION_COLUMNS, field);
  return {
    kind: oneOf(from, 'kind', ENTRY_KINDS, field),
    category: oneOf(from, 'category', CATEGORIES, field),
    action: oneOf(from, 'action', LEVELS, field),
    group: nonEmptyText(from, 'group', MAX_GROUP_BYTES, field),
    entries: integer(from, 'entries', 0, MAX_UINT32, field),
    fingerprintBits: integer(from, 'fingerprintBits', MIN_FINGERPRINT_BITS, MAX_FINGERPRINT_BITS, field),
  };
}

function ascending(sections: readonly IndexedSection[]): readonly IndexedSection[] {
  const areAscending = sections.every((section, index) => {
    const before = sections[index - 1];
    return before === undefined || compareSections(before, section) < 0;
  });
  if (!areAscending) throw new BadField('', 'sections');
  return sections;
}

function readSource(value: unknown, field: string): IndexedSource {
  const from = asRow(value, SOURCE_COLUMNS, field);
  return {
    name: nonEmptyText(from, 'name', MAX_NAME_LENGTH, field),
    licence: nonEmptyText(from, 'licence', 128, field),
    entries: integer(from, 'entries', 0, MAX_UINT32, field),
    fetchedAt: timeIn(from, 'fetchedAt', field),
    ...(own(from, 'contact') === undefined ? {} : { contact: nonEmptyText(from, 'contact', 256, field) }),
  };
}
