import type { Rows } from './merge-sections.ts';

/** A multiple of 4, to align words. A slice is 4 kB: smaller reads of a Blob cost as much. */
export const ROWS_PER_SLICE = 448;

/** The table keeps this machine's byte order, because it never leaves the machine. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

export function rowBytesFor(sectionCount: number): number {
  return sectionCount <= 256 ? 9 : 10;
}

/**
 * Each slice has the high words of its rows, then the low words, then the sections, so that writing is three copies of
 * memory. Row by row would take 10 ms for 10⁶ rows.
 *
 * @param from - a multiple of `ROWS_PER_SLICE`
 */
export function writeSlices(rows: Rows, from: number, to: number, rowBytes: number, into: ArrayBuffer): void {
  for (let row = from; row < to; row += ROWS_PER_SLICE) {
    const end = Math.min(to, row + ROWS_PER_SLICE);
    const count = end - row;
    const offset = row * rowBytes;
    new Uint32Array(into, offset, count).set(rows.high.subarray(row, end));
    new Uint32Array(into, offset + count * 4, count).set(rows.low.subarray(row, end));
    const sections = rows.section.subarray(row, end);
    if (rowBytes === 9) new Uint8Array(into, offset + count * 8, count).set(sections);
    else new Uint16Array(into, offset + count * 8, count).set(sections);
  }
}

/** Whole slices. Only a table's last may have fewer than `ROWS_PER_SLICE` rows. */
export class TablePart {
  readonly rowCount: number;
  readonly #view: DataView;
  readonly #rowBytes: number;

  constructor(bytes: Uint8Array, rowBytes: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#rowBytes = rowBytes;
    this.rowCount = Math.floor(bytes.length / rowBytes);
  }

  high(row: number): number {
    return this.#view.getUint32(this.#offsetOf(row, 0, 4), IS_LITTLE_ENDIAN);
  }

  low(row: number): number {
    return this.#view.getUint32(this.#offsetOf(row, 4, 4), IS_LITTLE_ENDIAN);
  }

  section(row: number): number {
    return this.#rowBytes === 9
      ? this.#view.getUint8(this.#offsetOf(row, 8, 1))
      : this.#view.getUint16(this.#offsetOf(row, 8, 2), IS_LITTLE_ENDIAN);
  }

  /** First row not below (high, low), or `rowCount`. */
  lowerBound(high: number, low: number): number {
    let from = 0;
    let to = this.rowCount;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const difference = this.high(middle) - high || this.low(middle) - low;
      if (difference < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #offsetOf(row: number, before: number, width: number): number {
    const inSlice = row % ROWS_PER_SLICE;
    const start = row - inSlice;
    const count = Math.min(ROWS_PER_SLICE, this.rowCount - start);
    return start * this.#rowBytes + count * before + inSlice * width;
  }
}
