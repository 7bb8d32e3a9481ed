import { fail, ok, type Result } from '../result.ts';
import { ByteReader, UnexpectedEnd } from '../snapshot/byte-reader.ts';
import { ByteWriter } from '../snapshot/byte-writer.ts';
import { crc32 } from './crc32.ts';

// Layouts: docs/filters.md, section 8. A decoder refuses what its encoder would not write.
const MAGIC = 0x46424c53;
const FORMAT_VERSION = 1;
export const CHECKSUM_BYTES = 4;

export const FILTER_FILE_KINDS = { plain: 1, bin: 3 } as const;
export type FilterFileKind = keyof typeof FILTER_FILE_KINDS;

export type FilterFileFailure =
  | { readonly kind: 'truncated'; readonly offset: number }
  | { readonly kind: 'not-a-filter' }
  | { readonly kind: 'unknown-format'; readonly formatVersion: number }
  | { readonly kind: 'other-kind'; readonly found: number }
  | { readonly kind: 'malformed'; readonly field: FilterFileField }
  | { readonly kind: 'trailing-bytes'; readonly byteLength: number }
  | { readonly kind: 'damaged' };

export type FilterFileField =
  | 'hashFunction'
  | 'hashBits'
  | 'entryCount'
  | 'byteCount'
  | 'hashCount'
  | 'shardBits'
  | 'reserved'
  | 'binCount'
  | 'score'
  | 'wordCount';

export function beginFilterFile(writer: ByteWriter, kind: FilterFileKind): void {
  writer.uint32(MAGIC);
  writer.uint8(FORMAT_VERSION);
  writer.uint8(FILTER_FILE_KINDS[kind]);
}

export function sealFilterFile(writer: ByteWriter): Uint8Array<ArrayBuffer> {
  const body = writer.toBytes();
  const file = new Uint8Array(body.length + CHECKSUM_BYTES);
  file.set(body);
  new DataView(file.buffer).setUint32(body.length, crc32(body), true);
  return file;
}

/**
 * @param read - gets the bytes between kind and checksum; must compare declared sizes with `reader.remaining` before it
 *   allocates
 */
export function readFilterFile<Value>(
  bytes: Uint8Array,
  kind: FilterFileKind,
  read: (reader: ByteReader) => Result<Value, FilterFileFailure>,
): Result<Value, FilterFileFailure> {
  try {
    const reader = new ByteReader(bytes);
    if (reader.uint32() !== MAGIC) return fail({ kind: 'not-a-filter' });
    const formatVersion = reader.uint8();
    if (formatVersion !== FORMAT_VERSION) return fail({ kind: 'unknown-format', formatVersion });
    const found = reader.uint8();
    if (found !== FILTER_FILE_KINDS[kind]) return fail({ kind: 'other-kind', found });
    const value = read(reader);
    if (!value.ok) return value;
    const end = reader.offset;
    const checksum = reader.uint32();
    if (reader.remaining > 0) return fail({ kind: 'trailing-bytes', byteLength: reader.remaining });
    if (checksum !== crc32(bytes.subarray(0, end))) return fail({ kind: 'damaged' });
    return ok(value.value);
  } catch (error) {
    if (error instanceof UnexpectedEnd) return fail({ kind: 'truncated', offset: error.offset });
    throw error;
  }
}

export function malformed(field: FilterFileField): Result<never, FilterFileFailure> {
  return fail({ kind: 'malformed', field });
}
