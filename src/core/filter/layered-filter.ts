import type { EpochKey } from '../hash/half-sip-hash.ts';
import type { Hash64 } from '../hash/hash64.ts';
import { ok, type Result } from '../result.ts';
import type { FingerprintList, SectionName } from '../snapshot/snapshot.ts';
import { readDeviceHeader, type DeviceFailure, type DeviceHeader } from './device-header.ts';
import type { KeySelector, MembershipFilter } from '../hash/membership.ts';
import { ResidentFilter } from './resident-filter.ts';
import { countBelow, mergeReads, type SliceRange } from './slice-ranges.ts';
import { rowBytesFor, ROWS_PER_SLICE, TablePart } from './verification-table.ts';

/** The table does not match the header: fetch the list again. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable';
}

/**
 * The resident filter, in memory, rejects most look-ups; the verification table on disk confirms those that pass. Only
 * confirmed entries are shown.
 */
export class LayeredFilter implements MembershipFilter, KeySelector {
  readonly epochKey: EpochKey;
  readonly sections: readonly SectionName[];
  readonly #fingerprintBits: readonly number[];
  readonly #resident: ResidentFilter;
  readonly #rowCount: number;
  readonly #rowBytes: number;
  readonly #sliceStarts: Uint32Array;
  readonly #exclusions: FingerprintList;

  private constructor(header: DeviceHeader, resident: ResidentFilter) {
    const { epochKey, sections, rowCount, sliceStarts, exclusions } = header;
    this.epochKey = epochKey;
    this.sections = sections.map(({ kind, category, action, group, isReviewed }) => ({
      kind,
      category,
      action,
      group,
      isReviewed,
    }));
    this.#fingerprintBits = sections.map(({ fingerprintBits }) => fingerprintBits);
    this.#resident = resident;
    this.#rowCount = rowCount;
    this.#rowBytes = rowBytesFor(sections.length);
    this.#sliceStarts = sliceStarts;
    this.#exclusions = exclusions;
  }

  /** @param residentFilter - not copied */
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

  /** Accepts one absent expression in 1,000: confirm before showing. */
  mayContain(high: number, low: number): boolean {
    return this.#resident.mayContain(high, low);
  }

  select(words: Uint32Array, keyCount: number, passing: Uint32Array): number {
    return this.#resident.select(words, keyCount, passing);
  }

  /**
   * For each hash, ascending indices of the `sections` that list it; none if excluded.
   *
   * @param readSlice - bytes `start` to `end` − 1 of the verification table
   * @throws UnreadableTable (rejects) if the header does not fit the bytes read
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

  #slicesOf({ high }: Hash64): SliceRange | null {
    const starts = this.#sliceStarts;
    const last = countBelow(starts, high + 1) - 1;
    if (last < 0) return null;
    // Rows with this high word may begin in the slice before.
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
    // Fingerprints of every length begin with these 40 bits, so candidates are adjacent.
    const leadingLow = (low & 0xff00_0000) >>> 0;
    for (let row = part.lowerBound(high, leadingLow); row < part.rowCount; row++) {
      const rowLow = part.low(row);
      if (part.high(row) !== high || (rowLow & 0xff00_0000) >>> 0 !== leadingLow) break;
      const section = part.section(row);
      const fingerprintBits = this.#fingerprintBits[section];
      if (fingerprintBits === undefined)
        throw new UnreadableTable(`section ${section} of ${this.sections.length}`);
      // A fingerprint of r bits has r − 32 in the low word.
      const rest = 64 - fingerprintBits;
      if (((low >>> rest) << rest) >>> 0 === rowLow) found.push(section);
    }
    return found.sort((a, b) => a - b);
  }

  /** Whether the publisher calls this very entry good or withdrew it. */
  excludes({ high, low }: Hash64): boolean {
    const { high: highs, low: lows } = this.#exclusions;
    for (let index = countBelow(highs, high); index < highs.length && highs[index] === high; index++) {
      if (lows[index] === low) return true;
    }
    return false;
  }
}
