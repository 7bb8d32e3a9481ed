import { EPOCH_KEY_BYTES } from '../hash/half-sip-hash.ts';
import { fail, ok, type Result } from '../result.ts';
import { runSteps, type Steps } from '../steps.ts';
import { ENTRY_KINDS } from '../hash/entry-kind.ts';
import { CATEGORIES, LEVELS } from '../verdict/verdict.ts';
import { ByteReader, UnexpectedEnd } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import {
  decodeRiceInSteps,
  encodeRiceInSteps,
  fingerprintUniverse,
  indexUniverse,
  leastRiceBits,
  riceParameterFor,
  type Universe,
} from './rice-coding.ts';
import { MAX_SNAPSHOT_BYTES, nameBytes, readName } from './snapshot-layout.ts';
import {
  compareText,
  MAX_FINGERPRINT_BITS,
  MAX_OPAQUE_SECTIONS,
  MAX_SECTIONS,
  MAX_UINT32,
  MIN_FINGERPRINT_BITS,
  type Epoch,
  type FingerprintList,
  type SectionName,
} from './snapshot.ts';
import { toHex } from './state-digest.ts';

//   offset  size  field
//        0     4  magic             "SPLD"
//        4     1  formatVersion     1
//        5     3  reserved          0
//        8     4  fromSerial        1 to 2³² − 1
//       12     4  toSerial          1 to 2³² − 1
//       16     4  publishedAt       of the snapshot with toSerial
//       20     8  epochKey          of both, as are the next two
//       28     4  epochStartedAt
//       32     4  plannedEntries    1 to 2³² − 1
//       36    32  fromDigest        state digest
//       68    32  toDigest
//      100     2  fromSectionCount  0 to 1024
//      102     2  sectionCount      0 to 1024
//      104     2  opaqueCount       0 to 16
//      106    24  exclusions        a change (below), of 64-bit fingerprints
//      130        section records, sectionCount of them, in the order of the new snapshot:
//            0  2   source          index of the section it comes from; 0xffff if from none
//            2  1   parts           bit 0: a name follows; bit 1: a change follows
//              [name: kind, category, action, fingerprintBits, groupLength (1 byte each), group]
//              [change]
//               opaque records, opaqueCount of them, strictly ascending by name:
//            0  1   nameLength
//            1  1   parts           bit 0: the bytes follow; otherwise they are those of the same name
//            2  4   byteLength      0 if they do not follow
//            6  n   name
//               content: of each change the removed indices, then the added fingerprints (the sections' changes in
//               order, then the exclusions'), then the opaque bytes; nothing after
//
//   change   0  4   fromCount       entries of the list it starts from
//            4  4   removedCount
//            8  4   addedCount
//           12  4   removedBytes
//           16  4   addedBytes
//           20  1   fingerprintBits r of the section, 40 to 64; 64 for the exclusions
//           21  3   reserved        0
//
// A section from no source has name and change; one that is only moved along has neither.
const MAGIC = 0x444c5053;
const FORMAT_VERSION = 1;
const NO_SOURCE = 0xffff;
const HAS_NAME = 1;
const HAS_CHANGE = 2;
const DIGEST_BYTES = 32;

/** The difference of two lists: what leaves the first one, by its index there, and what comes. */
export interface ListChange {
  /** Entries of the list it starts from. */
  readonly fromCount: number;
  /** Of the added fingerprints: those of the section. */
  readonly fingerprintBits: number;
  /** Ascending indices, as `high` words. */
  readonly removed: FingerprintList;
  readonly added: FingerprintList;
}

export interface DeltaSection {
  /** Index of the section it comes from; null for a new one. */
  readonly source: number | null;
  /** Null if it keeps the name and the fingerprint bits of its source. */
  readonly name: (SectionName & { readonly fingerprintBits: number }) | null;
  /** Null if it keeps the entries of its source. */
  readonly change: ListChange | null;
}

export interface DeltaOpaque {
  readonly name: string;
  /** Null if they are those of the same name. */
  readonly bytes: Uint8Array | null;
}

/** The exact difference of two snapshots of one epoch. */
export interface Delta {
  readonly fromSerial: number;
  readonly toSerial: number;
  /** Unix time, seconds. */
  readonly publishedAt: number;
  readonly epoch: Epoch;
  /** State digests, lower-case hex. */
  readonly fromDigest: string;
  readonly toDigest: string;
  readonly fromSectionCount: number;
  readonly sections: readonly DeltaSection[];
  readonly exclusions: ListChange;
  readonly opaque: readonly DeltaOpaque[];
}

