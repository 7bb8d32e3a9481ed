import type { FingerprintList, Snapshot } from '../snapshot/snapshot.ts';
import { ENTRIES_PER_STEP } from '../steps.ts';
import { writeDeviceHeader } from './device-header.ts';
import { ResidentFilterBuilder } from './resident-filter.ts';
import { mergeSections } from './merge-sections.ts';
import { rowBytesFor, ROWS_PER_SLICE, writeSlices } from './verification-table.ts';

/**
 * A snapshot as the device keeps it. Its parts belong together and to one installation; it is built from a snapshot
 * whenever that changes and published nowhere, so that its layout may change with any version.
 */
export interface DeviceSnapshot {
  /** The resident filter, loaded whole when the background realm wakes. 1.8 MB for 10⁶ entries. */
  readonly residentFilter: Uint8Array<ArrayBuffer>;
  /** The verification table, read by slices. 9 bytes an entry. */
  readonly verificationTable: Uint8Array<ArrayBuffer>;
  /** What is needed to read both: parameters, section names, slice index, exclusions, epoch key. Some kB. */
  readonly header: Uint8Array<ArrayBuffer>;
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
  const header = writeDeviceHeader(
    {
      epochKey: snapshot.epoch.key,
      parameters: builder.parameters,
      rowCount,
      sections: snapshot.sections,
      sliceStarts: sliceStartsOf(rows),
      exclusions: snapshot.exclusions,
    },
    residentFilter,
    secret,
  );
  return { residentFilter, verificationTable, header };
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

/** Entries that the resident filter tells apart: an entry of several sections is one. 2 ms for 10⁶ rows. */
function countDistinct({ high, low }: FingerprintList): number {
  let count = 0;
  for (let row = 0; row < high.length; row++) {
    if (row === 0 || high[row] !== high[row - 1] || ((low[row] ?? 0) ^ (low[row - 1] ?? 0)) >>> 24 !== 0)
      count++;
  }
  return count;
}
