import { readFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { fractionOf, wholeNumber } from './number-options.ts';
import { bytesText, pluralize, countText, shareText } from '../../node/terminal/numbers.ts';
import { CommandFailed, type Terminal } from '../../node/terminal/terminal.ts';
import { expectedMessage } from '../../node/explained-failure.ts';
import { parseWordWeights } from '../train/word-list.ts';
import { annealBins } from '../tune/anneal-bins.ts';
import { tuneFilter, type TunedFilter } from '../tune/filter-size.ts';
import { optimalBins } from '../tune/optimal-bins.ts';
import { standardCost, type BinPlan } from '../tune/word-bins.ts';

interface TuneOptions {
  readonly n?: number;
  readonly p?: number;
  readonly words?: string;
  readonly bins: number;
  readonly bitsPerWord: number;
  readonly seed: number;
  readonly json?: true;
}

/** Costs in the unit of the scores. */
interface TunedWords {
  readonly wordCount: number;
  readonly binCount: number;
  readonly bitCount: number;
  /** Cost of one classical filter of equal size. */
  readonly standard: number;
  readonly annealed: BinPlan;
  readonly optimal: BinPlan;
}

export function addTune(program: Command, terminal: Terminal): void {
  program
    .command('tune')
    .description('Says how large a Bloom filter must be, and what bins are worth for the words of a model.')
    .addOption(
      new Option('--n <entries>', 'entries to hold, as in 1e7').argParser(wholeNumber(1, 2 ** 53 - 1)),
    )
    .addOption(
      new Option('--p <rate>', 'false positives per expression, as in 0.01 or 1%').argParser(fractionOf),
    )
    .option(
      '--words <file>',
      'words and scores, as train --words writes them: their bins, annealed and exact',
    )
    .addOption(new Option('--bins <count>', 'with --words: bins').default(12).argParser(wholeNumber(1, 255)))
    .addOption(
      new Option('--bits-per-word <bits>', 'with --words: bits of all bins together, for each word')
        .default(14)
        .argParser(wholeNumber(1, 64)),
    )
    .addOption(
      new Option('--seed <number>', 'with --words: seed of the annealing; the same gives the same')
        .default(1)
        .argParser(wholeNumber(0, 0xffff_ffff)),
    )
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  spamlight tune --n 1e7 --p 1%\n  spamlight tune --words words.tsv --bins 12',
    )
    .action((options: TuneOptions, command: Command) => tune(options, command, terminal));
}

async function tune(options: TuneOptions, command: Command, terminal: Terminal): Promise<void> {
  const { n, p, words, json } = options;
  if ((n === undefined) !== (p === undefined)) {
    return command.error('error: --n and --p belong together: give both');
  }
  if (n === undefined && words === undefined) {
    return command.error('error: wanted is what to tune: --n and --p, or --words FILE');
  }
  const sizes = n === undefined || p === undefined ? null : sizesFor(n, p);
  const tuned = words === undefined ? null : await tuneWords(words, options);
  if (json === true) {
    await terminal.out(
      JSON.stringify({
        ...(sizes === null ? {} : jsonOfSizes(sizes)),
        ...(tuned === null ? {} : { words: jsonOfWords(tuned, options.seed) }),
      }),
    );
    return;
  }
  const lines = [
    ...(sizes === null ? [] : textOfSizes(sizes)),
    ...(tuned === null ? [] : textOfWords(tuned, options.seed)),
  ];
  for (const line of lines) await terminal.out(line);
}