export type DeltaField =
  | 'magic'
  | 'reserved'
  | 'fromSerial'
  | 'toSerial'
  | 'plannedEntries'
  | 'fromSectionCount'
  | 'sectionCount'
  | 'opaqueCount'
  | 'source'
  | 'parts'
  | 'kind'
  | 'category'
  | 'action'
  | 'fingerprintBits'
  | 'group'
  | 'removedCount'
  | 'addedCount'
  | 'emptyChange'
  | 'opaqueName'
  | 'opaqueOrder'
  | 'byteLength'
  | 'removed'
  | 'added';

export type DeltaDecodeFailure =
  | { readonly kind: 'too-large'; readonly byteLength: number }
  | { readonly kind: 'truncated'; readonly offset: number }
  | { readonly kind: 'unknown-format'; readonly formatVersion: number }
  | { readonly kind: 'malformed'; readonly field: DeltaField };

const malformed = (field: DeltaField): Result<never, DeltaDecodeFailure> =>
  fail({ kind: 'malformed', field });

/** The delta in a file. Checks shape only: what it does to a snapshot is for `applyDelta`. */
export function* decodeDeltaInSteps(bytes: Uint8Array): Steps<Result<Delta, DeltaDecodeFailure>> {
  if (bytes.length > MAX_SNAPSHOT_BYTES) return fail({ kind: 'too-large', byteLength: bytes.length });
  try {
    return yield* readDelta(new ByteReader(bytes));
  } catch (error) {
    if (error instanceof UnexpectedEnd) return fail({ kind: 'truncated', offset: error.offset });
    throw error;
  }
}

interface ChangeRecord {
  readonly fromCount: number;
  readonly fingerprintBits: number;
  readonly removedCount: number;
  readonly addedCount: number;
  readonly removedBytes: number;
  readonly addedBytes: number;
}

interface SectionRecord {
  readonly source: number | null;
  readonly name: DeltaSection['name'];
  readonly change: ChangeRecord | null;
}

function* readDelta(reader: ByteReader): Steps<Result<Delta, DeltaDecodeFailure>> {
  if (reader.uint32() !== MAGIC) return malformed('magic');
  const formatVersion = reader.uint8();
  if (formatVersion !== FORMAT_VERSION) return fail({ kind: 'unknown-format', formatVersion });
  if (reader.uint8() !== 0 || reader.uint16() !== 0) return malformed('reserved');
  const fromSerial = reader.uint32();
  if (fromSerial === 0) return malformed('fromSerial');
  const toSerial = reader.uint32();
  if (toSerial === 0) return malformed('toSerial');
  const publishedAt = reader.uint32();
  const key = reader.take(EPOCH_KEY_BYTES).slice();
  const startedAt = reader.uint32();
  const plannedEntries = reader.uint32();
  if (plannedEntries === 0) return malformed('plannedEntries');
  const fromDigest = toHex(reader.take(DIGEST_BYTES));
  const toDigest = toHex(reader.take(DIGEST_BYTES));
  const fromSectionCount = reader.uint16();
  if (fromSectionCount > MAX_SECTIONS) return malformed('fromSectionCount');
  const sectionCount = reader.uint16();
  if (sectionCount > MAX_SECTIONS) return malformed('sectionCount');
  const opaqueCount = reader.uint16();
  if (opaqueCount > MAX_OPAQUE_SECTIONS) return malformed('opaqueCount');
  const exclusionRecord = readChange(reader);
  if (!exclusionRecord.ok) return exclusionRecord;
  if (exclusionRecord.value.fingerprintBits !== MAX_FINGERPRINT_BITS) return malformed('fingerprintBits');

  const records: SectionRecord[] = [];
  const sources = new Set<number>();
  for (let index = 0; index < sectionCount; index++) {
    const record = readSectionRecord(reader, fromSectionCount);
    if (!record.ok) return record;
    const { source } = record.value;
    if (source !== null && sources.has(source)) return malformed('source');
    if (source !== null) sources.add(source);
    records.push(record.value);
  }
  const opaqueRecords: { name: string; byteLength: number | null }[] = [];
  for (let index = 0; index < opaqueCount; index++) {
    const nameLength = reader.uint8();
    const parts = reader.uint8();
    const byteLength = reader.uint32();
    if (parts > 1 || (parts === 0 && byteLength !== 0)) return malformed('parts');
    const name = readName(reader, nameLength);
    if (name === null) return malformed('opaqueName');
    const before = opaqueRecords.at(-1);
    if (before !== undefined && compareText(before.name, name) >= 0) return malformed('opaqueOrder');
    opaqueRecords.push({ name, byteLength: parts === 1 ? byteLength : null });
  }

  let contentBytes = exclusionRecord.value.removedBytes + exclusionRecord.value.addedBytes;
  for (const { change } of records)
    contentBytes += change === null ? 0 : change.removedBytes + change.addedBytes;
  for (const { byteLength } of opaqueRecords) contentBytes += byteLength ?? 0;
  if (contentBytes > reader.remaining)
    return fail({ kind: 'truncated', offset: reader.offset + reader.remaining });
  if (contentBytes < reader.remaining) return malformed('byteLength');

  const sections: DeltaSection[] = [];
  for (const { source, name, change } of records) {
    if (change === null) {
      sections.push({ source, name, change });
      continue;
    }
    const decoded = yield* readChangeContent(reader, change);
    if (!decoded.ok) return decoded;
    sections.push({ source, name, change: decoded.value });
  }
  const exclusions = yield* readChangeContent(reader, exclusionRecord.value);
  if (!exclusions.ok) return exclusions;
  return ok({
    fromSerial,
    toSerial,
    publishedAt,
    epoch: { key, startedAt, plannedEntries },
    fromDigest,
    toDigest,
    fromSectionCount,
    sections,
    exclusions: exclusions.value,
    opaque: opaqueRecords.map(({ name, byteLength }) => ({
      name,
      bytes: byteLength === null ? null : reader.take(byteLength),
    })),
  });
}

