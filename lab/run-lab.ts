import { Command, CommanderError, Option } from 'commander';
import { wholeNumber } from '../src/server/publisher/commands/number-options.ts';
import { CommandFailed, type Terminal } from '../src/server/node/terminal/terminal.ts';
import { systemMessage } from '../src/server/node/explained-failure.ts';
import { writeFileWhole } from '../src/server/node/write-file.ts';
import { jsonOfRow, textOfComparison } from './comparison-table.ts';
import { plotCosts } from './cost-plot.ts';
import { addEvidence } from './evidence/evidence.ts';
import { addLetters } from './evidence/letters.ts';
import { compareWithPaper, costsByBinCount } from './paper-comparison.ts';
import { PAPER_ROWS } from './paper-weights.ts';

const seedOption = (): Option =>
  new Option('--seed <number>', 'of the annealing; the same seed gives the same result')
    .default(1)
    .argParser(wholeNumber(0, 0xffff_ffff));

/** What is measured about filters and evidence and is no part of the command that people install. @returns the exit code */
export async function runLab(
  args: readonly string[],
  terminal: Pick<Terminal, 'out' | 'note'>,
): Promise<number> {
  const program = new Command('lab')
    .description('Studies that docs/filters.md and docs/accuracy.md report.')
    .showHelpAfterError('(add --help for what it understands)')
    .configureOutput({
      writeOut: (text) => void terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
    .exitOverride();
  program
    .command('paper')
    .description('Table 1 of the bin Bloom paper beside our annealing and the exact optimum.')
    .addOption(seedOption())
    .option('--json', 'print it as JSON')
    .action(async ({ seed, json }: { readonly seed: number; readonly json?: true }) => {
      const rows = compareWithPaper(seed);
      const lines =
        json === true ? [JSON.stringify({ seed, paper: rows.map(jsonOfRow) })] : textOfComparison(rows, seed);
      for (const line of lines) await terminal.out(line);
    });
  program
    .command('plot')
    .description('Writes a plot (SVG) of cost against number of bins.')
    .argument('<file>')
    .addOption(
      new Option('--bins <count>', 'how far the plot goes').default(16).argParser(wholeNumber(2, 40)),
    )
    .addOption(seedOption())
    .action(async (path: string, { bins, seed }: { readonly bins: number; readonly seed: number }) => {
      await writePlot(path, bins, seed);
      await terminal.out(`Plot: ${path}`);
    });
  addEvidence(program, terminal);
  addLetters(program, terminal);
  for (const command of program.commands) command.copyInheritedSettings(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CommandFailed)) throw error;
    terminal.note(error.message);
    return 1;
  }
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
