import { toHex } from '../hash/hex.ts';
import { ENTRY_KINDS } from '../hash/entry-kind.ts';
import { EPOCH_KEY_BYTES } from '../hash/half-sip-hash.ts';
import { fail, ok, type Result } from '../result.ts';
import { runSteps, type Steps } from '../steps.ts';
import { CATEGORIES, LEVELS } from '../verdict/verdict.ts';
import { ByteReader, UnexpectedEnd } from './byte-reader.ts';
import {
  DIGEST_BYTES,
  FORMAT_VERSION,
  HAS_CHANGE,
  HAS_NAME,
  MAGIC,
  NO_SOURCE,
  type Delta,
  type DeltaSection,
  type ListChange,
} from './delta-layout.ts';
import { decodeRiceInSteps } from './decode-rice.ts';
import {
  fingerprintUniverse,
  indexUniverse,
  minRiceBits,
  riceParameterFor,
  type Universe,
} from './rice-parameter.ts';
import { MAX_SNAPSHOT_BYTES, readName } from './snapshot-layout.ts';
import {
  compareText,
  MAX_FINGERPRINT_BITS,
  MAX_OPAQUE_SECTIONS,
  MAX_SECTIONS,
  MIN_FINGERPRINT_BITS,
} from './snapshot.ts';

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

export function decodeDelta(bytes: Uint8Array): Result<Delta, DeltaDecodeFailure> {
  return runSteps(decodeDeltaInSteps(bytes));
}

/** Checks the shape, not the digests. */
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
  return minRiceBits(count, riceParameterFor(count, size)) <= byteLength * 8;
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