function readSectionRecord(
  reader: ByteReader,
  fromSectionCount: number,
): Result<SectionRecord, DeltaDecodeFailure> {
  const sourceIndex = reader.uint16();
  if (sourceIndex !== NO_SOURCE && sourceIndex >= fromSectionCount) return malformed('source');
  const source = sourceIndex === NO_SOURCE ? null : sourceIndex;
  const parts = reader.uint8();
  if (parts > (HAS_NAME | HAS_CHANGE)) return malformed('parts');
  if (source === null && parts !== (HAS_NAME | HAS_CHANGE)) return malformed('parts');

  let name: SectionRecord['name'] = null;
  if ((parts & HAS_NAME) !== 0) {
    const kind = ENTRY_KINDS[reader.uint8()];
    if (kind === undefined) return malformed('kind');
    const category = CATEGORIES[reader.uint8()];
    if (category === undefined) return malformed('category');
    const action = LEVELS[reader.uint8()];
    if (action === undefined) return malformed('action');
    const fingerprintBits = reader.uint8();
    if (!areFingerprintBits(fingerprintBits)) return malformed('fingerprintBits');
    const group = readName(reader, reader.uint8());
    if (group === null) return malformed('group');
    name = { kind, category, action, group, fingerprintBits };
  }
  if ((parts & HAS_CHANGE) === 0) return ok({ source, name, change: null });

  const change = readChange(reader);
  if (!change.ok) return change;
  const { fromCount, removedCount, addedCount, fingerprintBits } = change.value;
  if (name !== null && name.fingerprintBits !== fingerprintBits) return malformed('fingerprintBits');
  if (source === null && fromCount !== 0) return malformed('removedCount');
  if (source !== null && removedCount === 0 && addedCount === 0) return malformed('emptyChange');
  return ok({ source, name, change: change.value });
}

function readChange(reader: ByteReader): Result<ChangeRecord, DeltaDecodeFailure> {
  const fromCount = reader.uint32();
  const removedCount = reader.uint32();
  const addedCount = reader.uint32();
  const removedBytes = reader.uint32();
  const addedBytes = reader.uint32();
  const fingerprintBits = reader.uint8();
  if (!areFingerprintBits(fingerprintBits)) return malformed('fingerprintBits');
  if (reader.uint8() !== 0 || reader.uint16() !== 0) return malformed('reserved');
  if (removedCount > fromCount || !canHold(removedBytes, removedCount, indexUniverse(fromCount))) {
    return malformed('removedCount');
  }
  if (!canHold(addedBytes, addedCount, fingerprintUniverse(fingerprintBits))) return malformed('addedCount');
  return ok({ fromCount, removedCount, addedCount, removedBytes, addedBytes, fingerprintBits });
}

