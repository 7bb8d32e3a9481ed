import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { Decompress as ZstdDecompress } from 'fzstd';
import type { ExplainedFailure } from '../../node/explained-failure.ts';

export type FeedBytesFailure = ExplainedFailure<
  'unreadable' | 'too-large' | 'corrupt' | 'unknown-compression'
>;

export class FeedBytesError extends Error {
  readonly failure: FeedBytesFailure;

  constructor(failure: FeedBytesFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

const CHUNK_BYTES = 1 << 18;

/**
 * Detects gzip, zip and zstd by content, since file names vary.
 *
 * @param maxBytes - unpacked, since a small file can fill any memory
 * @throws FeedBytesError while iterated
 */
export async function* readFeedBytes(path: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of decompressed(path, maxBytes)) {
    total += chunk.length;
    if (total > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

function tooLarge(maxBytes: number): FeedBytesError {
  return new FeedBytesError({
    kind: 'too-large',
    message: `it holds more than ${maxBytes} bytes when unpacked; "limits": {"maxBytes": …} allows more`,
  });
}

async function* decompressed(path: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  try {
    const chunks = chunksOf(file)[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done === true) return;
    const rest = async function* (): AsyncGenerator<Uint8Array> {
      yield first.value;
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
    };
    const head = first.value;
    if (startsWith(head, GZIP)) yield* through(rest(), createGunzip({ chunkSize: CHUNK_BYTES }));
    else if (startsWith(head, ZSTD)) yield* unzstd(rest(), maxBytes);
    else if (startsWith(head, ZIP)) yield* firstZipMember(rest());
    else yield* rest();
  } finally {
    file.destroy();
  }
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

async function* chunksOf(stream: Readable): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a byte stream gave something else than bytes');
    yield chunk;
  }
}

async function* through(
  input: AsyncIterable<Uint8Array>,
  unpacker: ReturnType<typeof createGunzip>,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(input);
  source.on('error', (error) => unpacker.destroy(error));
  source.pipe(unpacker);
  try {
    yield* chunksOf(unpacker);
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw new FeedBytesError({ kind: 'corrupt', message: 'its compressed content is damaged or cut off' });
    }
    throw error;
  } finally {
    source.destroy();
    unpacker.destroy();
  }
}

/** Packed bytes per `push`. Four bytes can become 128 KiB, so at most 32 MiB wait for the consumer. */
const ZSTD_PIECE_BYTES = 1 << 10;
/** Window of `zstd --long`; a frame may ask for gigabytes. */
const MAX_ZSTD_WINDOW_BYTES = 1 << 27;

/** Uses a package, since Node has zstd only from 22.15 (docs/decisions). */
async function* unzstd(input: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let unpacked: Uint8Array[] = [];
  let total = 0;
  const stream = new ZstdDecompress((chunk) => {
    // The window fills only after the frame's first block, so this check is early enough.
    if (windowBytesOf(stream) > MAX_ZSTD_WINDOW_BYTES) {
      throw new FeedBytesError({
        kind: 'too-large',
        message: `it takes more than ${MAX_ZSTD_WINDOW_BYTES} bytes of memory to unpack; "zstd --long=27" or less makes one that does not`,
      });
    }
    total += chunk.length;
    if (total > maxBytes) throw tooLarge(maxBytes);
    unpacked.push(chunk);
  });
  const push = (chunk: Uint8Array, isLast: boolean): readonly Uint8Array[] => {
    unpacked = [];
    try {
      stream.push(chunk, isLast);
    } catch (error) {
      if (error instanceof FeedBytesError) throw error;
      // The package throws plain errors for damage; nothing else runs here.
      throw new FeedBytesError({ kind: 'corrupt', message: 'its compressed content is damaged or cut off' });
    }
    return unpacked;
  };
  for await (const chunk of input) {
    for (let start = 0; start < chunk.length; start += ZSTD_PIECE_BYTES)
      yield* push(chunk.subarray(start, start + ZSTD_PIECE_BYTES), false);
  }
  yield* push(new Uint8Array(0), true);
}

/** Window of the current frame; 0 between frames. The package exposes it only under internal names. */
function windowBytesOf(stream: ZstdDecompress): number {
  const frame: unknown = Reflect.get(stream, 's');
  return typeof frame === 'object' && frame !== null && 'e' in frame ? Number(frame.e) : 0;
}

/** A zip's directory is at its end, so a zip is read whole. This bounds packed bytes; `maxBytes`, unpacked ones. */
const MAX_ZIP_BYTES = 1 << 29;

async function* firstZipMember(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input) {
    length += chunk.length;
    if (length > MAX_ZIP_BYTES) {
      throw new FeedBytesError({
        kind: 'too-large',
        message: `it is a zip of more than ${MAX_ZIP_BYTES} bytes`,
      });
    }
    chunks.push(chunk);
  }
  const member = largestZipMember(Buffer.concat(chunks));
  if (member.method === 'stored') yield member.bytes;
  else yield* through(one(member.bytes), createInflateRaw({ chunkSize: CHUNK_BYTES }));
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;

/** The largest member is the feed, not a licence or readme beside it. */
function largestZipMember(zip: Buffer): {
  readonly method: 'stored' | 'deflated';
  readonly bytes: Uint8Array;
} {
  const corrupt = (): FeedBytesError =>
    new FeedBytesError({ kind: 'corrupt', message: 'it is a zip that cannot be read' });
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw corrupt();
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  let best: { size: number; packed: number; method: number; local: number } | null = null;
  for (let index = 0; index < count; index++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw corrupt();
    const size = zip.readUInt32LE(at + 24);
    if (best === null || size > best.size) {
      best = {
        size,
        packed: zip.readUInt32LE(at + 20),
        method: zip.readUInt16LE(at + 10),
        local: zip.readUInt32LE(at + 42),
      };
    }
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (best === null || best.local + 30 > zip.length || zip.readUInt32LE(best.local) !== LOCAL_ENTRY)
    throw corrupt();
  const start = best.local + 30 + zip.readUInt16LE(best.local + 26) + zip.readUInt16LE(best.local + 28);
  if (start + best.packed > zip.length) throw corrupt();
  const bytes = zip.subarray(start, start + best.packed);
  if (best.method === 0) return { method: 'stored', bytes };
  if (best.method === 8) return { method: 'deflated', bytes };
  throw new FeedBytesError({
    kind: 'unknown-compression',
    message: `it is a zip with compression method ${best.method}; only "stored" and "deflated" are read`,
  });
}
