import type { Command } from 'commander';
import { linesOf } from '../../node/terminal/input-lines.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import { pluralize } from '../../node/terminal/numbers.ts';
import { CommandFailed, orFail, type Terminal } from '../../node/terminal/terminal.ts';
import { initChannel } from '../init/init-channel.ts';

interface InitOptions {
  readonly name?: string;
  readonly repository?: string;
  readonly json?: true;
}

/** What an index accepts, in UTF-16 units. */
const MAX_NAME_LENGTH = 64;

export function addInit(program: Command, terminal: Terminal): void {
  program
    .command('init')
    .description('Makes a channel of your own: keys, free feeds, jobs that keep it up to date, a README.')
    .argument('<folder>', 'an empty folder, or one that is to be made: the repository of the channel')
    .option('--name <name>', 'name of the channel; asked for without it')
    .option('--repository <owner/name>', 'where it will be at GitHub, for its README')
    .option('--json', 'print {folder, rootKeyFile, rootKey, feeds}')
    .action((folder: string, options: InitOptions) => init(folder, options, terminal));
}

async function init(folder: string, options: InitOptions, terminal: Terminal): Promise<void> {
  const name = (options.name ?? (await promptForName(terminal))).trim();
  if (name === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name)) {
    throw new CommandFailed({
      kind: 'bad-name',
      message: `A channel's name has 1 to ${MAX_NAME_LENGTH} characters, in one line.`,
    });
  }
  const made = orFail(await initChannel(folder, name, terminal.now(), repositoryOf(options.repository)));
  if (options.json === true) {
    await terminal.out(JSON.stringify(made));
    return;
  }
  const { rootKeyFile, feeds, hasCommand } = made;
  const next = [
    `1. Move ${rootKeyFile} to a machine or a stick that is not online. It signs nothing but the list of keys, once a year.`,
    `2. ${folder}/README.md says how to publish: push the folder, give the job the content of snapshot-key.json as its secret SPAMLIGHT_KEY.`,
    `3. ${folder}/feeds.json has ${pluralize(feeds, 'free list')}; more are in it with "enabled": false, for you to read their terms.`,
    ...(hasCommand ? [] : [`4. Put spamlight.mjs (npm run build leaves it in dist/cli) into ${folder}.`]),
  ];
  await terminal.out(`Made the channel "${name}" in ${folder}.`);
  for (const line of next) await terminal.out(line);
}

function repositoryOf(text: string | undefined): { readonly owner: string; readonly name: string } | null {
  if (text === undefined) return null;
  const [, owner, name] = /^([A-Za-z0-9-]{1,39})\/([A-Za-z0-9._-]{1,100})$/.exec(text) ?? [];
  if (owner !== undefined && name !== undefined) return { owner, name };
  throw new CommandFailed({
    kind: 'bad-repository',
    message: `${plainText(text)} is no repository at GitHub: it is written OWNER/NAME.`,
  });
}

async function promptForName(terminal: Terminal): Promise<string> {
  terminal.note('Name of the channel:');
  for await (const line of linesOf(terminal.input)) return line;
  return '';
}
