import { availableParallelism } from 'node:os';
import { stat } from 'node:fs/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { compileFeeds, fitsEpoch, newEpoch, type CompiledFeeds } from '../build/compile-feeds.ts';
import type { FeedCopy } from '../build/read-feeds.ts';
import { publishSnapshot } from '../channel/publish.ts';
import { channelFiles, readBase, readIndex } from '../channel/read-channel.ts';
import { pathOf, readFeedsFile } from '../feeds/read-feeds-file.ts';
import { readHostLists, readPopularLists } from '../guards/host-lists.ts';
import { popularNames } from '../../core/guard/popular-sites.ts';
import { readKeyFile } from '../keys/key-file.ts';
import { decodeProtectedHeader } from 'jose';
import { verifyKeyList } from '../../core/snapshot/verify-index.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { lockBuild } from '../state/build-lock.ts';
import { defaultStateFolder, StateFolder } from '../state/state-folder.ts';
import { bytesText, counted, durationText } from '../terminal/numbers.ts';
import { Progress } from '../terminal/progress.ts';
import { CommandFailed, orFail, type Terminal } from '../terminal/terminal.ts';

interface BuildOptions {
  readonly feeds: string;
  readonly out: string;
  readonly key: string;
  readonly state?: string;
  readonly threads?: number;
  readonly json?: true;
}

export function addBuild(program: Command, terminal: Terminal): void {
  program
    .command('build')
    .description('Builds a snapshot from feeds, signs it and puts it into a channel folder.')
    .requiredOption('--feeds <file>', 'feeds.json: which feeds, and what they are')
    .requiredOption('--out <folder>', 'the channel: static files, for any web server')
    .requiredOption(
      '--key <file>',
      'a file of "spamlight keygen" with a snapshot key and the list that names it',
    )
    .option(
      '--state <folder>',
      'what a build keeps for the next one (default: beside the channel); never serve it',
    )
    .addOption(
      new Option(
        '--threads <count>',
        'worker threads; 0 for none (default: as many as there are cores, if it pays)',
      ).argParser((text) => {
        const count = Number(text);
        if (!Number.isInteger(count) || count < 0 || count > 64) throw new InvalidArgumentError('0 to 64');
        return count;
      }),
    )
    .option('--json', 'print what was built as JSON')
    .action((options: BuildOptions) => build(options, terminal));
}

/** Below this a worker takes longer to start than it saves. */
const MIN_BYTES_FOR_THREADS = 4_000_000;

