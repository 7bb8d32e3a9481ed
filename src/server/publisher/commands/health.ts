import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { PUBLIC_KEY_HELP, PUBLIC_KEY_OPTION, rootKeyOf } from '../../node/channel/channel-option.ts';
import { linesOf } from '../../node/terminal/input-lines.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import { CommandFailed, orFail, type Terminal } from '../../node/terminal/terminal.ts';
import { systemMessage } from '../../node/explained-failure.ts';
import { readFeedsFile } from '../feeds/read-feeds-file.ts';
import { channelHealth } from '../health/channel-health.ts';
import type { HealthProblem } from '../health/health-problem.ts';
import { readHealthState, saveHealthState } from '../health/health-state.ts';
import { addMonth } from '../health/history-page.ts';
import { githubIssues, gitlabIssues, type IssueTracker } from '../health/issue-tracker.ts';
import { writeIssue } from '../health/write-issue.ts';
import { StateFolder } from '../state/state-folder.ts';

interface HealthOptions {
  readonly feeds: string;
  readonly state: string;
  readonly published: string;
  readonly publicKey?: string;
  readonly failed?: string;
  readonly lastChange?: number;
  readonly history?: string;
  readonly github?: string;
  readonly gitlab?: string;
  readonly json?: true;
}

export function addHealth(program: Command, terminal: Terminal): void {
  program
    .command('health')
    .description(
      'Says what a channel needs a person for: a failed job, dead feeds, ending keys, wrong files online.',
    )
    .requiredOption('--feeds <file>', 'feeds.json')
    .requiredOption('--state <folder>', 'the state folder of the channel')
    .requiredOption('--published <url>', 'where the channel is online')
    .option(PUBLIC_KEY_OPTION, PUBLIC_KEY_HELP)
    .option('--failed <file>', 'the job failed, and this is what it said; the last lines are quoted')
    .addOption(
      new Option(
        '--last-change <time>',
        'Unix time of the last commit, where jobs of a quiet repository are switched off',
      ).argParser(unixTime),
    )
    .option('--history <file>', 'add a line a month to this page')
    .addOption(
      new Option('--github <url>', 'keep an issue there; the token is read from standard input').conflicts(
        'gitlab',
      ),
    )
    .option('--gitlab <url>', 'as --github')
    .option('--json', 'print {problems}')
    .addHelpText(
      'after',
      `
With --github or --gitlab one issue says what is wrong, is kept up to date and closed when all is well: exit code 0. The
addresses are those of the interface: https://api.github.com/repos/NAME/REPOSITORY, https://gitlab.com/api/v4/projects/1.
Without them exit code 1 says that there is a problem.`,
    )
    .action((options: HealthOptions) => health(options, terminal));
}

async function health(options: HealthOptions, terminal: Terminal): Promise<void> {
  const tracker = await trackerOf(options, terminal);
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
  if (tracker === null) {
    await saveHealthState(state.path, after);
    if (problems.length > 0)
      throw new CommandFailed({ kind: 'unwell', message: 'The channel needs somebody.' });
    return;
  }
  const issue = await writeIssue(tracker, problems, before.issue);
  await saveHealthState(state.path, issue.ok ? { ...after, issue: issue.value } : after);
  // Without problems, only an old issue stays open; the next run retries.
  if (!issue.ok && problems.length === 0) terminal.note(issue.failure.message);
  else orFail(issue);
}

async function trackerOf(
  { github, gitlab }: HealthOptions,
  terminal: Terminal,
): Promise<IssueTracker | null> {
  const address = github ?? gitlab;
  if (address === undefined) return null;
  if (!isSafe(address))
    throw new CommandFailed({
      kind: 'unsafe-address',
      message: `${plainText(address)} is no https address: the token would be sent so that others can read it.`,
    });
  let token = '';
  for await (const line of linesOf(terminal.input)) token ||= line.trim();
  if (token === '')
    throw new CommandFailed({ kind: 'no-token', message: 'There is no token on standard input.' });
  return github === undefined ? gitlabIssues(address, token) : githubIssues(address, token);
}

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(hostname));
}

async function linesOfFile(path: string): Promise<readonly string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  } catch (error) {
    // The failure must be reported even without its log.
    const message = systemMessage(error);
    if (message === null) throw error;
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