async function tuneWords(
  path: string,
  { bins, bitsPerWord, seed }: Pick<TuneOptions, 'bins' | 'bitsPerWord' | 'seed'>,
): Promise<TunedWords> {
  const parsed = parseWordWeights(await textOf(path));
  if (!parsed.ok) {
    const { line, message } = parsed.failure;
    const where = line === 0 ? path : `${path}, line ${line}`;
    throw new CommandFailed({ kind: 'no-words', message: `${where}: ${message}.` });
  }
  const weights = parsed.value;
  if (bins > weights.length) {
    throw new CommandFailed({
      kind: 'too-many-bins',
      message: `${path} has ${pluralize(weights.length, 'word')} with a score: too few for ${bins} bins.`,
    });
  }
  const bitCount = bitsPerWord * weights.length;
  const meanWeight = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  const standard = standardCost([{ count: weights.length, meanWeight }], bitCount);
  const task = { weights, binCount: bins, bitCount, rule: 'water-filled' } as const;
  return {
    wordCount: weights.length,
    binCount: bins,
    bitCount,
    standard,
    annealed: annealBins(task, seed),
    optimal: optimalBins(task),
  };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const message = expectedMessage(error);
    throw new CommandFailed({ kind: 'unreadable', message: `${path} could not be read: ${message}.` });
  }
}

function textOfWords(tuned: TunedWords, seed: number): readonly string[] {
  const { wordCount, binCount, bitCount, standard, annealed, optimal } = tuned;
  const line = (name: string, cost: number): string =>
    `  ${name.padEnd(16)} ${cost.toPrecision(6).padStart(12)}   ${shareText(1 - cost / standard)} saved`;
  return [
    `What false hits cost, of ${pluralize(wordCount, 'word')} in ${countText(bitCount)} bits, in the unit of the scores:`,
    `  ${'one filter'.padEnd(16)} ${standard.toPrecision(6).padStart(12)}`,
    line(`${pluralize(binCount, 'bin')}, annealed`, annealed.cost),
    line(`${pluralize(binCount, 'bin')}, exact`, optimal.cost),
    `Annealing (seed ${seed}) finds ${shareText(annealedShareOf(tuned))} of what the best cuts save.`,
  ];
}

function jsonOfWords(tuned: TunedWords, seed: number): object {
  const { wordCount, binCount, bitCount, standard, annealed, optimal } = tuned;
  return {
    words: wordCount,
    bins: binCount,
    bits: bitCount,
    seed,
    standard,
    annealed: annealed.cost,
    exact: optimal.cost,
    annealedShare: annealedShareOf(tuned),
    annealedBins: annealed.bins,
    exactBins: optimal.bins,
  };
}

function annealedShareOf({ standard, annealed, optimal }: TunedWords): number {
  return (standard - annealed.cost) / (standard - optimal.cost);
}

function sizesFor(entryCount: number, rate: number): TunedFilter {
  try {
    return tuneFilter(entryCount, rate);
  } catch (error) {
    // The options are checked, so a `RangeError` means a filter too large for all shards.
    if (!(error instanceof RangeError)) throw error;
    throw new CommandFailed({
      kind: 'too-large',
      message: `${countText(entryCount)} entries at ${rate} are more than the filters here can hold.`,
    });
  }
}

function textOfSizes(sizes: TunedFilter): string[] {
  const { bitCount, hashCount, byteLength, shardCount } = sizes;
  const shards =
    shardCount === 1
      ? 'in one filter'
      : `in ${shardCount} shards by hash prefix, since one filter has fewer than 2^32 bits`;
  return [
    `m = ${countText(bitCount)} bits (${megabits(bitCount)}), ${shards}`,
    `k = ${pluralize(hashCount, 'probe')} an entry`,
    `${countText(byteLength)} bytes (${bytesText(byteLength)}), ${sizes.bitsPerEntry.toFixed(2)} bits an entry`,
    `With k a whole number the false-positive rate is ${sizes.expectedFalsePositiveRate.toExponential(3)} per expression.`,
  ];
}

function jsonOfSizes(sizes: TunedFilter): object {
  return {
    n: sizes.entryCount,
    p: sizes.falsePositiveRate,
    m: sizes.bitCount,
    k: sizes.hashCount,
    bytes: sizes.byteLength,
    bitsPerEntry: sizes.bitsPerEntry,
    shards: sizes.shardCount,
    expectedFalsePositiveRate: sizes.expectedFalsePositiveRate,
  };
}

function megabits(bits: number): string {
  return bits < 1e9 ? `${(bits / 1e6).toFixed(2)} Mbit` : `${(bits / 1e9).toFixed(2)} Gbit`;
}
