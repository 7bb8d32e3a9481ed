import { Command, CommanderError } from 'commander';
import packageFile from '../../../package.json' with { type: 'json' };
import { addBuild } from '../publisher/commands/build.ts';
import { addCanonicalize } from '../publisher/commands/canonicalize.ts';
import { addCheck } from '../publisher/commands/check.ts';
import { addEvaluate } from '../publisher/commands/evaluate.ts';
import { addDiff } from '../publisher/commands/diff.ts';
import { addExplain } from '../publisher/commands/explain.ts';
import { addFetch } from '../publisher/commands/fetch.ts';
import { addExport } from '../publisher/commands/export.ts';
import { addFingerprint } from '../publisher/commands/fingerprint.ts';
import { addHealth } from '../publisher/commands/health.ts';
import { addInit } from '../publisher/commands/init.ts';
import { addInspect } from '../publisher/commands/inspect.ts';
import { addKeygen } from '../publisher/commands/keygen.ts';
import { addServe } from '../publisher/commands/serve.ts';
import { addTestMail } from '../publisher/commands/test-mail.ts';
import { addVerify } from '../publisher/commands/verify.ts';
import { addTrain } from '../publisher/commands/train.ts';
import { addTune } from '../publisher/commands/tune.ts';
import { addBackupChanges } from '../service/commands/backup-changes.ts';
import { addService } from '../service/commands/service.ts';
import { expectedMessage } from '../node/explained-failure.ts';
import { BadInputLine } from '../node/terminal/input-lines.ts';
import { CommandFailed, type Terminal } from '../node/terminal/terminal.ts';

export const EXIT_OK = 0;
/** The reason is on standard error. */
export const EXIT_FAILED = 1;
/** Unknown command or option. */
export const EXIT_USAGE = 2;

/** Sorted as in the help, by a publisher's order of use. */
const COMMANDS: readonly ((program: Command, terminal: Terminal) => void)[] = [
  addInit,
  addKeygen,
  addFetch,
  addFingerprint,
  addBuild,
  addDiff,
  addInspect,
  addVerify,
  addHealth,
  addCheck,
  addExplain,
  addCanonicalize,
  addEvaluate,
  addTrain,
  addTune,
  addExport,
  addTestMail,
  addServe,
  (program, terminal) => addService(program, terminal, packageFile.version),
  addBackupChanges,
];

export async function runSpamlight(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('spamlight')
    .description('Turns threat feeds into a signed channel of filter snapshots, and checks links against it.')
    .version(packageFile.version)
    .showHelpAfterError('(add --help for what it understands)')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 failed (the reason is on standard error), 2 not understood.',
    )
    .configureOutput({
      writeOut: (text) => void terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
    .exitOverride();
  for (const add of COMMANDS) add(program, terminal);
  for (const command of program.commands) command.copyInheritedSettings(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT_OK;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_OK : EXIT_USAGE;
    if (error instanceof CommandFailed) {
      terminal.note(error.message);
      return EXIT_FAILED;
    }
    if (error instanceof BadInputLine) {
      terminal.note(error.message);
      return EXIT_FAILED;
    }
    if (terminal.signal.aborted && error === terminal.signal.reason) {
      terminal.note('Interrupted. What was published before is as it was.');
      return EXIT_FAILED;
    }
    // System errors need no stack trace.
    const message = expectedMessage(error);
    terminal.note(`${error instanceof Error && 'path' in error ? `${String(error.path)}: ` : ''}${message}.`);
    return EXIT_FAILED;
  }
}
