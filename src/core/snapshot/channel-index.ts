import { fail, ok, type Result } from '../result.ts';
import { ENTRY_KINDS } from '../hash/entry-kind.ts';
import { toUtcDay } from '../utc-day.ts';
import { CATEGORIES, LEVELS } from '../verdict/verdict.ts';
import { integerOf, listOf, recordOf, sha256Of, textOf, wordOf, type JsonRecord } from './json-fields.ts';
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

/** The index as it is fetched, a compact JWS, never is larger: it is read whole, hourly, by everybody. */
export const MAX_INDEX_BYTES = 8192;

/** The only file of a channel that changes in place. */
export const INDEX_PATH = 'latest.jws';

export const basePath = (serial: number): string => `base/${serial}.slb`;
export const deltaPath = (from: number, to: number): string => `delta/${from}-${to}.sld`;

/** Deltas in an index, at most: one an hour for a day, and one from the last serial of the day before. */
export const MAX_INDEX_DELTAS = 32;

/** A file's length in bytes and its SHA-256, lower-case hex. */
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
  /** `2026-11-20`, UTC. The file is `chainPath(day)`. */
  readonly day: string;
}

export interface IndexedSection extends SectionName {
  readonly entries: number;
  readonly fingerprintBits: number;
}

export interface IndexedSource {
  readonly name: string;
  readonly licence: string;
  readonly entries: number;
  /** Unix time, seconds. */
  readonly fetchedAt: number;
  /** Where a wrong entry is reported: an address or a URL. Shown as text only. */
  readonly contact?: string;
}

/** What a channel's signed index says of the newest snapshot. All times are Unix seconds. */
export interface ChannelIndex {
  readonly format: 1;
  /** The channel's own name, 1 to 64 UTF-16 units; shown as text only. */
  readonly channel: string;
  readonly serial: number;
  readonly publishedAt: number;
  /** From here on nothing is cleared by this snapshot. */
  readonly expiresAt: number;
  /** Seconds until a client asks again, 60 to 7 days. */
  readonly refreshAfter: number;
  readonly base: BaseReference;
  /** Into `serial`, from distinct serials. */
  readonly deltas: readonly DeltaReference[];
  /** For clients that no delta in `deltas` starts from; null while there is none. */
  readonly chain: ChainReference | null;
  /** `stateDigest` of the snapshot. */
  readonly digest: string;
  readonly sections: readonly IndexedSection[];
  readonly sources: readonly IndexedSource[];
  /** Compact JWS of the key list, signed by a root key. */
  readonly keys: string;
}

/** The field that is missing, of another kind, or out of its range. */
export type IndexField =
  | 'index'
  | 'format'
  | 'channel'
  | 'serial'
  | 'publishedAt'
  | 'expiresAt'
  | 'refreshAfter'
  | 'base'
  | 'deltas'
  | 'chain'
  | 'digest'
  | 'sections'
  | 'sources'
  | 'keys';

export interface IndexFailure {
  readonly kind: 'malformed-index';
  readonly field: IndexField;
}

/** Of a channel, a source or a key, in UTF-16 units. */
export const MAX_NAME_LENGTH = 64;
/** Sources in an index. */
export const MAX_SOURCES = 64;
const LEAST_REFRESH_SECONDS = 60;
const MOST_REFRESH_SECONDS = 7 * 24 * 3600;

/**
 * What an index is signed as. Deltas, sections and sources are rows without field names, which would take half of
 * the `MAX_INDEX_BYTES`: with 14 source groups there would be room for 7 deltas, with rows there is for 24.
 */
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

/** The index in a verified JWS payload. Fields it does not know are ignored, so that newer publishers can add some. */
export function parseChannelIndex(value: unknown): Result<ChannelIndex, IndexFailure> {
  const malformed = (field: IndexField): Result<never, IndexFailure> =>
    fail({ kind: 'malformed-index', field });
  const record = recordOf(value);
  if (record === null) return malformed('index');
  if (record.get('format') !== 1) return malformed('format');
  const channel = textOf(record.get('channel'), MAX_NAME_LENGTH);
  if (channel === null) return malformed('channel');
  const serial = serialOf(record.get('serial'));
  if (serial === null) return malformed('serial');
  const publishedAt = timeOf(record.get('publishedAt'));
  if (publishedAt === null) return malformed('publishedAt');
  const expiresAt = timeOf(record.get('expiresAt'));
  if (expiresAt === null || expiresAt <= publishedAt) return malformed('expiresAt');
  const refreshAfter = integerOf(record.get('refreshAfter'), LEAST_REFRESH_SECONDS, MOST_REFRESH_SECONDS);
  if (refreshAfter === null) return malformed('refreshAfter');
  const base = baseOf(record.get('base'));
  if (base === null || base.serial !== serial) return malformed('base');
  const deltas = listOf(record.get('deltas'), MAX_INDEX_DELTAS, deltaOf);
  if (deltas === null || deltas.some(({ from, to }) => to !== serial || from === to))
    return malformed('deltas');
  if (new Set(deltas.map(({ from }) => from)).size !== deltas.length) return malformed('deltas');
  const chainValue = record.get('chain');
  const chain = chainValue === null ? null : chainReferenceOf(chainValue);
  if (chain === null && chainValue !== null) return malformed('chain');
  const digest = sha256Of(record.get('digest'));
  if (digest === null) return malformed('digest');
  const sections = listOf(record.get('sections'), MAX_SECTIONS, sectionOf);
  if (sections === null || !areAscending(sections)) return malformed('sections');
  const sources = listOf(record.get('sources'), MAX_SOURCES, sourceOf);
  if (sources === null) return malformed('sources');
  const keys = textOf(record.get('keys'), MAX_INDEX_BYTES);
  if (keys === null) return malformed('keys');
  return ok({
    format: 1,
    channel,
    serial,
    publishedAt,
    expiresAt,
    refreshAfter,
    base,
    deltas,
    chain,
    digest,
    sections,
    sources,
    keys,
  });
}

