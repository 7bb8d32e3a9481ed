import { createHash } from 'node:crypto';
import { buildBinBloomFilter } from '../../../core/filter/bin-bloom-filter-builder.ts';
import { EntryHasher } from '../../../core/hash/entry-hash.ts';
import { EPOCH_KEY_BYTES } from '../../../core/hash/half-sip-hash.ts';
import {
  scoreWords,
  strengthOf,
  type WordModel,
  type WordRule,
  type WordScore,
} from '../../../core/words/word-model.ts';
import { stopWordsOf } from './language-of.ts';
import { strongest, wordWeights, type TrainingMail, type WordWeight } from './word-weights.ts';

/** About 90 kB with 12 bins. */
export const MAX_VOCABULARY = 50_000;
/** Measured in docs/filters.md: 14.4 bits a word, one absent word in a hundred found. */
const BINS = { binCount: 12, absentWordRate: 0.01 } as const;
/** Mails of each kind; with fewer of one, a model would take its language for a sign of the other. */
export const LEAST_OF_A_LANGUAGE = 200;

export const ENOUGH_WORDS: Omit<WordRule, 'firesAt'> = { leastKnown: 15, knownShare: 0.5 };

/** ISO 639-3, sorted. */
export function trainedLanguages(mails: readonly TrainingMail[]): readonly string[] {
  const counts = new Map<string, { wanted: number; unwanted: number }>();
  for (const { language, isUnwanted } of mails) {
    const count = counts.get(language) ?? { wanted: 0, unwanted: 0 };
    counts.set(language, count);
    count[isUnwanted ? 'unwanted' : 'wanted']++;
  }
  return [...counts]
    .filter(([, { wanted, unwanted }]) => Math.min(wanted, unwanted) >= LEAST_OF_A_LANGUAGE)
    .map(([language]) => language)
    .sort();
}

export function vocabularyOf(
  mails: readonly TrainingMail[],
  languages: readonly string[],
): readonly WordWeight[] {
  const stopWords = new Set(languages.flatMap((language) => [...stopWordsOf(language)]));
  const taught = mails.filter(({ language }) => languages.includes(language));
  return strongest(wordWeights(taught, stopWords), MAX_VOCABULARY);
}

/**
 * The key comes from the words, so that equal mails give equal bytes.
 *
 * @param words - at least one
 */
export function modelOf(words: readonly WordWeight[], firesAt: number): WordModel {
  const digest = createHash('sha256');
  for (const { word, score } of words) digest.update(`${word} ${score}\n`);
  const hashKey = new Uint8Array(digest.digest().subarray(0, EPOCH_KEY_BYTES));
  const hasher = new EntryHasher(hashKey);
  const vocabulary = buildBinBloomFilter(
    words.map(({ word, score }) => ({ ...hasher.message(word), score })),
    BINS,
  );
  return { rule: { ...ENOUGH_WORDS, firesAt }, hashKey, vocabulary };
}

/** Strengths by the model's hashed words, and by exact words and scores. */
export interface Strengths {
  /** Null if too few words are known. */
  readonly hashed: number | null;
  readonly exact: number | null;
}

export function strengthsOf(
  model: WordModel,
  scores: ReadonlyMap<string, number>,
  words: ReadonlySet<string>,
): Strengths {
  return {
    hashed: strengthOf(scoreWords(model, words), ENOUGH_WORDS),
    exact: strengthOf(exactScore(scores, words), ENOUGH_WORDS),
  };
}

function exactScore(scores: ReadonlyMap<string, number>, words: ReadonlySet<string>): WordScore {
  let known = 0;
  let sum = 0;
  for (const word of words) {
    const score = scores.get(word);
    if (score === undefined) continue;
    known++;
    sum += score;
  }
  return { words: words.size, known, sum };
}
