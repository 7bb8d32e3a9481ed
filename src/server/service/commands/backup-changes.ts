import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { pluralize } from '../../node/terminal/numbers.ts';
import { CommandFailed, type Terminal } from '../../node/terminal/terminal.ts';
import { backUpChanges } from '../changes/back-up-changes.ts';

interface BackupOptions {
  readonly data: string;
  readonly out: string;
  readonly json?: true;
}

export function addBackupChanges(program: Command, terminal: Terminal): void {
  program
    .command('backup-changes')
    .description('Copies the changes of a check service, also while it runs.')
    .requiredOption('--data <folder>', 'the folder that the service was given as --data')
    .requiredOption('--out <file>', 'where the copy goes; it must not be there yet')
    .option('--json', 'print a JSON object instead of text')
    .action(async ({ data, out, json }: BackupOptions) => {
      const copied = await backUpChanges(data, out);
      if (!copied.ok) throw new CommandFailed(copied.failure);
      const { held, last } = copied.value;
      const { size } = await stat(out);
      await terminal.out(
        json === true
          ? JSON.stringify({ file: out, entries: held, position: last, bytes: size })
          : `${out}: ${pluralize(held, 'changed entry', 'changed entries')}. To restore it, stop the service and put it in place of changes/changes.db, without the files beside that.`,
      );
    });
}
