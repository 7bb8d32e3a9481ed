import { EPOCH_KEY_BYTES, type EpochKey } from '../hash/half-sip-hash.ts';
import { ok, type Result } from '../result.ts';
import { ByteWriter } from '../snapshot/byte-writer.ts';
import { areBloomParameters } from './bloom-filter.ts';
import { MAX_HASH_COUNT } from './bloom-parameters.ts';
import { Crc32 } from './crc32.ts';
import {
  beginFilterFile,
  CHECKSUM_BYTES,
  malformed,
  readFilterFile,
  type FilterFileFailure,
} from './filter-file.ts';
import { isShardBits, type ShardedBloomParameters } from './sharded-bloom-filter.ts';

// Layout: docs/filters.md, section 8, kind 1. Bit b of a shard is bit b mod 8 (lowest first) of byte ⌊b ÷ 8⌋. For other
// programs, section 9 has readers in Python and C.
const HALF_SIP_HASH = 1;
const HEADER_BYTES = 32;
const MIN_HASH_BITS = 40;
const MAX_HASH_BITS = 64;

export interface PlainBloomFile {
  /** r, 40 to 64: leading bits of an entry's hash that count. */
  readonly hashBits: number;
  /** The snapshot's epoch key. */
  readonly hashKey: EpochKey;
  /** An entry of two sections counts twice. 0 to 2⁵³ − 1. */
  readonly entryCount: number;
  readonly parameters: ShardedBloomParameters;
  /** By shard, in the order of hash prefixes. */
  readonly bits: readonly Uint8Array[];
}

/**
 * Encodes in parts, so that several gigabytes are not in memory twice.
 *
 * @throws RangeError for what the decoder would refuse
 */
export function* encodePlainBloomInParts(file: PlainBloomFile): Generator<Uint8Array> {
  const { hashBits, hashKey, entryCount, parameters, bits } = file;
  const { shardBits, shard } = parameters;
  if (!isHashBits(hashBits)) throw new RangeError(`hashBits ${hashBits}`);
  if (hashKey.length !== EPOCH_KEY_BYTES) throw new RangeError(`a key of ${hashKey.length} bytes`);
  if (!Number.isSafeInteger(entryCount) || entryCount < 0) throw new RangeError(`entryCount ${entryCount}`);
  if (!areBloomParameters(shard) || !isShardBits(shardBits)) throw new RangeError('parameters');
  const byteCount = shard.bitCount / 8;
  if (bits.length !== 2 ** shardBits || bits.some((part) => part.length !== byteCount)) {
    throw new RangeError('bits of another size than the parameters say');
  }
  const header = new ByteWriter();
  beginFilterFile(header, 'plain');
  header.uint8(HALF_SIP_HASH);
  header.uint8(hashBits);
  header.bytes(hashKey);
  header.uint32(entryCount % 2 ** 32);
  header.uint32(Math.floor(entryCount / 2 ** 32));
  header.uint32(byteCount);
  header.uint8(shard.hashCount);
  header.uint8(shardBits);
  header.uint16(0);
  const crc = new Crc32();
  for (const part of [header.toBytes(), ...bits]) {
    crc.update(part);
    yield part;
  }
  const checksum = new ByteWriter();
  checksum.uint32(crc.value());
  yield checksum.toBytes();
}

export function encodePlainBloom(file: PlainBloomFile): Uint8Array<ArrayBuffer> {
  const { shardBits, shard } = file.parameters;
  const bytes = new Uint8Array(HEADER_BYTES + 2 ** shardBits * (shard.bitCount / 8) + CHECKSUM_BYTES);
  let offset = 0;
  for (const part of encodePlainBloomInParts(file)) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** The bits are views of `bytes`. */
export function decodePlainBloom(bytes: Uint8Array): Result<PlainBloomFile, FilterFileFailure> {
  return readFilterFile(bytes, 'plain', (reader) => {
    if (reader.uint8() !== HALF_SIP_HASH) return malformed('hashFunction');
    const hashBits = reader.uint8();
    if (!isHashBits(hashBits)) return malformed('hashBits');
    const hashKey = reader.take(EPOCH_KEY_BYTES).slice();
    const entryCount = reader.uint32() + reader.uint32() * 2 ** 32;
    if (!Number.isSafeInteger(entryCount)) return malformed('entryCount');
    const bitCount = reader.uint32() * 8;
    const hashCount = reader.uint8();
    if (hashCount < 1 || hashCount > MAX_HASH_COUNT) return malformed('hashCount');
    if (!areBloomParameters({ bitCount, hashCount })) return malformed('byteCount');
    const shardBits = reader.uint8();
    if (!isShardBits(shardBits)) return malformed('shardBits');
    if (reader.uint16() !== 0) return malformed('reserved');
    const bits: Uint8Array[] = [];
    for (let shard = 0; shard < 2 ** shardBits; shard++) bits.push(reader.take(bitCount / 8));
    return ok({
      hashBits,
      hashKey,
      entryCount,
      parameters: { shardBits, shard: { bitCount, hashCount } },
      bits,
    });
  });
}

function isHashBits(value: number): boolean {
  return Number.isInteger(value) && value >= MIN_HASH_BITS && value <= MAX_HASH_BITS;
}
