import { ENTRIES_PER_STEP, type Steps } from '../steps.ts';
import type { FingerprintList } from '../snapshot/snapshot.ts';

/** Rows of all sections, ascending by fingerprint; rows with the same fingerprint ascend by section. */
export interface Rows extends FingerprintList {
  /** Index of the section in the snapshot. */
  readonly section: Uint16Array;
}

/** Rows between two entries of the slice index: a slice is 4 kB, what one read of a Blob costs least for. */
export const ROWS_PER_SLICE = 448;

/** A row is two words and the index of its section, in one byte where that is enough. */
export function rowBytesFor(sectionCount: number): number {
  return sectionCount <= 256 ? 9 : 10;
}

/**
 * All rows in order. Two sorted runs at a time are merged, always the two shortest, as Huffman's tree is built: each
 * row is copied about as often as the entropy of the section sizes has bits, however the fingerprints lie.
 */
export function* mergeSections(lists: readonly FingerprintList[]): Steps<Rows> {
  const runs: Rows[] = lists.map(({ high, low }, index) => ({
    high,
    low,
    section: new Uint16Array(high.length).fill(index),
  }));
  while (runs.length > 1) {
    runs.sort((a, b) => b.high.length - a.high.length);
    const shorter = runs.pop();
    const longer = runs.pop();
    if (shorter === undefined || longer === undefined) break;
    runs.push(yield* mergeTwo(shorter, longer));
  }
  return runs[0] ?? { high: new Uint32Array(0), low: new Uint32Array(0), section: new Uint16Array(0) };
}

function* mergeTwo(a: Rows, b: Rows): Steps<Rows> {
  const count = a.high.length + b.high.length;
  const into: Rows = {
    high: new Uint32Array(count),
    low: new Uint32Array(count),
    section: new Uint16Array(count),
  };
  let fromA = 0;
  for (let at = 0; at < count; at += ENTRIES_PER_STEP) {
    fromA = mergePart(a, b, fromA, at, Math.min(count, at + ENTRIES_PER_STEP), into);
    yield;
  }
  return into;
}

/** Merges on until `into` is filled up to `to`; returns how much of `a` is used. */
function mergePart(a: Rows, b: Rows, fromA: number, from: number, to: number, into: Rows): number {
  let i = fromA;
  let j = from - fromA;
  for (let at = from; at < to; at++) {
    const takesA = j >= b.high.length || (i < a.high.length && compareRows(a, i, b, j) <= 0);
    const source = takesA ? a : b;
    const row = takesA ? i++ : j++;
    into.high[at] = source.high[row] ?? 0;
    into.low[at] = source.low[row] ?? 0;
    into.section[at] = source.section[row] ?? 0;
  }
  return i;
}

function compareRows(a: Rows, i: number, b: Rows, j: number): number {
  return (
    (a.high[i] ?? 0) - (b.high[j] ?? 0) ||
    (a.low[i] ?? 0) - (b.low[j] ?? 0) ||
    (a.section[i] ?? 0) - (b.section[j] ?? 0)
  );
}

/** Writes rows as bytes: high, low (little-endian), section. */
export function writeRows(rows: Rows, from: number, to: number, rowBytes: number, into: DataView): void {
  for (let row = from; row < to; row++) {
    const offset = row * rowBytes;
    into.setUint32(offset, rows.high[row] ?? 0, true);
    into.setUint32(offset + 4, rows.low[row] ?? 0, true);
    if (rowBytes === 9) into.setUint8(offset + 8, rows.section[row] ?? 0);
    else into.setUint16(offset + 8, rows.section[row] ?? 0, true);
  }
}

/** A stretch of the table, read from disk. */
export class TablePart {
  readonly #view: DataView;
  readonly #rowBytes: number;
  readonly rowCount: number;

  constructor(bytes: Uint8Array, rowBytes: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#rowBytes = rowBytes;
    this.rowCount = Math.floor(bytes.length / rowBytes);
  }

  high(row: number): number {
    return this.#view.getUint32(row * this.#rowBytes, true);
  }

  low(row: number): number {
    return this.#view.getUint32(row * this.#rowBytes + 4, true);
  }

  section(row: number): number {
    const offset = row * this.#rowBytes + 8;
    return this.#rowBytes === 9 ? this.#view.getUint8(offset) : this.#view.getUint16(offset, true);
  }

  /** The first row that is not below (high, low); `rowCount` if all are. */
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
}
