import { ok, type Result } from '../result.ts';
import { ByteWriter } from '../snapshot/byte-writer.ts';
import { areBloomParameters } from './bloom-filter.ts';
import { MAX_HASH_COUNT } from './bloom-parameters.ts';
import { CountingBloomFilter } from './counting-bloom-filter.ts';
import {
  beginFilterFile,
  malformed,
  readFilterFile,
  sealFilterFile,
  type FilterFileFailure,
} from './filter-file.ts';

//   offset  size  field
//        0     4  magic          "SLBF"
//        4     1  formatVersion  1
//        5     1  kind           2
//        6     1  hashCount      k, 1 to 32
//        7     1  reserved       0
//        8     4  byteCount      m ÷ 8, 1 to 2²⁹
//       12     …  counters       4 × byteCount; counter c is the lower half of byte ⌊c ÷ 2⌋ if c is even, else the upper
//      end     4  checksum       CRC-32 of everything before it

export function encodeCountingBloom(filter: CountingBloomFilter): Uint8Array<ArrayBuffer> {
  const { bitCount, hashCount } = filter.parameters;
  const writer = new ByteWriter();
  beginFilterFile(writer, 'counting');
  writer.uint8(hashCount);
  writer.uint8(0);
  writer.uint32(bitCount / 8);
  writer.bytes(filter.counters());
  return sealFilterFile(writer);
}

/**
 * The filter, for queries; its counters are a view of `bytes`. To add and remove, hand it to
 * `CountingBloomFilterBuilder.resume` together with the exact set.
 */
export function decodeCountingBloom(bytes: Uint8Array): Result<CountingBloomFilter, FilterFileFailure> {
  return readFilterFile(bytes, 'counting', (reader) => {
    const hashCount = reader.uint8();
    if (hashCount < 1 || hashCount > MAX_HASH_COUNT) return malformed('hashCount');
    if (reader.uint8() !== 0) return malformed('reserved');
    const bitCount = reader.uint32() * 8;
    if (!areBloomParameters({ bitCount, hashCount })) return malformed('byteCount');
    return ok(new CountingBloomFilter(reader.take(bitCount / 2), { bitCount, hashCount }));
  });
}
