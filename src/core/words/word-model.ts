import { decodeBinBloom, encodeBinBloom } from '../filter/bin-bloom-file.ts';
import type { BinBloomFilter } from '../filter/bin-bloom-filter.ts';
import type { FilterFileFailure } from '../filter/filter-file.ts';
import { EntryHasher } from '../hash/entry-hash.ts';
import { EPOCH_KEY_BYTES, type EpochKey } from '../hash/half-sip-hash.ts';
import { fail, ok, type Result } from '../result.ts';
import { ByteReader, UnexpectedEnd } from '../snapshot/byte-reader.ts';
import { ByteWriter } from '../snapshot/byte-writer.ts';

//   offset  size  field
//        0     4  magic        "SLWM"
//        4     1  version      1
//        5     1  reserved     0
//        6     2  leastKnown   words of a message that must be in the vocabulary, 1 to 65535
//        8     2  knownShare   of its words, thousandths, 0 to 1000
//       10     2  firesAt      strength from which a message sounds like unwanted ones, thousandths, 1 to 65535
//       12     8  hashKey
//       20     …  vocabulary   a bin Bloom filter file, to the end (docs/filters.md)
//
// Little-endian. The decoder refuses what the encoder would not write.
const MAGIC = 0x4d574c53;
const VERSION = 1;
const THOUSANDTHS = 1000;
const MAX_FIRES_AT = 65.535;

export interface WordRule {
  /** With fewer known words, the score is chance. */
  readonly leastKnown: number;
  /**
   * Least share of a message's words that must be known, 0 to 1, stored in thousandths. Messages in an untrained
   * language stay below.
   */
  readonly knownShare: number;
  /** Least `strengthOf` of unwanted mail, above 0, at most 65.535, stored in thousandths. */
  readonly firesAt: number;
}

export interface WordModel {
  readonly rule: WordRule;
  readonly hashKey: EpochKey;
  readonly vocabulary: BinBloomFilter;
}

export type WordModelFailure =
  | { readonly kind: 'truncated' | 'not-a-model' }
  | { readonly kind: 'unknown-version'; readonly version: number }
  | { readonly kind: 'malformed'; readonly field: 'reserved' | 'leastKnown' | 'knownShare' | 'firesAt' }
  | { readonly kind: 'bad-vocabulary'; readonly failure: FilterFileFailure };

export interface WordScore {
  readonly words: number;
  readonly known: number;
  /** Sum of scores in nats; above 0 for unwanted mail. */
  readonly sum: number;
}

export function encodeWordModel({ rule, hashKey, vocabulary }: WordModel): Uint8Array<ArrayBuffer> {
  const field = badField(rule);
  if (field !== null) throw new RangeError(`${field} ${rule[field]}`);
  const writer = new ByteWriter();
  writer.uint32(MAGIC);
  writer.uint8(VERSION);
  writer.uint8(0);
  writer.uint16(rule.leastKnown);
  writer.uint16(Math.round(rule.knownShare * THOUSANDTHS));
  writer.uint16(Math.round(rule.firesAt * THOUSANDTHS));
  writer.bytes(hashKey);
  writer.bytes(encodeBinBloom(vocabulary));
  return writer.toBytes();
}

/** The vocabulary is a view of `bytes`. */
export function decodeWordModel(bytes: Uint8Array): Result<WordModel, WordModelFailure> {
  try {
    const reader = new ByteReader(bytes);
    if (reader.uint32() !== MAGIC) return fail({ kind: 'not-a-model' });
    const version = reader.uint8();
    if (version !== VERSION) return fail({ kind: 'unknown-version', version });
    if (reader.uint8() !== 0) return fail({ kind: 'malformed', field: 'reserved' });
    const rule = {
      leastKnown: reader.uint16(),
      knownShare: reader.uint16() / THOUSANDTHS,
      firesAt: reader.uint16() / THOUSANDTHS,
    };
    const field = badField(rule);
    if (field !== null) return fail({ kind: 'malformed', field });
    const hashKey = reader.take(EPOCH_KEY_BYTES).slice();
    const vocabulary = decodeBinBloom(reader.take(reader.remaining));
    if (!vocabulary.ok) return fail({ kind: 'bad-vocabulary', failure: vocabulary.failure });
    return ok({ rule, hashKey, vocabulary: vocabulary.value });
  } catch (error) {
    if (error instanceof UnexpectedEnd) return fail({ kind: 'truncated' });
    throw error;
  }
}

function badField({ leastKnown, knownShare, firesAt }: WordRule): keyof WordRule | null {
  if (!Number.isInteger(leastKnown) || leastKnown < 1 || leastKnown > 0xffff) return 'leastKnown';
  if (!(knownShare >= 0 && knownShare <= 1)) return 'knownShare';
  return firesAt >= 1 / THOUSANDTHS && firesAt <= MAX_FIRES_AT ? null : 'firesAt';
}

export function scoreWords({ hashKey, vocabulary }: WordModel, words: ReadonlySet<string>): WordScore {
  const hasher = new EntryHasher(hashKey);
  let known = 0;
  let sum = 0;
  for (const word of words) {
    const { high, low } = hasher.message(word);
    const bin = vocabulary.binOf(high, low);
    if (bin === null) continue;
    known++;
    sum += bin.score;
  }
  return { words: words.size, known, sum };
}

/**
 * Sum of scores over the root of their number. Words are not independent, as naive Bayes assumes, so the sum alone
 * grows with a message's length; the mean ignores that many words say more than few.
 *
 * @returns null if too few words are known
 */
export function strengthOf(
  { words, known, sum }: WordScore,
  { leastKnown, knownShare }: Omit<WordRule, 'firesAt'>,
): number | null {
  return known >= leastKnown && known >= words * knownShare ? sum / Math.sqrt(known) : null;
}

export function soundsUnwanted(score: WordScore, rule: WordRule): boolean {
  const strength = strengthOf(score, rule);
  return strength !== null && strength >= rule.firesAt;
}
