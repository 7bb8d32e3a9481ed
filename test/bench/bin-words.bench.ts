/**
 * What a bin Bloom filter of a vocabulary costs and keeps, by its number of bins: docs/filters.md quotes it.
 *
 *     npm run bench -- bin-words [--json]
 *
 * The vocabulary is made up and seeded: 20,000 words, 40 % against spam, |score| = 0.7 plus an exponential of mean
 * 1.5 nats, at most 9. One absent word in 100 may be found. Measured with 10⁶ absent words: 10,000 hits, standard
 * deviation 1 %.
 */
import { buildBinBloomFilter, type ScoredWord } from '../../src/core/filter/bin-bloom-filter-builder.ts';
import { encodeBinBloom } from '../../src/core/filter/bin-bloom-file.ts';
import { SeededRandom } from '../../src/server/publisher/tune/seeded-random.ts';

const WORDS = 20_000;
const ABSENT_WORDS = 1_000_000;
const ABSENT_WORD_RATE = 0.01;

const random = new SeededRandom(1);
const words = Array.from({ length: WORDS }, (): ScoredWord => {
  const high = random.uint32();
  const low = random.uint32();
  const strength = Math.min(9, 0.7 - 1.5 * Math.log(1 - random.fraction()));
  return { high, low, score: random.fraction() < 0.4 ? -strength : strength };
});

const rows = [1, 2, 4, 6, 8, 12, 16, 24, 32].map((binCount) => {
  const filter = buildBinBloomFilter(words, { binCount, absentWordRate: ABSENT_WORD_RATE });
  let squares = 0;
  for (const word of words) {
    const found = filter.binOf(word.high, word.low);
    if (found === null) throw new Error('a word was lost');
    squares += (found.score - word.score) ** 2;
  }
  const absent = new SeededRandom(2);
  let hits = 0;
  let cost = 0;
  for (let word = 0; word < ABSENT_WORDS; word++) {
    const bin = filter.binOf(absent.uint32(), absent.uint32());
    if (bin === null) continue;
    hits++;
    cost += Math.abs(bin.score);
  }
  return {
    bins: filter.bins.length,
    bytes: encodeBinBloom(filter).length,
    bitsPerWord: filter.bins.reduce((sum, bin) => sum + bin.parameters.bitCount, 0) / WORDS,
    absentWordRate: filter.absentWordRate(),
    absentWordRateMeasured: hits / ABSENT_WORDS,
    absentWordCost: filter.absentWordCost(),
    absentWordCostMeasured: cost / ABSENT_WORDS,
    scoreError: Math.sqrt(squares / WORDS),
  };
});

if (process.argv.includes('--json')) console.log(JSON.stringify({ words: WORDS, rows }));
else {
  console.log(
    'bins   bytes  bits/word  absent found: formula  measured   undue score: formula  measured   score error',
  );
  for (const row of rows) {
    console.log(
      [
        String(row.bins).padStart(4),
        String(row.bytes).padStart(7),
        row.bitsPerWord.toFixed(2).padStart(10),
        row.absentWordRate.toFixed(5).padStart(22),
        row.absentWordRateMeasured.toFixed(5).padStart(9),
        row.absentWordCost.toFixed(5).padStart(22),
        row.absentWordCostMeasured.toFixed(5).padStart(9),
        row.scoreError.toFixed(3).padStart(13),
      ].join(' '),
    );
  }
}