function serialOf(value: unknown): number | null {
  return integerOf(value, 1, MAX_UINT32);
}

/** Unix time, seconds, as the formats hold it. */
export function timeOf(value: unknown): number | null {
  return integerOf(value, 0, MAX_UINT32);
}

/** Length and SHA-256 of a file, from an object that has them beside other fields. */
export function fileFactsOf(value: unknown, mostBytes: number): FileFacts | null {
  const record = recordOf(value);
  const bytes = integerOf(record?.get('bytes'), 1, mostBytes);
  const sha256 = sha256Of(record?.get('sha256'));
  return bytes === null || sha256 === null ? null : { bytes, sha256 };
}

function baseOf(value: unknown): BaseReference | null {
  const facts = fileFactsOf(value, MAX_SNAPSHOT_BYTES);
  const serial = serialOf(recordOf(value)?.get('serial'));
  return facts === null || serial === null ? null : { serial, ...facts };
}

function deltaOf(value: unknown): DeltaReference | null {
  const record = rowOf(value, DELTA_COLUMNS);
  const from = serialOf(record?.get('from'));
  const to = serialOf(record?.get('to'));
  const bytes = integerOf(record?.get('bytes'), 1, MAX_SNAPSHOT_BYTES);
  const sha256 = sha256Of(record?.get('sha256'));
  if (from === null || to === null || bytes === null || sha256 === null) return null;
  return { from, to, bytes, sha256 };
}

/** A row `[value, …]` or an object, as the record of its columns. A row may leave out what comes last. */
function rowOf(value: unknown, columns: readonly string[]): JsonRecord | null {
  if (!Array.isArray(value)) return recordOf(value);
  const cells: readonly unknown[] = value;
  if (cells.length > columns.length) return null;
  return new Map(columns.slice(0, cells.length).map((column, index) => [column, cells[index]]));
}

function chainReferenceOf(value: unknown): ChainReference | null {
  const facts = fileFactsOf(value, MAX_CHAIN_BYTES);
  const day = toUtcDay(recordOf(value)?.get('day'));
  return facts === null || day === null ? null : { ...facts, day };
}

/** A chain file is at most so large. */
export const MAX_CHAIN_BYTES = 256 * 1024;

function sectionOf(value: unknown): IndexedSection | null {
  const record = rowOf(value, SECTION_COLUMNS);
  const kind = wordOf(record?.get('kind'), ENTRY_KINDS);
  const category = wordOf(record?.get('category'), CATEGORIES);
  const action = wordOf(record?.get('action'), LEVELS);
  const group = textOf(record?.get('group'), MAX_GROUP_BYTES);
  const entries = integerOf(record?.get('entries'), 0, MAX_UINT32);
  const fingerprintBits = integerOf(
    record?.get('fingerprintBits'),
    MIN_FINGERPRINT_BITS,
    MAX_FINGERPRINT_BITS,
  );
  if (kind === null || category === null || action === null || group === null) return null;
  if (entries === null || fingerprintBits === null) return null;
  return { kind, category, action, group, entries, fingerprintBits };
}

function areAscending(sections: readonly SectionName[]): boolean {
  return sections.every((section, index) => {
    const before = sections[index - 1];
    return before === undefined || compareSections(before, section) < 0;
  });
}

function sourceOf(value: unknown): IndexedSource | null {
  const record = rowOf(value, SOURCE_COLUMNS);
  const name = textOf(record?.get('name'), MAX_NAME_LENGTH);
  const licence = textOf(record?.get('licence'), 128);
  const entries = integerOf(record?.get('entries'), 0, MAX_UINT32);
  const fetchedAt = timeOf(record?.get('fetchedAt'));
  if (name === null || licence === null || entries === null || fetchedAt === null) return null;
  const contactValue = record?.get('contact');
  if (contactValue === undefined) return { name, licence, entries, fetchedAt };
  const contact = textOf(contactValue, 256);
  return contact === null ? null : { name, licence, entries, fetchedAt, contact };
}
