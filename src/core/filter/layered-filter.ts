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
  type Snapshot,
} from '../snapshot/snapshot.ts';
import { ENTRIES_PER_STEP } from '../steps.ts';
import { ENTRY_KINDS } from '../hash/entry-kind.ts';
import { CATEGORIES, LEVELS } from '../verdict/verdict.ts';
import { areBloomParameters } from './bloom-filter.ts';
import type { KeySelector, MembershipFilter } from './membership.ts';
import { ResidentFilter, ResidentFilterBuilder, SECRET_BYTES } from './resident-filter.ts';
import { mergeSections, rowBytesFor, ROWS_PER_SLICE, TablePart, writeSlices } from './verification-table.ts';

/**
 * A snapshot as the device keeps it. Its parts belong together and to one installation; it is built from a snapshot
 * whenever that changes and published nowhere, so that its layout may change with any version.
 */
export interface DeviceSnapshot {
  /** Layer 1, loaded whole when the background realm wakes. 1.8 MB for 10⁶ entries. */
  readonly residentFilter: Uint8Array<ArrayBuffer>;
  /** Layer 2, read by slices. 9 bytes an entry. */
  readonly verificationTable: Uint8Array<ArrayBuffer>;
  /** What is needed to read both: parameters, section names, slice index, exclusions, epoch key. Some kB. */
  readonly header: Uint8Array<ArrayBuffer>;
}

//   offset  size  field of the header
//        0     4  magic           "SPLV"
//        4     1  deviceVersion   3
//        5     1  hashCount
//        6     2  sectionCount
//        8     8  epochKey
//       16     8  secretCheck     a keyed hash under the installation secret
//       24     4  bitCount
//       28     4  residentSum     of words of layer 1
//       32     4  rowCount
//       36     4  exclusionCount
//       40        sections: kind, category, action, fingerprintBits, groupLength (1 byte each), group
//                 slice index: the high word of the first row of each slice
//                 exclusions, ascending: all high words, then all low words
const MAGIC = 0x564c5053;
const DEVICE_VERSION = 3;

export type DeviceFailure =
  /** No header of this version: written by another version of the program. Build it again. */
  | { readonly kind: 'unknown-format' }
  /** Header or layer 1 are damaged or do not belong together. */
  | { readonly kind: 'malformed' }
  /** Built with another installation secret: layer 1 would find nothing at all. */
  | { readonly kind: 'wrong-secret' };

/** Thrown by `LayeredFilter.confirm` if a slice is not what the header says: the stored list must be fetched again. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable';
}

/**
 * Builds both layers, yielding every few milliseconds. The snapshot is taken for well-formed, as the decoder gives it.
 *
 * @param secret - `SECRET_BYTES` random bytes of this installation, kept with its private data
 */
export function* compileForDevice(
  snapshot: Snapshot,
  secret: Uint8Array,
): Generator<void, DeviceSnapshot, void> {
  const rows = yield* mergeSections(snapshot.sections.map(({ fingerprints }) => fingerprints));
  const rowCount = rows.high.length;

  yield;
  const builder = new ResidentFilterBuilder(countDistinct(rows), secret);
  const rowBytes = rowBytesFor(snapshot.sections.length);
  const verificationTable = new Uint8Array(rowCount * rowBytes);
  for (let from = 0; from < rowCount; from += ROWS_PER_STEP) {
    yield;
    const to = Math.min(rowCount, from + ROWS_PER_STEP);
    writeSlices(rows, from, to, rowBytes, verificationTable.buffer);
    builder.addAll(rows, from, to);
  }

  const residentFilter = builder.bits();
  const { bitCount, hashCount } = builder.parameters;
  const header = new ByteWriter();
  header.uint32(MAGIC);
  header.uint8(DEVICE_VERSION);
  header.uint8(hashCount);
  header.uint16(snapshot.sections.length);
  header.bytes(snapshot.epoch.key);
  const check = secretCheckOf(secret);
  header.uint32(check.high);
  header.uint32(check.low);
  header.uint32(bitCount);
  header.uint32(sumOf(residentFilter));
  header.uint32(rowCount);
  header.uint32(snapshot.exclusions.high.length);
  for (const { kind, category, action, group, fingerprintBits } of snapshot.sections) {
    const name = nameBytes(group);
    header.uint8(ENTRY_KINDS.indexOf(kind));
    header.uint8(CATEGORIES.indexOf(category));
    header.uint8(LEVELS.indexOf(action));
    header.uint8(fingerprintBits);
    header.uint8(name.length);
    header.bytes(name);
  }
  header.bytes(bytesOf(sliceStartsOf(rows)));
  header.bytes(bytesOf(snapshot.exclusions.high));
  header.bytes(bytesOf(snapshot.exclusions.low));
  return { residentFilter, verificationTable, header: header.toBytes() };
}