async function build(options: BuildOptions, terminal: Terminal): Promise<void> {
  const startedAt = performance.now();
  const now = terminal.now();
  const file = orFail(await readFeedsFile(options.feeds));
  for (const { path, message } of file.warnings) terminal.note(`${options.feeds}: ${path} ${message}`);
  const toPath = (path: string): string => pathOf(path, file);
  const popular = orFail(await readPopularLists(file.popular.map(toPath)));
  const knownGood = [
    ...popularNames(),
    ...popular,
    ...orFail(await readHostLists(file.knownGood.map(toPath))),
  ];
  const keys = orFail(await readKeyFile(options.key));
  const { snapshot: snapshotKey, keyList } = keys;
  if (snapshotKey === null || keyList === null) {
    throw new CommandFailed({
      kind: 'no-snapshot-key',
      message: `${options.key} lacks ${snapshotKey === null ? 'a snapshot key' : 'the signed list of snapshot keys'}; "spamlight keygen --help" says how to make one.`,
    });
  }
  const rootKey = decodeProtectedHeader(keyList).kid ?? '';
  const list = await verifyKeyList(keyList, { rootKeys: [rootKey], channel: null, minKeyListNumber: 0 }, now);
  if (!list.ok) {
    throw new CommandFailed({
      kind: 'bad-key-list',
      message: `The key list in ${options.key} cannot be used (${list.failure.kind}).`,
    });
  }
  if (!list.value.keys.some(({ kid }) => kid === snapshotKey.kid)) {
    throw new CommandFailed({
      kind: 'bad-key-list',
      message: `The key list in ${options.key} does not name its snapshot key.`,
    });
  }
  const stateFolder = options.state ?? defaultStateFolder(options.out);
  const lock = orFail(await lockBuild(`${options.out.replace(/[/\\]+$/, '')}.lock`));
  const progress = new Progress();
  try {
    const state = await StateFolder.open(stateFolder);
    const history = await state.history();
    const files = channelFiles(options.out);
    const previousIndex = await readIndex(files, rootKey, now);
    let previous: Snapshot | null = null;
    if (previousIndex.ok) previous = orFail(await readBase(files, previousIndex.value.index));
    else if (previousIndex.failure.kind !== 'no-channel') throw new CommandFailed(previousIndex.failure);

    const copies: FeedCopy[] = file.feeds.map((feed, slot) => ({
      slot,
      feed,
      path: feed.source.kind === 'file' ? pathOf(feed.source.path, file) : '',
    }));
    let totalBytes = 0;
    for (const { path } of copies) totalBytes += (await stat(path).catch(() => ({ size: 0 }))).size;
    const threads = options.threads ?? (totalBytes < MIN_BYTES_FOR_THREADS ? 0 : availableParallelism());
    let done = 0;
    const compile = (epoch: Snapshot['epoch']): Promise<CompiledFeeds> =>
      compileFeeds({
        feeds: copies.map((copy) => [copy]),
        epoch,
        guards: { popular, exclusions: file.exclusions, now },
        weights: file.weights,
        knownGood,
        threads,
        totalBytes,
        isFit: ({ kind }) => kind === 'read',
        isCurrent: () => true,
        onBytes: (bytes) => progress.bytes('Reading feeds', (done += bytes), 0),
      });
    const isOld = previous !== null && now - previous.epoch.startedAt >= file.publication.epochDays * 86_400;
    let epoch =
      previous === null || isOld
        ? newEpoch(previous === null ? totalBytes / 8 : count(previous), now)
        : previous.epoch;
    let compiled = await compile(epoch);
    if (!fitsEpoch(compiled.sections)) {
      epoch = newEpoch(compiled.merged.totals.entries, now);
      compiled = await compile(epoch);
    }
    progress.clear();
    for (const outcome of compiled.outcomes) {
      if (outcome.kind === 'failed') {
        throw new CommandFailed({
          kind: 'feed-unreadable',
          message: `Feed "${outcome.copy.feed.name}" (${outcome.copy.path}) cannot be read: ${outcome.failure.message}. The channel was not changed.`,
        });
      }
    }
    const serial = Math.max(previous?.serial ?? 0, history.at(-1)?.serial ?? 0) + 1;
    const snapshot: Snapshot = {
      serial,
      publishedAt: now,
      epoch,
      sections: compiled.sections,
      exclusions: compiled.knownGood.exclusions,
      opaque: [],
    };
    const published = orFail(
      await publishSnapshot({
        channelFolder: options.out,
        state,
        snapshot,
        channel: list.value.channel,
        refreshAfter: file.publication.refreshAfter,
        expiresAfter: file.publication.expiresAfter,
        sources: copies.map(({ feed, slot }) => ({
          name: feed.name,
          licence: feed.licence,
          entries: compiled.merged.totals.bySlot[slot] ?? 0,
          fetchedAt: now,
          ...(feed.contact === null ? {} : { contact: feed.contact }),
        })),
        snapshotKey,
        keyList,
        history,
        feedEntries: {},
        reports: () => new Map(),
      }),
    );
    const { index } = published;
    const entries = compiled.merged.totals.entries;
    if (options.json === true) {
      await terminal.out(JSON.stringify({ serial, publishedAt: now, entries, bytes: index.base.bytes }));
      return;
    }
    await terminal.out(
      `Serial ${serial}: ${counted(entries, 'entry', 'entries')}, ${bytesText(index.base.bytes)}, in ${durationText(performance.now() - startedAt)}`,
    );
  } finally {
    progress.clear();
    await lock.release();
  }
}

function count(snapshot: Snapshot): number {
  return snapshot.sections.reduce((sum, { fingerprints }) => sum + fingerprints.high.length, 0);
}
