import type { Command } from 'commander';
import { fetchAll, type FetchedFeed } from '../feeds/fetch-all.ts';
import { readFeedsFile } from '../feeds/read-feeds-file.ts';
import { lockBuild } from '../state/build-lock.ts';
import { StateFolder } from '../state/state-folder.ts';
import { bytesText } from '../terminal/numbers.ts';
import { plainText } from '../terminal/plain-text.ts';
import { Progress } from '../terminal/progress.ts';
import { CommandFailed, orFail, type Terminal } from '../terminal/terminal.ts';

interface FetchOptions {
  readonly feeds: string;
  readonly state: string;
  readonly json?: true;
}

export function addFetch(program: Command, terminal: Terminal): void {
  program
    .command('fetch')
    .description('Fetches the feeds that have an address into the state folder, for a build with --no-fetch.')
    .requiredOption('--feeds <file>', 'feeds.json')
    .requiredOption('--state <folder>', 'the state folder of the channel')
    .option('--json', 'print {name, outcome, bytes, failure} a line')
    .addHelpText(
      'after',
      '\nAsks only for what has changed, tries again after passing failures, and keeps the last good copy of a feed that\ncannot be had. Exit code 1 if a feed has no copy at all.',
    )
    .action((options: FetchOptions) => fetchFeeds(options, terminal));
}

async function fetchFeeds(options: FetchOptions, terminal: Terminal): Promise<void> {
  const feeds = orFail(await readFeedsFile(options.feeds));
  const lock = orFail(await lockBuild(`${options.state.replace(/[/\\]+$/, '')}.lock`));
  const progress = new Progress();
  let results: readonly FetchedFeed[];
  try {
    const state = await StateFolder.open(options.state);
    results = await fetchAll(feeds, state.path, {
      now: terminal.now(),
      signal: terminal.signal,
      onBytes: (name, done, total) => progress.bytes(name, done, total),
    });
  } finally {
    progress.clear();
    await lock.release();
  }
  for (const { name, outcome, hasCopy } of results) {
    const bytes = outcome.kind === 'failed' ? null : outcome.copy.bytes;
    const failure = outcome.kind === 'failed' ? outcome.failure.message : null;
    if (options.json === true) {
      await terminal.out(JSON.stringify({ name, outcome: outcome.kind, bytes, failure }));
      continue;
    }
    const kept = hasCopy ? 'the last copy is kept' : 'there is no copy of it';
    const text = {
      fetched: `fetched, ${bytesText(bytes ?? 0)}`,
      'not-modified': `not changed, ${bytesText(bytes ?? 0)}`,
      failed: `could not be fetched: ${failure ?? ''}; ${kept}`,
    }[outcome.kind];
    await terminal.out(`${plainText(name)}: ${text}`);
  }
  const missing = results.filter(({ hasCopy }) => !hasCopy);
  if (missing.length > 0) {
    throw new CommandFailed({
      kind: 'feed-unreadable',
      message: `No copy of ${missing.map(({ name }) => `"${plainText(name)}"`).join(', ')}.`,
    });
  }
}