function areFingerprintBits(bits: number): boolean {
  return bits >= MIN_FINGERPRINT_BITS && bits <= MAX_FINGERPRINT_BITS;
}

function canHold(byteLength: number, count: number, { size }: Universe): boolean {
  return leastRiceBits(count, riceParameterFor(count, size)) <= byteLength * 8;
}

function* readChangeContent(
  reader: ByteReader,
  { fromCount, fingerprintBits, removedCount, addedCount, removedBytes, addedBytes }: ChangeRecord,
): Steps<Result<ListChange, DeltaDecodeFailure>> {
  const removed = yield* decodeRiceInSteps(reader.take(removedBytes), removedCount, indexUniverse(fromCount));
  if (removed === null) return malformed('removed');
  const universe = fingerprintUniverse(fingerprintBits);
  const added = yield* decodeRiceInSteps(reader.take(addedBytes), addedCount, universe);
  if (added === null) return malformed('added');
  return ok({ fromCount, fingerprintBits, removed, added });
}

/** The bytes of a delta. @throws RangeError for what the decoder would refuse */
export function encodeDelta(delta: Delta): Uint8Array<ArrayBuffer> {
  const content = new ByteWriter();
  const writer = new ByteWriter();
  writer.uint32(MAGIC);
  writer.uint8(FORMAT_VERSION);
  writer.uint8(0);
  writer.uint16(0);
  writer.uint32(atLeastOne(delta.fromSerial));
  writer.uint32(atLeastOne(delta.toSerial));
  writer.uint32(delta.publishedAt);
  writer.bytes(delta.epoch.key);
  writer.uint32(delta.epoch.startedAt);
  writer.uint32(atLeastOne(delta.epoch.plannedEntries));
  writer.bytes(fromHex(delta.fromDigest));
  writer.bytes(fromHex(delta.toDigest));
  writer.uint16(delta.fromSectionCount);
  writer.uint16(delta.sections.length);
  writer.uint16(delta.opaque.length);
  // The exclusions' record comes before those of the sections, their content after.
  const exclusionContent = new ByteWriter();
  writeChange(delta.exclusions, writer, exclusionContent);
  for (const { source, name, change } of delta.sections) {
    writer.uint16(source ?? NO_SOURCE);
    writer.uint8((name === null ? 0 : HAS_NAME) | (change === null ? 0 : HAS_CHANGE));
    if (name !== null) {
      const group = nameBytes(name.group);
      writer.uint8(ENTRY_KINDS.indexOf(name.kind));
      writer.uint8(CATEGORIES.indexOf(name.category));
      writer.uint8(LEVELS.indexOf(name.action));
      writer.uint8(name.fingerprintBits);
      writer.uint8(group.length);
      writer.bytes(group);
    }
    if (change !== null) writeChange(change, writer, content);
  }
  for (const { name, bytes } of delta.opaque) {
    const encoded = nameBytes(name);
    writer.uint8(encoded.length);
    writer.uint8(bytes === null ? 0 : 1);
    writer.uint32(bytes?.length ?? 0);
    writer.bytes(encoded);
  }
  writer.bytes(content.toBytes());
  writer.bytes(exclusionContent.toBytes());
  for (const { bytes } of delta.opaque) if (bytes !== null) writer.bytes(bytes);
  return writer.toBytes();
}

function writeChange(change: ListChange, writer: ByteWriter, content: ByteWriter): void {
  const { fromCount, fingerprintBits, removed, added } = change;
  const removedBytes = runSteps(encodeRiceInSteps(removed, indexUniverse(fromCount)));
  const addedBytes = runSteps(encodeRiceInSteps(added, fingerprintUniverse(fingerprintBits)));
  writer.uint32(fromCount);
  writer.uint32(removed.high.length);
  writer.uint32(added.high.length);
  writer.uint32(removedBytes.length);
  writer.uint32(addedBytes.length);
  writer.uint8(fingerprintBits);
  writer.uint8(0);
  writer.uint16(0);
  content.bytes(removedBytes);
  content.bytes(addedBytes);
}

function atLeastOne(value: number): number {
  if (value < 1 || value > MAX_UINT32) throw new RangeError(`${value} where 1 to 2³² − 1 is expected`);
  return value;
}

function fromHex(hex: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new RangeError('a digest that is no SHA-256 in hex');
  return Uint8Array.from({ length: DIGEST_BYTES }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
}
