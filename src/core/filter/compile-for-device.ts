import { reviewedGroups } from '../snapshot/opaque-sections.ts';
import type { FingerprintList, Snapshot } from '../snapshot/snapshot.ts';
import { ENTRIES_PER_STEP } from '../steps.ts';
import { writeDeviceHeader } from './device-header.ts';
import { ResidentFilterBuilder } from './resident-filter.ts';
import { mergeSections } from './merge-sections.ts';
import { rowBytesFor, ROWS_PER_SLICE, writeSlices } from './verification-table.ts';

/** Belongs to one installation and is rebuilt with each snapshot, so its layout may change with any version. */
export interface DeviceSnapshot {
  /** Loaded whole when the background wakes. 1.8 MB for 10⁶ entries. */
  readonly residentFilter: Uint8Array<ArrayBuffer>;
  /** Read by slices. 9 bytes a row, 10 with more than 256 sections. */
  readonly verificationTable: Uint8Array<ArrayBuffer>;
  /** Needed to read filter and table. Some kB. */
  readonly header: Uint8Array<ArrayBuffer>;
}

/**
 * Yields every few milliseconds. Does not check the snapshot.
 *
 * @param secret - `SECRET_BYTES` random bytes of this installation
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
  const reviewed = reviewedGroups(snapshot.opaque);
  const header = writeDeviceHeader(
    {
      epochKey: snapshot.epoch.key,
      parameters: builder.parameters,
      rowCount,
      sections: snapshot.sections.map((section) => ({ ...section, isReviewed: reviewed.has(section.group) })),
      sliceStarts: sliceStartsOf(rows),
      exclusions: snapshot.exclusions,
    },
    residentFilter,
    secret,
  );
  return { residentFilter, verificationTable, header };
}

const ROWS_PER_STEP = Math.floor(ENTRIES_PER_STEP / ROWS_PER_SLICE) * ROWS_PER_SLICE;

function sliceStartsOf({ high }: FingerprintList): Uint32Array {
  return Uint32Array.from(
    { length: Math.ceil(high.length / ROWS_PER_SLICE) },
    (_, slice) => high[slice * ROWS_PER_SLICE] ?? 0,
  );
}

/** An entry of several sections counts once. 2 ms for 10⁶ rows. */
function countDistinct({ high, low }: FingerprintList): number {
  let count = 0;
  for (let row = 0; row < high.length; row++) {
    if (row === 0 || high[row] !== high[row - 1] || ((low[row] ?? 0) ^ (low[row - 1] ?? 0)) >>> 24 !== 0)
      count++;
  }
  return count;
}
