import type { Command } from 'commander';
import { fetchAll, type FetchedFeed } from '../feeds/fetch-all.ts';
import { detectCopy, detectMessage } from '../feeds/detect-copy.ts';
import { FeedStore } from '../feeds/feed-store.ts';
import { pathOf, readFeedsFile, type PublisherFeedsFile } from '../feeds/read-feeds-file.ts';
import { lockBuild } from '../state/build-lock.ts';
import { StateFolder } from '../state/state-folder.ts';
import { bytesText, pluralize } from '../../node/terminal/numbers.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import { Progress } from '../../node/terminal/progress.ts';
import { CommandFailed, orFail, type Terminal } from '../../node/terminal/terminal.ts';

interface FetchOptions {
  readonly feeds: string;
  readonly state: string;
  readonly detect?: true;
  readonly json?: true;
}

export function addFetch(program: Command, terminal: Terminal): void {
  program
    .command('fetch')
    .description('Fetches the feeds that have an address into the state folder, for a build with --no-fetch.')
    .requiredOption('--feeds <file>', 'feeds.json')
    .requiredOption('--state <folder>', 'the state folder of the channel')
    .option('--detect', 'print the format that the content of each feed shows, local files too')
    .option(
      '--json',
      'print {name, outcome, bytes, failure} a line; with --detect, {name, format, columns, entries, refused, failure}',
    )
    .addHelpText(
      'after',
      '\nAsks only for what has changed, tries again after passing failures, and keeps the last good copy of a feed that\ncannot be had. Exit code 1 if a feed has no copy at all.',
    )
    .action((options: FetchOptions) => fetchFeeds(options, terminal));
}

async function fetchFeeds(options: FetchOptions, terminal: Terminal): Promise<void> {
  const feeds = orFail(await readFeedsFile(options.feeds));
  const { signal } = terminal;
  const lock = orFail(await lockBuild(`${options.state.replace(/[/\\]+$/, '')}.lock`));
  const progress = new Progress();
  let results: readonly FetchedFeed[];
  let detected: readonly DetectedFeed[] = [];
  try {
    const state = await StateFolder.open(options.state);
    results = await fetchAll(feeds, state.path, {
      now: terminal.now(),
      signal,
      onBytes: (name, done, total) => progress.bytes(name, done, total),
    });
    if (options.detect === true) detected = await detectAll(feeds, state.path);
  } finally {
    progress.clear();
    await lock.release();
  }
  for (const feed of detected) {
    await terminal.out(options.json === true ? JSON.stringify(feed) : detectedText(feed));
  }
  if (options.detect === true) return;
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
      'not-due': `not asked again so soon, ${bytesText(bytes ?? 0)}`,
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

interface DetectedFeed {
  readonly name: string;
  /** The format in `feeds.json`; null if missing. */
  readonly stated: string | null;
  readonly format: string | null;
  readonly columns: { readonly entry: string | null } | null;
  /** Counted in the beginning of the feed only. */
  readonly entries: number;
  readonly refused: number;
  readonly firstRefused: readonly {
    readonly line: number;
    readonly text: string;
    readonly because: string;
  }[];
  readonly failure: string | null;
}

async function detectAll(feeds: PublisherFeedsFile, stateFolder: string): Promise<readonly DetectedFeed[]> {
  const found: DetectedFeed[] = [];
  for (const { name, source, format } of feeds.feeds) {
    const stated = feeds.formatless.has(name) ? null : format;
    const store = await FeedStore.open(stateFolder, name);
    const path =
      source.kind === 'file'
        ? pathOf(source.path, feeds)
        : ((await store.candidate(source.url)) ?? (await store.good(source.url)))?.path;
    const nothing = { name, stated, format: null, columns: null, entries: 0, refused: 0, firstRefused: [] };
    if (path === undefined) {
      found.push({ ...nothing, failure: 'there is no copy of it' });
      continue;
    }
    const detected = await detectCopy(path);
    if (!detected.ok) {
      found.push({ ...nothing, failure: detectMessage(detected.failure) });
      continue;
    }
    const { entries, refused, columns } = detected.value;
    found.push({
      name,
      stated,
      format: detected.value.format,
      columns: { entry: columns.entry },
      entries,
      refused,
      firstRefused: detected.value.firstRefused.map(({ line, text, because }) => ({
        line,
        text: plainText(text),
        because,
      })),
      failure: null,
    });
  }
  return found;
}

function detectedText({
  name,
  stated,
  format,
  columns,
  entries,
  refused,
  firstRefused,
  failure,
}: DetectedFeed): string {
  if (format === null) return `${plainText(name)}: ${failure ?? ''}`;
  const column = columns?.entry === null || columns === null ? '' : `, column "${plainText(columns.entry)}"`;
  const differs = stated === null || stated === format ? '' : `, but feeds.json says ${stated}`;
  const lines = firstRefused.map(({ line, text, because }) => `  line ${line}, ${because}: ${text}`);
  const total = `${pluralize(entries, 'entry', 'entries')} and ${pluralize(refused, 'refused line')} at its beginning`;
  return [`${plainText(name)}: ${format}${column}${differs}; ${total}`, ...lines].join('\n');
}
