import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildBinBloomFilter } from '../../../src/core/filter/bin-bloom-filter-builder.ts';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import {
  decodeWordModel,
  encodeWordModel,
  scoreWords,
  soundsUnwanted,
  strengthOf,
  type WordModel,
  type WordRule,
} from '../../../src/core/words/word-model.ts';

const KEY = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const RULE: WordRule = { leastKnown: 3, knownShare: 0.5, firesAt: 2.5 };

function modelOf(scores: Readonly<Record<string, number>>, rule = RULE): WordModel {
  const hasher = new EntryHasher(KEY);
  const words = Object.entries(scores).map(([word, score]) => ({ ...hasher.message(word), score }));
  // A rate at which the few words of a test meet no false positive.
  return {
    rule,
    hashKey: KEY,
    vocabulary: buildBinBloomFilter(words, { binCount: 4, absentWordRate: 1e-6 }),
  };
}

const MODEL = modelOf({ invoice: 2, overdue: 2, wallet: 2, meeting: -2 });
const BYTES = encodeWordModel(MODEL);

function changed(offset: number, ...values: readonly number[]): Uint8Array {
  const bytes = BYTES.slice();
  bytes.set(values, offset);
  return bytes;
}

describe('a model of words', () => {
  test('a model of words is the same after it was written and read', () => {
    const read = decodeWordModel(BYTES);
    if (!read.ok) throw new Error(read.failure.kind);
    expect(read.value.rule).toEqual(RULE);
    expect(encodeWordModel(read.value)).toEqual(BYTES);
    expect(scoreWords(read.value, new Set(['wallet', 'meeting', 'unheard']))).toEqual({
      words: 3,
      known: 2,
      sum: 0,
    });
  });

  test.each<[string, Uint8Array, object]>([
    ['nothing', new Uint8Array(), { kind: 'truncated' }],
    ['a head cut short', BYTES.slice(0, 19), { kind: 'truncated' }],
    ['another file', changed(0, 0x53, 0x4c, 0x42, 0x46), { kind: 'not-a-model' }],
    ['a later version', changed(4, 2), { kind: 'unknown-version', version: 2 }],
    ['a reserved byte', changed(5, 1), { kind: 'malformed', field: 'reserved' }],
    ['no least number of words', changed(6, 0, 0), { kind: 'malformed', field: 'leastKnown' }],
    ['a share above one', changed(8, 0xe9, 0x03), { kind: 'malformed', field: 'knownShare' }],
    ['one that fires at nothing', changed(10, 0, 0), { kind: 'malformed', field: 'firesAt' }],
    [
      'no vocabulary',
      BYTES.slice(0, 20),
      { kind: 'bad-vocabulary', failure: { kind: 'truncated', offset: 0 } },
    ],
    [
      'a damaged vocabulary',
      changed(BYTES.length - 5, 0xff, 0xff),
      { kind: 'bad-vocabulary', failure: { kind: 'damaged' } },
    ],
    [
      'more than a vocabulary',
      new Uint8Array([...BYTES, 0]),
      { kind: 'bad-vocabulary', failure: { kind: 'trailing-bytes', byteLength: 1 } },
    ],
  ])('a model of words refuses %s by name', (_, bytes, failure) => {
    expect(decodeWordModel(bytes)).toEqual({ ok: false, failure });
  });

  test('a model of words never throws, whatever the bytes, and reads back what it takes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 400 }),
          fc.tuple(fc.nat(BYTES.length - 1), fc.nat(255)).map(([offset, value]) => changed(offset, value)),
        ),
        (bytes) => {
          const read = decodeWordModel(bytes);
          if (read.ok) expect(encodeWordModel(read.value)).toEqual(Uint8Array.from(bytes));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test.each([
    { leastKnown: 0 },
    { leastKnown: 70_000 },
    { knownShare: 1.1 },
    { firesAt: 0 },
    { firesAt: 66 },
  ])('a model of words is not written with %o', (rule) => {
    expect(() => encodeWordModel({ ...MODEL, rule: { ...RULE, ...rule } })).toThrow(RangeError);
  });

  test('a model of words keeps 50,000 words in less than 100 kB', () => {
    const words = Array.from({ length: 50_000 }, (_, index) => ({
      high: Math.imul(index + 1, 0x9e37_79b1) >>> 0,
      low: Math.imul(index + 1, 0x85eb_ca6b) >>> 0,
      // Many weak ones and few strong, of both sides, as training gives them.
      score:
        (Math.round(1000 * Math.min(6, -1.2 * Math.log(1 - ((index * 7919) % 50_000) / 50_001))) / 1000) *
        (index % 3 === 0 ? 1 : -1),
    }));
    const vocabulary = buildBinBloomFilter(words, { binCount: 12, absentWordRate: 0.01 });
    expect(encodeWordModel({ rule: RULE, hashKey: KEY, vocabulary }).length).toBeLessThan(100_000);
  });
});

describe('what the words of a message come to', () => {
  const sounds = (...words: readonly string[]): boolean =>
    soundsUnwanted(scoreWords(MODEL, new Set(words)), RULE);

  test('enough unwanted words make a message sound unwanted, and one that speaks against it less so', () => {
    expect(sounds('invoice', 'overdue', 'wallet')).toBe(true);
    expect(sounds('invoice', 'overdue', 'wallet', 'meeting')).toBe(false);
  });

  test('too few known words say nothing of a message, and so does a text of which most is unknown', () => {
    expect(sounds('invoice', 'overdue')).toBe(false);
    expect(sounds('invoice', 'overdue', 'wallet', 'ein', 'zwei', 'drei')).toBe(true);
    expect(sounds('invoice', 'overdue', 'wallet', 'ein', 'zwei', 'drei', 'vier')).toBe(false);
  });

  test('a message without words sounds neither wanted nor unwanted', () => {
    expect(strengthOf(scoreWords(MODEL, new Set()), RULE)).toBeNull();
  });

  test('a message at the very threshold of words sounds unwanted', () => {
    expect(soundsUnwanted({ words: 4, known: 4, sum: 5 }, RULE)).toBe(true);
    expect(soundsUnwanted({ words: 4, known: 4, sum: 4.999 }, RULE)).toBe(false);
  });
});
