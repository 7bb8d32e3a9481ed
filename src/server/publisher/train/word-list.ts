import { fail, ok, type Result } from '../../../core/result.ts';
import type { WordWeight } from './word-weights.ts';

const COLUMNS = ['word', 'score', 'unwanted', 'wanted', 'groups'] as const;

/** Far more than the 50,000 of a model. */
const MAX_LISTED_WORDS = 1_000_000;

export function wordList(words: readonly WordWeight[]): string {
  const rows = words.map(({ word, score, unwantedShare, wantedShare, groups }) => [
    word,
    score.toFixed(4),
    unwantedShare.toPrecision(4),
    wantedShare.toPrecision(4),
    String(groups),
  ]);
  return [COLUMNS, ...rows].map((row) => `${row.join('\t')}\n`).join('');
}

export interface WordListFailure {
  /** From 1; 0 for the whole list. */
  readonly line: number;
  readonly message: string;
}

/**
 * Absolute scores, without words at 0, which say nothing.
 *
 * @returns ascending, at least one
 */
export function parseWordWeights(text: string): Result<readonly number[], WordListFailure> {
  const lines = text.split(/\r?\n/);
  const weights: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === '' || (index === 0 && line.startsWith(`${COLUMNS[0]}\t`))) continue;
    const [word = '', score = ''] = line.split('\t');
    const weight = Math.abs(score.trim() === '' ? Number.NaN : Number(score));
    if (word === '' || !Number.isFinite(weight))
      return fail({ line: index + 1, message: 'must be a word, a tab and a score' });
    if (weight > 0) weights.push(weight);
    if (weights.length > MAX_LISTED_WORDS)
      return fail({ line: index + 1, message: `is one word more than ${MAX_LISTED_WORDS}` });
  }
  return weights.length === 0
    ? fail({ line: 0, message: 'has no word with a score' })
    : ok(weights.sort((a, b) => a - b));
}
