import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { PUBLIC_KEY_HELP, PUBLIC_KEY_OPTION, rootKeyOf } from '../../node/channel/channel-option.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import { CommandFailed, orFail, type Terminal } from '../../node/terminal/terminal.ts';
import { expectedMessage } from '../../node/explained-failure.ts';
import { readFeedsFile } from '../feeds/read-feeds-file.ts';
import { channelHealth } from '../health/channel-health.ts';
import type { HealthProblem } from '../health/health-problem.ts';
import { readHealthState, saveHealthState, type HealthState } from '../health/health-state.ts';
import { addMonth } from '../health/history-page.ts';
import { StateFolder } from '../state/state-folder.ts';

interface HealthOptions {
  readonly feeds: string;
  readonly state: string;
  readonly published: string;
  readonly publicKey?: string;
  readonly failed?: string;
  readonly lastChange?: number;
  readonly history?: string;
  readonly onceADay?: true;
  readonly json?: true;
}

export function addHealth(program: Command, terminal: Terminal): void {
  program
    .command('health')
    .description(
      'Names the problems of a channel that need a person: a failed job, dead feeds, ending keys, wrong files online.',
    )
    .requiredOption('--feeds <file>', 'feeds.json')
    .requiredOption('--state <folder>', 'the state folder of the channel')
    .requiredOption('--published <url>', 'where the channel is online')
    .option(PUBLIC_KEY_OPTION, PUBLIC_KEY_HELP)
    .option('--failed <file>', 'the job failed; a file with its output, whose last lines are quoted')
    .addOption(
      new Option(
        '--last-change <time>',
        'Unix time of the last commit, for hosts that switch off jobs of a quiet repository',
      ).argParser(unixTime),
    )
    .option('--history <file>', 'add a line a month to this page')
    .option(
      '--once-a-day',
      'exit with 1 only once a day for the same problems, because a hosting service mails each failed job',
    )
    .option('--json', 'print {problems}')
    .addHelpText('after', '\nExit code 1 says that there is a problem.')
    .action((options: HealthOptions) => health(options, terminal));
}

async function health(options: HealthOptions, terminal: Terminal): Promise<void> {
  const feeds = orFail(await readFeedsFile(options.feeds));
  // Opened without the build lock, since checks take minutes: only the health state is written.
  const state = StateFolder.at(options.state);
  const before = await readHealthState(state.path);
  const { problems, state: after } = await channelHealth(
    {
      feeds,
      stateFolder: state.path,
      publishedAt: options.published,
      rootKey: await rootKeyOf(options.publicKey, options.published),
      failedJob: options.failed === undefined ? null : await linesOfFile(options.failed),
      lastChangeAt: options.lastChange ?? null,
      now: terminal.now(),
    },
    before,
  );
  const newest = (await state.history()).at(-1);
  if (options.history !== undefined && newest !== undefined) await addMonth(options.history, newest);
  for (const line of options.json === true ? [JSON.stringify({ problems })] : problemLines(problems))
    await terminal.out(line);
  const isTold = options.onceADay === true && isToldToday(before, problems, terminal.now());
  const told = problems.map(({ id }) => id);
  await saveHealthState(state.path, isTold ? after : { ...after, told, toldAt: terminal.now() });
  if (problems.length > 0 && !isTold)
    throw new CommandFailed({ kind: 'unwell', message: 'The channel needs somebody.' });
}

const DAY = 86_400;

/** A clock that was set back tells again. */
function isToldToday(
  { told, toldAt }: HealthState,
  problems: readonly HealthProblem[],
  now: number,
): boolean {
  return (
    toldAt !== null && now >= toldAt && now - toldAt < DAY && problems.every(({ id }) => told.includes(id))
  );
}

async function linesOfFile(path: string): Promise<readonly string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  } catch (error) {
    // The failure must be reported even without its log.
    const message = expectedMessage(error);
    return [`${path} could not be read: ${message}.`];
  }
}

function problemLines(problems: readonly HealthProblem[]): readonly string[] {
  if (problems.length === 0) return ['All is well.'];
  return problems.flatMap(({ title, happened, means, todo, quoted }) => [
    `${title}.`,
    `  ${happened}`,
    `  ${means}`,
    `  ${todo}`,
    ...quoted.slice(-20).map((line) => `    ${plainText(line, 300)}`),
  ]);
}

function unixTime(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('seconds since 1970');
  return Number(text);
}
