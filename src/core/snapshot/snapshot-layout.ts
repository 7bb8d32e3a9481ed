import { EPOCH_KEY_BYTES } from '../hash/half-sip-hash.ts';
import { fail, ok, type Result } from '../result.ts';
import { ENTRY_KINDS } from '../hash/entry-kind.ts';
import { CATEGORIES, LEVELS } from '../verdict/verdict.ts';
import { UnexpectedEnd, type ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { minRiceBits, riceParameterFor } from './rice-parameter.ts';
import {
  compareSections,
  compareText,
  falsePositiveRateOfSections,
  MAX_FALSE_POSITIVE_RATE,
  MAX_FINGERPRINT_BITS,
  MAX_GROUP_BYTES,
  MAX_OPAQUE_SECTIONS,
  MAX_SECTIONS,
  MIN_FINGERPRINT_BITS,
  type Epoch,
  type SectionName,
} from './snapshot.ts';

// Layout: docs/snapshot-format.md, section 4. The decoder refuses what the encoder would not write.
const MAGIC = 0x424c5053;
export const FORMAT_VERSION = 1;

/** The state digest omits these bytes: serial and time. */
export const SERIAL_OFFSET = 8;
export const AFTER_PUBLISHED_AT_OFFSET = 16;

/** Bounds memory, whatever the header says. */
export const MAX_SNAPSHOT_BYTES = 64 * 1024 * 1024;

export interface SectionRecord extends SectionName {
  readonly fingerprintBits: number;
  readonly riceParameter: number;
  readonly entryCount: number;
  readonly byteLength: number;
}

export interface OpaqueRecord {
  readonly name: string;
  readonly byteLength: number;
}

export interface SnapshotLayout {
  readonly serial: number;
  readonly publishedAt: number;
  readonly epoch: Epoch;
  readonly sections: readonly SectionRecord[];
  readonly exclusionCount: number;
  readonly exclusionBytes: number;
  readonly opaque: readonly OpaqueRecord[];
}

export type SnapshotField =
  | 'magic'
  | 'reserved'
  | 'serial'
  | 'plannedEntries'
  | 'sectionCount'
  | 'opaqueCount'
  | 'kind'
  | 'category'
  | 'action'
  | 'fingerprintBits'
  | 'riceParameter'
  | 'group'
  | 'sectionOrder'
  | 'entryCount'
  | 'falsePositiveRate'
  | 'opaqueName'
  | 'opaqueOrder'
  | 'byteLength'
  | 'fingerprints'
  | 'exclusions';

export type SnapshotFailure =
  | { readonly kind: 'too-large'; readonly byteLength: number }
  | { readonly kind: 'truncated'; readonly offset: number }
  | { readonly kind: 'unknown-format'; readonly formatVersion: number }
  | { readonly kind: 'malformed'; readonly field: SnapshotField };

const malformed = (field: SnapshotField): Result<never, SnapshotFailure> =>
  fail({ kind: 'malformed', field });

/**
 * On success, lengths add up to exactly the bytes that follow, and no section declares more entries than its bytes can
 * hold.
 */
export function readLayout(reader: ByteReader): Result<SnapshotLayout, SnapshotFailure> {
  try {
    return readLayoutFields(reader);
  } catch (error) {
    if (error instanceof UnexpectedEnd) return fail({ kind: 'truncated', offset: error.offset });
    throw error;
  }
}

function readLayoutFields(reader: ByteReader): Result<SnapshotLayout, SnapshotFailure> {
  if (reader.uint32() !== MAGIC) return malformed('magic');
  const formatVersion = reader.uint8();
  if (formatVersion !== FORMAT_VERSION) return fail({ kind: 'unknown-format', formatVersion });
  if (reader.uint8() !== 0 || reader.uint16() !== 0) return malformed('reserved');
  const serial = reader.uint32();
  if (serial === 0) return malformed('serial');
  const publishedAt = reader.uint32();
  const key = reader.take(EPOCH_KEY_BYTES).slice();
  const startedAt = reader.uint32();
  const plannedEntries = reader.uint32();
  if (plannedEntries === 0) return malformed('plannedEntries');
  const sectionCount = reader.uint16();
  if (sectionCount > MAX_SECTIONS) return malformed('sectionCount');
  const opaqueCount = reader.uint16();
  if (opaqueCount > MAX_OPAQUE_SECTIONS) return malformed('opaqueCount');
  const exclusionCount = reader.uint32();
  const exclusionBytes = reader.uint32();
  if (!canHold(exclusionBytes, exclusionCount, riceParameterFor(exclusionCount, 2 ** 64))) {
    return malformed('exclusions');
  }

  const sections: SectionRecord[] = [];
  for (let index = 0; index < sectionCount; index++) {
    const section = readSection(reader);
    if (!section.ok) return section;
    const before = sections.at(-1);
    if (before !== undefined && compareSections(before, section.value) >= 0) return malformed('sectionOrder');
    sections.push(section.value);
  }
  const rate = falsePositiveRateOfSections(
    sections.map(({ entryCount, fingerprintBits }) => ({ entries: entryCount, fingerprintBits })),
  );
  if (rate > MAX_FALSE_POSITIVE_RATE) return malformed('falsePositiveRate');

  const opaque: OpaqueRecord[] = [];
  for (let index = 0; index < opaqueCount; index++) {
    const nameLength = reader.uint8();
    const byteLength = reader.uint32();
    const name = readName(reader, nameLength);
    if (name === null) return malformed('opaqueName');
    const before = opaque.at(-1);
    if (before !== undefined && compareText(before.name, name) >= 0) return malformed('opaqueOrder');
    opaque.push({ name, byteLength });
  }

  let contentBytes = exclusionBytes;
  for (const { byteLength } of sections) contentBytes += byteLength;
  for (const { byteLength } of opaque) contentBytes += byteLength;
  if (contentBytes > reader.remaining) {
    return fail({ kind: 'truncated', offset: reader.offset + reader.remaining });
  }
  if (contentBytes < reader.remaining) return malformed('byteLength');
  return ok({
    serial,
    publishedAt,
    epoch: { key, startedAt, plannedEntries },
    sections,
    exclusionCount,
    exclusionBytes,
    opaque,
  });
}

function readSection(reader: ByteReader): Result<SectionRecord, SnapshotFailure> {
  const kind = ENTRY_KINDS[reader.uint8()];
  if (kind === undefined) return malformed('kind');
  const category = CATEGORIES[reader.uint8()];
  if (category === undefined) return malformed('category');
  const action = LEVELS[reader.uint8()];
  if (action === undefined) return malformed('action');
  const fingerprintBits = reader.uint8();
  if (fingerprintBits < MIN_FINGERPRINT_BITS || fingerprintBits > MAX_FINGERPRINT_BITS) {
    return malformed('fingerprintBits');
  }
  const riceParameter = reader.uint8();
  const groupLength = reader.uint8();
  const entryCount = reader.uint32();
  const byteLength = reader.uint32();
  const group = readName(reader, groupLength);
  if (group === null) return malformed('group');
  if (riceParameter !== riceParameterFor(entryCount, 2 ** fingerprintBits)) return malformed('riceParameter');
  if (!canHold(byteLength, entryCount, riceParameter)) return malformed('entryCount');
  return ok({ kind, category, action, group, fingerprintBits, riceParameter, entryCount, byteLength });
}

function canHold(byteLength: number, count: number, riceParameter: number): boolean {
  return minRiceBits(count, riceParameter) <= byteLength * 8;
}

export function readName(reader: ByteReader, length: number): string | null {
  if (length < 1 || length > MAX_GROUP_BYTES) return null;
  const bytes = reader.take(length);
  try {
    // Without `ignoreBOM`, a leading U+FEFF would be dropped, and two byte sequences would be one name.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The caller has checked order, ranges and names. */
export function writeLayout(writer: ByteWriter, layout: SnapshotLayout): void {
  writer.uint32(MAGIC);
  writer.uint8(FORMAT_VERSION);
  writer.uint8(0);
  writer.uint16(0);
  writer.uint32(layout.serial);
  writer.uint32(layout.publishedAt);
  writer.bytes(layout.epoch.key);
  writer.uint32(layout.epoch.startedAt);
  writer.uint32(layout.epoch.plannedEntries);
  writer.uint16(layout.sections.length);
  writer.uint16(layout.opaque.length);
  writer.uint32(layout.exclusionCount);
  writer.uint32(layout.exclusionBytes);
  for (const section of layout.sections) {
    const group = nameBytes(section.group);
    writer.uint8(ENTRY_KINDS.indexOf(section.kind));
    writer.uint8(CATEGORIES.indexOf(section.category));
    writer.uint8(LEVELS.indexOf(section.action));
    writer.uint8(section.fingerprintBits);
    writer.uint8(section.riceParameter);
    writer.uint8(group.length);
    writer.uint32(section.entryCount);
    writer.uint32(section.byteLength);
    writer.bytes(group);
  }
  for (const { name, byteLength } of layout.opaque) {
    const bytes = nameBytes(name);
    writer.uint8(bytes.length);
    writer.uint32(byteLength);
    writer.bytes(bytes);
  }
}

/** @throws RangeError if `readName` would not read `name` back */
export function nameBytes(name: string): Uint8Array {
  const bytes = new TextEncoder().encode(name);
  if (bytes.length < 1 || bytes.length > MAX_GROUP_BYTES)
    throw new RangeError(`a name of ${bytes.length} bytes`);
  if (new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) !== name) {
    throw new RangeError('a name with half a surrogate pair');
  }
  return bytes;
}
