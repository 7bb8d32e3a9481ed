import { ok, type Result } from '../result.ts';
import { ByteWriter } from '../snapshot/byte-writer.ts';
import { BinBloomFilter, compareStrength, isScore, isWordCount, type FilterBin } from './bin-bloom-filter.ts';
import { areBloomParameters } from './bloom-filter.ts';
import { MAX_HASH_COUNT } from './bloom-parameters.ts';
import {
  beginFilterFile,
  malformed,
  readFilterFile,
  sealFilterFile,
  type FilterFileFailure,
} from './filter-file.ts';
import { SCORE_STEPS } from './score-bins.ts';

// Layout: docs/filters.md, section 8, kind 3; bins in the order of `BinBloomFilter.bins`. No score occurs twice.

export function encodeBinBloom({ bins }: BinBloomFilter): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  beginFilterFile(writer, 'bin');
  writer.uint8(bins.length);
  writer.uint8(0);
  for (const { score, wordCount, parameters } of bins) {
    writer.uint16(Math.round(score * SCORE_STEPS) & 0xffff);
    writer.uint8(parameters.hashCount);
    writer.uint8(0);
    writer.uint32(wordCount);
    writer.uint32(parameters.bitCount / 8);
  }
  for (const { bits } of bins) writer.bytes(bits);
  return sealFilterFile(writer);
}

/** The bits are views of `bytes`. */
export function decodeBinBloom(bytes: Uint8Array): Result<BinBloomFilter, FilterFileFailure> {
  return readFilterFile(bytes, 'bin', (reader) => {
    const binCount = reader.uint8();
    if (binCount === 0) return malformed('binCount');
    if (reader.uint8() !== 0) return malformed('reserved');
    const headers: Omit<FilterBin, 'bits'>[] = [];
    for (let bin = 0; bin < binCount; bin++) {
      const word = reader.uint16();
      // `isScore` refuses −32768, which has no opposite.
      const score = (word >= 0x8000 ? word - 0x1_0000 : word) / SCORE_STEPS;
      const before = headers.at(-1);
      if (!isScore(score)) return malformed('score');
      if (before !== undefined && compareStrength(before.score, score) >= 0) return malformed('score');
      const hashCount = reader.uint8();
      if (hashCount < 1 || hashCount > MAX_HASH_COUNT) return malformed('hashCount');
      if (reader.uint8() !== 0) return malformed('reserved');
      const wordCount = reader.uint32();
      if (!isWordCount(wordCount)) return malformed('wordCount');
      const bitCount = reader.uint32() * 8;
      if (!areBloomParameters({ bitCount, hashCount })) return malformed('byteCount');
      headers.push({ score, wordCount, parameters: { bitCount, hashCount } });
    }
    const bins = headers.map((header) => ({ ...header, bits: reader.take(header.parameters.bitCount / 8) }));
    return ok(new BinBloomFilter(bins));
  });
}
