import type { EpochKey } from '../hash/half-sip-hash.ts';
import type { Hash64 } from '../hash/hash64.ts';
import { ok, type Result } from '../result.ts';
import type { FingerprintList, SectionName } from '../snapshot/snapshot.ts';
import { readDeviceHeader, type DeviceFailure, type DeviceHeader } from './device-header.ts';
import type { KeySelector, MembershipFilter } from '../hash/membership.ts';
import { ResidentFilter } from './resident-filter.ts';
import { countBelow, mergeReads, type SliceRange } from './slice-ranges.ts';
import { rowBytesFor, ROWS_PER_SLICE, TablePart } from './verification-table.ts';

/** Thrown by `LayeredFilter.confirm` if a slice is not what the header says: the stored list must be fetched again. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable';
}

/**
 * The filter of one channel on the device. The resident filter is in memory and answers most questions; what it lets
 * through is looked up in the verification table, of which a slice is read. Only what that confirms is ever shown.
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

  private constructor(header: DeviceHeader, resident: ResidentFilter) {
    const { epochKey, sections, rowCount, sliceStarts, exclusions } = header;
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
    const read = readDeviceHeader(header, residentFilter, secret);
    if (!read.ok) return read;
    const resident = new ResidentFilter(residentFilter, read.value.parameters, secret);
    return ok(new LayeredFilter(read.value, resident));
  }

  /** The resident filter alone. `true` is to be confirmed before anything is shown: one absent expression in 1,000 is. */
  mayContain(high: number, low: number): boolean {
    return this.#resident.mayContain(high, low);
  }

  /** The resident filter for the keys of a whole layer of a link; see `EntryHasher.layer`. */
  select(words: Uint32Array, keyCount: number, passing: Uint32Array): number {
    return this.#resident.select(words, keyCount, passing);
  }

  /**
   * Of each hash the indices in `sections` of those that list it, ascending, by the verification table; none for an
   * excluded hash.
   *
   * @param readSlice - bytes `start` to `end` − 1 of the verification table
   * @throws UnreadableTable (rejects) if what was read is not the table that the header describes
   */
  async confirm(
    hashes: readonly Hash64[],
    readSlice: (start: number, end: number) => Promise<Uint8Array>,
  ): Promise<readonly (readonly number[])[]> {
    const wanted = hashes.map((hash) => (this.excludes(hash) ? null : this.#slicesOf(hash)));
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

  /** Whether the publisher says of this very entry that it is good, or was listed by mistake. */
  excludes({ high, low }: Hash64): boolean {
    const { high: highs, low: lows } = this.#exclusions;
    for (let index = countBelow(highs, high); index < highs.length && highs[index] === high; index++) {
      if (lows[index] === low) return true;
    }
    return false;
  }
}
