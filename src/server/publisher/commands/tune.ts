import { InvalidArgumentError, Option, type Command } from 'commander';
import { plotCosts } from '../laboratory/cost-plot.ts';
import { compareWithPaper, costsByBinCount, type PaperComparison } from '../laboratory/paper-comparison.ts';
import { PAPER_ROWS } from '../laboratory/paper-weights.ts';
import { tuneFilter, type TunedFilter } from '../laboratory/tune.ts';
import { writeFileWhole } from '../../node/write-file.ts';
import { systemMessage } from '../../node/told-failure.ts';
import { bytesText, counted, countText } from '../../node/terminal/numbers.ts';
import { CommandFailed, type Terminal } from '../../node/terminal/terminal.ts';

interface TuneOptions {
  readonly n?: number;
  readonly p?: number;
  readonly paper?: true;
  readonly plot?: string;
  readonly bins: number;
  readonly seed: number;
  readonly json?: true;
}

export function addTune(program: Command, terminal: Terminal): void {
  program
    .command('tune')
    .description('Says how large a Bloom filter must be, and how far bins of words can be optimised.')
    .addOption(
      new Option('--n <entries>', 'entries to hold, as in 1e7').argParser(wholeNumber(1, 2 ** 53 - 1)),
    )
    .addOption(
      new Option('--p <rate>', 'false positives per expression, as in 0.01 or 1%').argParser(fractionOf),
    )
    .option('--paper', 'Table 1 of the bin Bloom paper beside our annealing and the exact optimum')
    .option('--plot <file>', 'write a plot (SVG) of cost against number of bins')
    .addOption(
      new Option('--bins <count>', 'how far the plot goes').default(16).argParser(wholeNumber(2, 40)),
    )
    .addOption(
      new Option('--seed <number>', 'of the annealing; the same seed gives the same result')
        .default(1)
        .argParser(wholeNumber(0, 0xffff_ffff)),
    )
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  spamlight tune --n 1e7 --p 1%\n  spamlight tune --paper --plot cost.svg',
    )
    .action((options: TuneOptions, command: Command) => tune(options, command, terminal));
}

async function tune(
  { n, p, paper, plot, bins, seed, json }: TuneOptions,
  command: Command,
  terminal: Terminal,
): Promise<void> {
  if ((n === undefined) !== (p === undefined)) {
    return command.error('error: --n and --p belong together: give both');
  }
  if (n === undefined && paper === undefined && plot === undefined) {
    return command.error('error: wanted is what to tune: --n and --p, or --paper, or --plot FILE');
  }
  const sizes = n === undefined || p === undefined ? null : sizesFor(n, p);
  const comparison = paper === undefined ? null : compareWithPaper(seed);
  if (plot !== undefined) await writePlot(plot, bins, seed);
  if (json === true) {
    await terminal.out(
      JSON.stringify({
        ...(sizes === null ? {} : jsonOfSizes(sizes)),
        ...(comparison === null ? {} : { seed, paper: comparison.map(jsonOfRow) }),
        ...(plot === undefined ? {} : { plot }),
      }),
    );
    return;
  }
  const lines = [
    ...(sizes === null ? [] : textOfSizes(sizes)),
    ...(comparison === null ? [] : textOfComparison(comparison, seed)),
    ...(plot === undefined ? [] : [`Plot: ${plot}`]),
  ];
  for (const line of lines) await terminal.out(line);
}

function sizesFor(entryCount: number, rate: number): TunedFilter {
  try {
    return tuneFilter(entryCount, rate);
  } catch (error) {
    // Both were checked when they were read, so what is left is a filter beyond all shards.
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
    `k = ${counted(hashCount, 'probe')} an entry`,
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

/** `1e7` and `10000000`; digits may be grouped as in `10_000_000`. */
function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text.replaceAll('_', ''));
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new InvalidArgumentError(`A whole number from ${least} to ${most} is needed.`);
    }
    return value;
  };
}

/** `0.01`, `1e-2` and `1%`. */
function fractionOf(text: string): number {
  const isPercent = text.trim().endsWith('%');
  const value = Number(text.replace(/%\s*$/, '')) / (isPercent ? 100 : 1);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError('A share above 0 and below 1 is needed.');
  return value;
}