/** Whole slices, and about `ENTRIES_PER_STEP` rows. */
const ROWS_PER_STEP = Math.floor(ENTRIES_PER_STEP / ROWS_PER_SLICE) * ROWS_PER_SLICE;

/** The high word of the first row of each slice. */
function sliceStartsOf({ high }: FingerprintList): Uint32Array {
  return Uint32Array.from(
    { length: Math.ceil(high.length / ROWS_PER_SLICE) },
    (_, slice) => high[slice * ROWS_PER_SLICE] ?? 0,
  );
}

/** Words as they lie in memory: what is written here is read on the same machine, and copied whole. */
function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

function takeWords(reader: ByteReader, count: number): Uint32Array {
  // A copy, which starts where words may start.
  return new Uint32Array(reader.take(count * 4).slice().buffer);
}

/** Entries that layer 1 tells apart: an entry of several sections is one. 2 ms for 10⁶ rows. */
function countDistinct({ high, low }: FingerprintList): number {
  let count = 0;
  for (let row = 0; row < high.length; row++) {
    if (row === 0 || high[row] !== high[row - 1] || ((low[row] ?? 0) ^ (low[row - 1] ?? 0)) >>> 24 !== 0)
      count++;
  }
  return count;
}

/** Says that a header and a secret belong together, and nothing else about the secret. */
function secretCheckOf(secret: Uint8Array): Hash64 {
  return halfSipHash(secret.subarray(0, EPOCH_KEY_BYTES), secret.subarray(EPOCH_KEY_BYTES));
}

/** Bytes of layer 1 of which one word is looked at. */
const BYTES_PER_SUMMED_WORD = 256;

/**
 * A sum that notices damaged or mixed-up storage, not an adversary: who can write there can write anything. One word of
 * every 256 bytes is enough, since storage fails by blocks; all of them would be 4 ms when the worker wakes.
 */
function sumOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = bytes.length;
  for (let offset = 0; offset + 4 <= bytes.length; offset += BYTES_PER_SUMMED_WORD) {
    sum = (Math.imul(sum, 31) + view.getInt32(offset, true)) | 0;
  }
  return sum >>> 0;
}

interface DeviceSection extends SectionName {
  readonly fingerprintBits: number;
}

/**
 * The filter of one channel on the device. Layer 1 is in memory and answers most questions; what it lets through is
 * looked up in layer 2, of which a slice is read. Only what layer 2 confirms is ever shown.
 */
export class LayeredFilter implements MembershipFilter, KeySelector {
  readonly epochKey: EpochKey;
  readonly sections: readonly SectionName[];
  readonly #fingerprintBits: readonly number[];
  readonly #resident: ResidentFilter;
  readonly #rowCount: number;
  readonly #rowBytes: number;
  /** The high word of the first row of each slice. */
  readonly #sliceStarts: Uint32Array;
  readonly #exclusions: FingerprintList;

