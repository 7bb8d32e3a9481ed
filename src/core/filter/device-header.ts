import { ENTRY_KINDS } from '../hash/entry-kind.ts';
import { EPOCH_KEY_BYTES, halfSipHash, type EpochKey } from '../hash/half-sip-hash.ts';
import type { Hash64 } from '../hash/hash64.ts';
import { fail, ok, type Result } from '../result.ts';
import { ByteReader, UnexpectedEnd } from '../snapshot/byte-reader.ts';
import { ByteWriter } from '../snapshot/byte-writer.ts';
import { nameBytes, readName } from '../snapshot/snapshot-layout.ts';
import {
  MAX_FINGERPRINT_BITS,
  MIN_FINGERPRINT_BITS,
  type FingerprintList,
  type SectionName,
} from '../snapshot/snapshot.ts';
import { CATEGORIES, LEVELS } from '../verdict/verdict.ts';
import type { BloomParameters } from './bloom-parameters.ts';
import { areBloomParameters } from './bloom-filter.ts';
import { SECRET_BYTES } from './resident-filter.ts';
import { ROWS_PER_SLICE } from './verification-table.ts';

//   offset  size  field of the header
//        0     4  magic           "SPLV"
//        4     1  deviceVersion   4
//        5     1  hashCount
//        6     2  sectionCount
//        8     8  epochKey
//       16     8  secretCheck     a keyed hash under the installation secret
//       24     4  bitCount
//       28     4  residentSum     of words of the resident filter
//       32     4  rowCount
//       36     4  exclusionCount
//       40        sections: kind, category, action, isReviewed, fingerprintBits, groupLength (1 byte each), group
//                 slice index: the high word of the first row of each slice
//                 exclusions, ascending: all high words, then all low words
const MAGIC = 0x564c5053;
const DEVICE_VERSION = 4;

export type DeviceFailure =
  /** Written by another version: compile the snapshot again. */
  | { readonly kind: 'unknown-format' }
  /** Header or resident filter are damaged or do not match. */
  | { readonly kind: 'malformed' }
  /** With another secret, the resident filter would find nothing. */
  | { readonly kind: 'wrong-secret' };

export interface DeviceSection extends SectionName {
  readonly isReviewed: boolean;
  readonly fingerprintBits: number;
}

export interface DeviceHeader {
  readonly epochKey: EpochKey;
  readonly parameters: BloomParameters;
  readonly rowCount: number;
  readonly sections: readonly DeviceSection[];
  readonly sliceStarts: Uint32Array;
  readonly exclusions: FingerprintList;
}

export function writeDeviceHeader(
  { epochKey, parameters, rowCount, sections, sliceStarts, exclusions }: DeviceHeader,
  residentFilter: Uint8Array,
  secret: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.uint32(MAGIC);
  writer.uint8(DEVICE_VERSION);
  writer.uint8(parameters.hashCount);
  writer.uint16(sections.length);
  writer.bytes(epochKey);
  const check = secretCheckOf(secret);
  writer.uint32(check.high);
  writer.uint32(check.low);
  writer.uint32(parameters.bitCount);
  writer.uint32(checksumOf(residentFilter));
  writer.uint32(rowCount);
  writer.uint32(exclusions.high.length);
  for (const { kind, category, action, group, isReviewed, fingerprintBits } of sections) {
    const name = nameBytes(group);
    writer.uint8(ENTRY_KINDS.indexOf(kind));
    writer.uint8(CATEGORIES.indexOf(category));
    writer.uint8(LEVELS.indexOf(action));
    writer.uint8(isReviewed ? 1 : 0);
    writer.uint8(fingerprintBits);
    writer.uint8(name.length);
    writer.bytes(name);
  }
  writer.bytes(bytesOf(sliceStarts));
  writer.bytes(bytesOf(exclusions.high));
  writer.bytes(bytesOf(exclusions.low));
  return writer.toBytes();
}

