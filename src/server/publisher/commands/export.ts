import { InvalidArgumentError, Option, type Command } from 'commander';
import { ENTRY_KINDS } from '../../../core/hash/entry-kind.ts';
import { CATEGORIES } from '../../../core/verdict/verdict.ts';
import { PUBLIC_KEY_HELP, PUBLIC_KEY_OPTION } from '../../node/channel/channel-option.ts';
import type { Terminal } from '../../node/terminal/terminal.ts';
import { exportBloom, type ExportBloomOptions } from './export-bloom.ts';
import { EXPORT_TARGETS, exportLists, type ExportListsOptions } from './export-lists.ts';

type ExportOptions = Partial<Pick<ExportBloomOptions, 'bloom' | 'kind' | 'publicKey'>> &
  Partial<Pick<ExportListsOptions, 'as' | 'feeds' | 'out'>> &
  Pick<ExportBloomOptions, 'p' | 'category' | 'json'> &
  Pick<ExportListsOptions, 'state' | 'fetch' | 'caution'>;

export function addExport(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description(
      'Writes entries for other programs: a plain Bloom filter, or the lists of mail servers and resolvers.',
    )
    .argument('[folder-or-file]', 'with --bloom: a channel (folder or URL), or a base file (.slb)')
    .option('--bloom <file>', 'the file to write; docs/filters.md describes it')
    .addOption(
      new Option('--p <rate>', 'with --bloom: false positives per expression')
        .default(0.001)
        .argParser((text) => {
          const rate = Number(text);
          if (!(rate > 0 && rate < 1))
            throw new InvalidArgumentError('A share above 0 and below 1 is needed.');
          return rate;
        }),
    )
    .addOption(new Option('--kind <kind...>', 'with --bloom: only these entries').choices(ENTRY_KINDS))
    .addOption(
      new Option(
        '--as <program>',
        'the program whose list is written; docs/gateways.md shows how each uses it',
      ).choices(EXPORT_TARGETS),
    )
    .option('--feeds <file>', 'with --as: feeds.json, from which the texts come')
    .option('--out <file>', 'with --as: the file to write; for rspamd a folder')
    .option('--state <folder>', 'with --as: the state folder of the channel (default: beside --out)')
    .option('--no-fetch', 'with --as: take feeds that have an address from the state folder')
    .option('--caution', 'with --as: include entries that a build lists with caution')
    .addOption(new Option('--category <category...>', 'only entries of these categories').choices(CATEGORIES))
    .option(PUBLIC_KEY_OPTION, PUBLIC_KEY_HELP)
    .option('--json', 'print what was written as JSON')
    .action((location: string | undefined, options: ExportOptions, command: Command) =>
      runExport(location, options, command, terminal),
    );
}

async function runExport(
  location: string | undefined,
  options: ExportOptions,
  command: Command,
  terminal: Terminal,
): Promise<void> {
  const { bloom, as, feeds, out } = options;
  if (bloom !== undefined && as === undefined && location !== undefined) {
    return exportBloom(location, { ...options, bloom }, terminal);
  }
  if (as !== undefined && bloom === undefined && location === undefined) {
    if (feeds !== undefined && out !== undefined)
      return exportLists({ ...options, as, feeds, out }, terminal);
  }
  // `--as` needs feeds, since a channel has only fingerprints, without names.
  return command.error(
    'error: wanted is a channel with --bloom <file>, or --as <program> with --feeds and --out',
  );
}