  private constructor(
    epochKey: EpochKey,
    sections: readonly DeviceSection[],
    resident: ResidentFilter,
    rowCount: number,
    sliceStarts: Uint32Array,
    exclusions: FingerprintList,
  ) {
    this.epochKey = epochKey;
    this.sections = sections.map(({ kind, category, action, group }) => ({ kind, category, action, group }));
    this.#fingerprintBits = sections.map(({ fingerprintBits }) => fingerprintBits);
    this.#resident = resident;
    this.#rowCount = rowCount;
    this.#rowBytes = rowBytesFor(sections.length);
    this.#sliceStarts = sliceStarts;
    this.#exclusions = exclusions;
  }

  /**
   * @param residentFilter - kept, not copied
   * @param secret - the one that the device form was built with
   */
  static open(
    header: Uint8Array,
    residentFilter: Uint8Array,
    secret: Uint8Array,
  ): Result<LayeredFilter, DeviceFailure> {
    try {
      return LayeredFilter.#read(new ByteReader(header), residentFilter, secret);
    } catch (error) {
      if (error instanceof UnexpectedEnd) return fail({ kind: 'malformed' });
      throw error;
    }
  }

  static #read(
    reader: ByteReader,
    residentFilter: Uint8Array,
    secret: Uint8Array,
  ): Result<LayeredFilter, DeviceFailure> {
    if (reader.uint32() !== MAGIC || reader.uint8() !== DEVICE_VERSION)
      return fail({ kind: 'unknown-format' });
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
    if (sumOf(residentFilter) !== residentSum) return fail({ kind: 'malformed' });

    const sections: DeviceSection[] = [];
    for (let index = 0; index < sectionCount; index++) {
      const kind = ENTRY_KINDS[reader.uint8()];
      const category = CATEGORIES[reader.uint8()];
      const action = LEVELS[reader.uint8()];
      const fingerprintBits = reader.uint8();
      const group = readName(reader, reader.uint8());
      if (kind === undefined || category === undefined || action === undefined || group === null) {
        return fail({ kind: 'malformed' });
      }
      if (fingerprintBits < MIN_FINGERPRINT_BITS || fingerprintBits > MAX_FINGERPRINT_BITS) {
        return fail({ kind: 'malformed' });
      }
      sections.push({ kind, category, action, group, fingerprintBits });
    }
    const sliceCount = Math.ceil(rowCount / ROWS_PER_SLICE);
    if (reader.remaining !== sliceCount * 4 + exclusionCount * 8) return fail({ kind: 'malformed' });
    const sliceStarts = takeWords(reader, sliceCount);
    const exclusions = { high: takeWords(reader, exclusionCount), low: takeWords(reader, exclusionCount) };
    const resident = new ResidentFilter(residentFilter, parameters, secret);
    return ok(new LayeredFilter(epochKey, sections, resident, rowCount, sliceStarts, exclusions));
  }

  /** Layer 1 alone. `true` is to be confirmed before anything is shown: one absent expression in 1,000 gets here. */
  mayContain(high: number, low: number): boolean {
    return this.#resident.mayContain(high, low);
  }

  /** Layer 1 for the keys of a whole layer of a link; see `EntryHasher.layer`. */
  select(words: Uint32Array, keyCount: number, passing: Uint32Array): number {
    return this.#resident.select(words, keyCount, passing);
  }

  /**
   * Layer 2: for each hash the indices in `sections` of those that list it, ascending; none for an excluded hash.
   *
   * @param readSlice - bytes `start` to `end` − 1 of the verification table
   * @throws UnreadableTable (rejects) if what was read is not the table that the header describes
   */
  async confirm(
    hashes: readonly Hash64[],
    readSlice: (start: number, end: number) => Promise<Uint8Array>,
  ): Promise<readonly (readonly number[])[]> {
    const wanted = hashes.map((hash) => (this.#isExcluded(hash) ? null : this.#slicesOf(hash)));
    const reads = mergeReads(wanted.filter((range) => range !== null));
    const parts = await Promise.all(reads.map((range) => this.#readPart(range, readSlice)));
    return hashes.map((hash, index) => {
      const range = wanted[index] ?? null;
      if (range === null) return [];
      const read = reads.findIndex(({ first, last }) => first <= range.first && range.last <= last);
      const part = parts[read];
      return part === undefined ? [] : this.#sectionsIn(part, hash);
    });
  }

  /** The slices in which rows with the hash's high word can be; null if there are none. */
  #slicesOf({ high }: Hash64): SliceRange | null {
    const starts = this.#sliceStarts;
    const last = countBelow(starts, high + 1) - 1;
    if (last < 0) return null;
    // Rows with this high word may begin before the first slice that starts with it.
    return { first: Math.max(0, countBelow(starts, high) - 1), last };
  }

  async #readPart(
    { first, last }: SliceRange,
    readSlice: (start: number, end: number) => Promise<Uint8Array>,
  ): Promise<TablePart> {
    const start = first * ROWS_PER_SLICE * this.#rowBytes;
    const end = Math.min(this.#rowCount, (last + 1) * ROWS_PER_SLICE) * this.#rowBytes;
    const bytes = await readSlice(start, end);
    if (bytes.length !== end - start) {
      throw new UnreadableTable(`${bytes.length} bytes of the table instead of ${end - start}`);
    }
    const part = new TablePart(bytes, this.#rowBytes);
    for (let slice = first; slice <= last; slice++) {
      if (part.high((slice - first) * ROWS_PER_SLICE) !== this.#sliceStarts[slice]) {
        throw new UnreadableTable(`slice ${slice} begins otherwise`);
      }
    }
    return part;
  }

  #sectionsIn(part: TablePart, { high, low }: Hash64): readonly number[] {
    const found: number[] = [];
    // Fingerprints of every length begin with these 40 bits, so that all candidates lie together.
    const leadingLow = (low & 0xff00_0000) >>> 0;
    for (let row = part.lowerBound(high, leadingLow); row < part.rowCount; row++) {
      const rowLow = part.low(row);
      if (part.high(row) !== high || (rowLow & 0xff00_0000) >>> 0 !== leadingLow) break;
      const section = part.section(row);
      const fingerprintBits = this.#fingerprintBits[section];
      if (fingerprintBits === undefined)
        throw new UnreadableTable(`section ${section} of ${this.sections.length}`);
      // r − 32 bits of the low word count, at least 8 and at most all.
      const rest = 64 - fingerprintBits;
      if (((low >>> rest) << rest) >>> 0 === rowLow) found.push(section);
    }
    return found.sort((a, b) => a - b);
  }

  #isExcluded({ high, low }: Hash64): boolean {
    const { high: highs, low: lows } = this.#exclusions;
    for (let index = countBelow(highs, high); index < highs.length && highs[index] === high; index++) {
      if (lows[index] === low) return true;
    }
    return false;
  }
}

/** Slices, both ends included. */
interface SliceRange {
  readonly first: number;
  readonly last: number;
}

/** Slices between two wanted ones that are read along: a read costs as much as about 16 kB. */
const SLICES_READ_ALONG = 4;

/** The reads that cover all ranges: each range lies within one of them. */
function mergeReads(ranges: readonly SliceRange[]): readonly SliceRange[] {
  const reads: { first: number; last: number }[] = [];
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first || a.last - b.last)) {
    const read = reads.at(-1);
    if (read !== undefined && first <= read.last + 1 + SLICES_READ_ALONG)
      read.last = Math.max(read.last, last);
    else reads.push({ first, last });
  }
  return reads;
}

/** How many of the ascending `values` are below `bound`. */
function countBelow(values: Uint32Array, bound: number): number {
  let from = 0;
  let to = values.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((values[middle] ?? 0) < bound) from = middle + 1;
    else to = middle;
  }
  return from;
}
