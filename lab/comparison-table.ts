import type { CutComparison } from './compare-cuts.ts';
import { alignedRows } from '../src/server/node/terminal/aligned-rows.ts';
import { idealFalsePositiveRate } from '../src/server/publisher/tune/word-bins.ts';
import type { PaperComparison } from './paper-comparison.ts';
import { PAPER_BITS } from './paper-weights.ts';

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

/** The comparison as lines for a terminal. */
export function textOfComparison(rows: readonly PaperComparison[], seed: number): string[] {
  const table = [
    COLUMNS.map(({ heading }) => heading[0]),
    COLUMNS.map(({ heading }) => heading[1]),
    ...rows.map((row) => COLUMNS.map(({ value }) => value(row))),
  ];
  return [
    `Total membership invalidation cost of 3,000 words in 1,024 bits (weights rebuilt from Table 1; annealing with seed ${seed})`,
    ...alignedRows(table, 0),
    'standard: one classical filter. m/L bits: as many bits for every bin, as in the paper. water-f.: bits shared out by water-filling.',
    '"/ exact": share of what the exact optimum saves against the standard filter.',
    ...rows.flatMap(binLines),
    ...rows.flatMap(iterationLines),
  ];
}

/** Table 1's bins, heaviest first as printed, with the rates of both readings: docs/filters.md. */
function binLines({ binCount, printed, paper }: PaperComparison): readonly string[] {
  const line = (name: string, values: readonly number[], text: (value: number) => string): string =>
    `  ${name.padEnd(22)}${values.map((value) => text(value).padStart(9)).join('')}`;
  const rate = (value: number): string => (value < 0.001 ? value.toExponential(2) : value.toFixed(4));
  const rates = (bits: number): readonly number[] =>
    printed.strings.map((count) => idealFalsePositiveRate(bits, count));
  return [
    `Table 1, L = ${binCount}: ${paper.cost.toFixed(2)} with m/L bits a bin, printed ${printed.costBinBloom.toFixed(2)}`,
    line('strings', printed.strings, String),
    line('mean weight', printed.averageWeight, (weight) => weight.toFixed(3)),
    line('rate, printed', printed.falsePositiveRate, rate),
    line('rate, m bits a bin', rates(PAPER_BITS), rate),
    line('rate, m/L bits a bin', rates(PAPER_BITS / binCount), rate),
  ];
}

const SHOWN_ITERATIONS = [1, 10, 20, 50, 100];

function iterationLines({ binCount, equal, waterFilled }: PaperComparison): readonly string[] {
  const costs = ({ costs: all }: CutComparison): string =>
    SHOWN_ITERATIONS.map((iteration) => `${(all[iteration - 1] ?? 0).toFixed(2)} (${iteration})`).join(', ');
  return [
    `Annealing by iteration, L = ${binCount}: m/L bits ${costs(equal)}; water-f. ${costs(waterFilled)}`,
  ];
}

function paperShare({ standard, paper, equal }: PaperComparison): number {
  return (standard - paper.cost) / (standard - equal.optimal.cost);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

/** The same as JSON, with the bins of annealing and of the exact optimum. */
export function jsonOfRow(row: PaperComparison): object {
  const { binCount, printed, paper, paperWaterFilled, standard, equal, waterFilled } = row;
  return {
    bins: binCount,
    printed: { standard: printed.costStandard, paper: printed.costBinBloom },
    standard,
    table: {
      strings: printed.strings,
      averageWeight: printed.averageWeight,
      printedRates: printed.falsePositiveRate,
      ratesOfWholeFilter: printed.strings.map((count) => idealFalsePositiveRate(PAPER_BITS, count)),
      ratesOfEqualBits: printed.strings.map((count) => idealFalsePositiveRate(PAPER_BITS / binCount, count)),
    },
    paper: { cost: paper.cost, share: paperShare(row), waterFilledCost: paperWaterFilled.cost },
    equalBits: {
      annealed: equal.annealed.cost,
      exact: equal.optimal.cost,
      annealedShare: equal.annealedShare,
      byIteration: equal.costs,
      annealedBins: equal.annealed.bins,
      exactBins: equal.optimal.bins,
    },
    waterFilled: {
      annealed: waterFilled.annealed.cost,
      exact: waterFilled.optimal.cost,
      annealedShare: waterFilled.annealedShare,
      byIteration: waterFilled.costs,
      annealedBins: waterFilled.annealed.bins,
      exactBins: waterFilled.optimal.bins,
    },
  };
}
