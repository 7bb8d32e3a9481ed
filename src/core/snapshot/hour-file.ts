import { fail, ok, type Result } from '../result.ts';
import { ByteReader, UnexpectedEnd } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { MAX_SNAPSHOT_BYTES } from './snapshot-layout.ts';

// Layout: docs/snapshot-format.md, section 8. The delta from lastSerial leads to toSerial, all others to lastSerial.
const MAGIC = 0x484c5053;
const FORMAT_VERSION = 1;
const RECORD_BYTES = 8;

/** Enough for a publication every four seconds. */
export const MAX_HOUR_DELTAS = 1025;

/**
 * @param last - the hour's last serial
 * @param to - the last serial of the day, or of the hourly chain
 */
export const hourPath = (last: number, to: number): string => `hour/${last}-${to}.slh`;

export interface HourFile {
  readonly last: number;
  readonly to: number;
  readonly deltas: readonly HourDelta[];
}

export interface HourDelta {
  readonly from: number;
  readonly bytes: Uint8Array;
}

export type HourFileField =
  | 'magic'
  | 'reserved'
  | 'lastSerial'
  | 'toSerial'
  | 'deltaCount'
  | 'fromSerial'
  | 'byteLength';

export type HourFileFailure =
  | { readonly kind: 'too-large'; readonly byteLength: number }
  | { readonly kind: 'truncated'; readonly offset: number }
  | { readonly kind: 'unknown-format'; readonly formatVersion: number }
  | { readonly kind: 'malformed'; readonly field: HourFileField };

const malformed = (field: HourFileField): Result<never, HourFileFailure> =>
  fail({ kind: 'malformed', field });

/** @throws RangeError for a file that no reader accepts */
export function encodeHourFile({ last, to, deltas }: HourFile): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.uint32(MAGIC);
  writer.uint8(FORMAT_VERSION);
  writer.bytes(new Uint8Array(3));
  writer.uint32(last);
  writer.uint32(to);
  writer.uint16(deltas.length);
  writer.uint16(0);
  for (const { from, bytes } of deltas) {
    writer.uint32(from);
    writer.uint32(bytes.length);
  }
  for (const { bytes } of deltas) writer.bytes(bytes);
  const file = writer.toBytes();
  const checked = decodeHourFile(file);
  if (!checked.ok) throw new RangeError(`not an hour file: ${checked.failure.kind}`);
  return file;
}

/** Deltas are views of `bytes`. Check the file's SHA-256 first. */
export function decodeHourFile(bytes: Uint8Array): Result<HourFile, HourFileFailure> {
  if (bytes.length > MAX_SNAPSHOT_BYTES) return fail({ kind: 'too-large', byteLength: bytes.length });
  try {
    return readHourFile(new ByteReader(bytes));
  } catch (error) {
    if (error instanceof UnexpectedEnd) return fail({ kind: 'truncated', offset: error.offset });
    throw error;
  }
}

function readHourFile(reader: ByteReader): Result<HourFile, HourFileFailure> {
  if (reader.uint32() !== MAGIC) return malformed('magic');
  const formatVersion = reader.uint8();
  if (formatVersion !== FORMAT_VERSION) return fail({ kind: 'unknown-format', formatVersion });
  if (reader.uint8() !== 0 || reader.uint16() !== 0) return malformed('reserved');
  const last = reader.uint32();
  if (last === 0) return malformed('lastSerial');
  const to = reader.uint32();
  if (to < last) return malformed('toSerial');
  const deltaCount = reader.uint16();
  if (deltaCount < 1 || deltaCount > MAX_HOUR_DELTAS) return malformed('deltaCount');
  if (reader.uint16() !== 0) return malformed('reserved');
  if (deltaCount * RECORD_BYTES > reader.remaining) return fail({ kind: 'truncated', offset: reader.offset });
  const records: { readonly from: number; readonly byteLength: number }[] = [];
  let before = 0;
  let total = 0;
  for (let index = 0; index < deltaCount; index++) {
    const from = reader.uint32();
    if (from <= before || from > last || (from === last && to === last)) return malformed('fromSerial');
    const byteLength = reader.uint32();
    if (byteLength === 0) return malformed('byteLength');
    records.push({ from, byteLength });
    before = from;
    total += byteLength;
  }
  if (total !== reader.remaining) return malformed('byteLength');
  return ok({
    last,
    to,
    deltas: records.map(({ from, byteLength }) => ({ from, bytes: reader.take(byteLength) })),
  });
}

/**
 * One or two deltas that lead to `to`.
 *
 * @returns null if one is missing
 */
export function selectHourDeltas({ last, to, deltas }: HourFile, have: number): readonly Uint8Array[] | null {
  const first = deltas.find(({ from }) => from === have);
  if (first === undefined) return null;
  if (have === last || to === last) return [first.bytes];
  const onward = deltas.find(({ from }) => from === last);
  return onward === undefined ? null : [first.bytes, onward.bytes];
}