interface Column {
  readonly heading: readonly [string, string];
  readonly value: (row: PaperComparison) => string;
}

const COLUMNS: readonly Column[] = [
  { heading: ['', 'L'], value: (row) => String(row.binCount) },
  { heading: ['standard', 'printed'], value: (row) => row.printed.costStandard.toFixed(2) },
  { heading: ['standard', 'here'], value: (row) => row.standard.toFixed(2) },
  { heading: ['paper', 'printed'], value: (row) => row.printed.costBinBloom.toFixed(2) },
  { heading: ['paper', 'here'], value: (row) => row.paper.cost.toFixed(2) },
  { heading: ['m/L bits', 'annealed'], value: (row) => row.equal.annealed.cost.toFixed(2) },
  { heading: ['m/L bits', 'exact'], value: (row) => row.equal.optimal.cost.toFixed(2) },
  { heading: ['annealed', '/ exact'], value: (row) => percent(row.equal.annealedShare) },
  { heading: ['paper', '/ exact'], value: (row) => percent(paperShare(row)) },
  { heading: ['water-f.', 'paper cuts'], value: (row) => row.paperWaterFilled.cost.toFixed(2) },
  { heading: ['water-f.', 'annealed'], value: (row) => row.waterFilled.annealed.cost.toFixed(2) },
  { heading: ['water-f.', 'exact'], value: (row) => row.waterFilled.optimal.cost.toFixed(2) },
  { heading: ['annealed', '/ exact'], value: (row) => percent(row.waterFilled.annealedShare) },
];

function textOfComparison(rows: readonly PaperComparison[], seed: number): string[] {
  const table = [
    COLUMNS.map(({ heading }) => heading[0]),
    COLUMNS.map(({ heading }) => heading[1]),
    ...rows.map((row) => COLUMNS.map(({ value }) => value(row))),
  ];
  const widths = COLUMNS.map((_, column) => Math.max(...table.map((line) => (line[column] ?? '').length)));
  return [
    `Total membership invalidation cost of 3,000 words in 1,024 bits (weights rebuilt from Table 1; annealing with seed ${seed})`,
    ...table.map((line) =>
      line
        .map((cell, column) => cell.padStart(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    'standard: one classical filter. m/L bits: as many bits for every bin, as in the paper. water-f.: bits shared out by water-filling.',
    '"/ exact": share of what the exact optimum saves against the standard filter.',
  ];
}

function paperShare({ standard, paper, equal }: PaperComparison): number {
  return (standard - paper.cost) / (standard - equal.optimal.cost);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

function jsonOfRow(row: PaperComparison): object {
  const { binCount, printed, paper, paperWaterFilled, standard, equal, waterFilled } = row;
  return {
    bins: binCount,
    printed: { standard: printed.costStandard, paper: printed.costBinBloom },
    standard,
    paper: { cost: paper.cost, share: paperShare(row), waterFilledCost: paperWaterFilled.cost },
    equalBits: {
      annealed: equal.annealed.cost,
      exact: equal.optimal.cost,
      annealedShare: equal.annealedShare,
      exactBins: equal.optimal.bins,
    },
    waterFilled: {
      annealed: waterFilled.annealed.cost,
      exact: waterFilled.optimal.cost,
      annealedShare: waterFilled.annealedShare,
      exactBins: waterFilled.optimal.bins,
    },
  };
}

async function writePlot(path: string, bins: number, seed: number): Promise<void> {
  const printed = PAPER_ROWS.map((row) => ({ binCount: row.strings.length, cost: row.costBinBloom }));
  const svg = plotCosts({
    ...costsByBinCount(bins, seed),
    printed: printed.filter((row) => row.binCount <= bins),
  });
  try {
    await writeFileWhole(path, svg);
  } catch (error) {
    const message = systemMessage(error);
    if (message === null) throw error;
    throw new CommandFailed({ kind: 'unwritable', message: `${path} could not be written: ${message}.` });
  }
}