export function readDeviceHeader(
  header: Uint8Array,
  residentFilter: Uint8Array,
  secret: Uint8Array,
): Result<DeviceHeader, DeviceFailure> {
  try {
    return readFields(new ByteReader(header), residentFilter, secret);
  } catch (error) {
    if (error instanceof UnexpectedEnd) return fail({ kind: 'malformed' });
    throw error;
  }
}

function readFields(
  reader: ByteReader,
  residentFilter: Uint8Array,
  secret: Uint8Array,
): Result<DeviceHeader, DeviceFailure> {
  if (reader.uint32() !== MAGIC || reader.uint8() !== DEVICE_VERSION) return fail({ kind: 'unknown-format' });
  const hashCount = reader.uint8();
  const sectionCount = reader.uint16();
  const epochKey = reader.take(EPOCH_KEY_BYTES).slice();
  const checkHigh = reader.uint32();
  const checkLow = reader.uint32();
  const parameters = { bitCount: reader.uint32(), hashCount };
  const residentSum = reader.uint32();
  const rowCount = reader.uint32();
  const exclusionCount = reader.uint32();
  if (secret.length !== SECRET_BYTES) return fail({ kind: 'wrong-secret' });
  const check = secretCheckOf(secret);
  if (check.high !== checkHigh || check.low !== checkLow) return fail({ kind: 'wrong-secret' });
  if (!areBloomParameters(parameters) || residentFilter.length * 8 !== parameters.bitCount) {
    return fail({ kind: 'malformed' });
  }
  if (checksumOf(residentFilter) !== residentSum) return fail({ kind: 'malformed' });

  const sections: DeviceSection[] = [];
  for (let index = 0; index < sectionCount; index++) {
    const section = readSection(reader);
    if (section === null) return fail({ kind: 'malformed' });
    sections.push(section);
  }
  const sliceCount = Math.ceil(rowCount / ROWS_PER_SLICE);
  if (reader.remaining !== sliceCount * 4 + exclusionCount * 8) return fail({ kind: 'malformed' });
  const sliceStarts = takeWords(reader, sliceCount);
  const exclusions = { high: takeWords(reader, exclusionCount), low: takeWords(reader, exclusionCount) };
  return ok({ epochKey, parameters, rowCount, sections, sliceStarts, exclusions });
}

function readSection(reader: ByteReader): DeviceSection | null {
  const kind = ENTRY_KINDS[reader.uint8()];
  const category = CATEGORIES[reader.uint8()];
  const action = LEVELS[reader.uint8()];
  const isReviewed = reader.uint8() === 1;
  const fingerprintBits = reader.uint8();
  const group = readName(reader, reader.uint8());
  if (kind === undefined || category === undefined || action === undefined || group === null) return null;
  if (fingerprintBits < MIN_FINGERPRINT_BITS || fingerprintBits > MAX_FINGERPRINT_BITS) return null;
  return { kind, category, action, group, isReviewed, fingerprintBits };
}
/** In this machine's byte order, since no other machine reads them. */
function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

function takeWords(reader: ByteReader, count: number): Uint32Array {
  // A copy, for alignment.
  return new Uint32Array(reader.take(count * 4).slice().buffer);
}

/** Reveals nothing of the secret except whether it matches the header. */
function secretCheckOf(secret: Uint8Array): Hash64 {
  return halfSipHash(secret.subarray(0, EPOCH_KEY_BYTES), secret.subarray(EPOCH_KEY_BYTES));
}

const BYTES_PER_SUMMED_WORD = 256;

/**
 * Detects damaged or mixed-up storage, not an adversary. One word of every 256 bytes is enough, since storage fails by
 * blocks; all words would take 4 ms when the worker wakes.
 */
function checksumOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = bytes.length;
  for (let offset = 0; offset + 4 <= bytes.length; offset += BYTES_PER_SUMMED_WORD) {
    sum = (Math.imul(sum, 31) + view.getInt32(offset, true)) | 0;
  }
  return sum >>> 0;
}
