import { buildBinBloomFilter } from '../../../src/core/filter/bin-bloom-filter-builder.ts';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import { encodeWordModel } from '../../../src/core/words/word-model.ts';

const KEY = new Uint8Array(8);

/** The section `model/1` of a channel that has seen these words in unwanted mail, strongly: three of them are enough. */
export function aWordModel(words: readonly string[]): Uint8Array<ArrayBuffer> {
  const hasher = new EntryHasher(KEY);
  const vocabulary = buildBinBloomFilter(
    words.map((word) => ({ ...hasher.message(word), score: 4 })),
    { binCount: 1, absentWordRate: 1e-6 },
  );
  const rule = { leastKnown: 3, knownShare: 0.05, firesAt: 1 };
  return encodeWordModel({ rule, hashKey: KEY, vocabulary });
}
