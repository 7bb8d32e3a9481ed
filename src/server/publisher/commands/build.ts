import { InvalidArgumentError, Option, type Command } from 'commander';
import { buildChannel } from '../build/build-channel.ts';
import type { ChangedEntries, Listing } from '../build/entries/changed-entries.ts';
import { MAX_FALSE_POSITIVE_RATE, MAX_UINT32 } from '../../../core/snapshot/snapshot.ts';
import { readFeedsFile } from '../feeds/read-feeds-file.ts';
import { readKeyFile } from '../../node/keys/key-file.ts';
import type { BuildReport } from '../report/build-report.ts';
import { bytesText, pluralize, countText, durationText, timeText } from '../../node/terminal/numbers.ts';
import { defanged, plainText } from '../../node/terminal/plain-text.ts';
import { Progress } from '../../node/terminal/progress.ts';
import { keyPlaceWarning } from '../keys/key-place.ts';
import { orFail, type Terminal } from '../../node/terminal/terminal.ts';

interface BuildOptions {
  readonly feeds: string;
  readonly out: string;
  readonly key: string;
  readonly state?: string;
  readonly published?: string;
  readonly threads?: number;
  readonly fetch: boolean;
  readonly ifChanged?: true;
  readonly allowShrink?: true;
  readonly allowEarlier?: true;
  readonly dryRun?: true;
  readonly plannedEntries?: number;
  readonly falsePositiveRate?: number;
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
      'a file from "spamlight keygen" with a snapshot key and the list that names it; - for standard input',
    )
    .option(
      '--state <folder>',
      'what a build keeps for the next one (default: beside the channel); never serve it',
    )
    .option(
      '--published <url>',
      'where the channel is online. A build into an empty or older folder continues from there; scheduled jobs need this',
    )
    .option(
      '--no-fetch',
      'take feeds that have an address from the state folder ("spamlight fetch" puts them there)',
    )
    .addOption(
      new Option(
        '--threads <count>',
        'worker threads; 0 for none (default: one for each core, if there is enough to read)',
      ).argParser((text) => {
        const count = Number(text);
        if (!Number.isInteger(count) || count < 0 || count > 64) throw new InvalidArgumentError('0 to 64');
        return count;
      }),
    )
    .option(
      '--if-changed',
      'publish only what has changed, and an unchanged list every 45 minutes: for builds every few minutes',
    )
    .option('--dry-run', 'name the entries that would be added and removed, and publish nothing')
    .addOption(
      new Option(
        '--planned-entries <n>',
        'number of entries to plan fingerprints for (default: a quarter more than there are). Each doubling costs one bit an entry',
      ).argParser(plannedEntries),
    )
    .addOption(
      new Option(
        '--false-positive-rate <p>',
        'share of unlisted expressions that may be taken for listed, at most 2^-30 (the default). Each halving costs one bit an entry',
      ).argParser(falsePositiveRate),
    )
    .option('--allow-shrink', 'publish even if more than half of the published entries would be removed')
    .option(
      '--allow-earlier',
      'publish although the last publication has a later date, because its clock was ahead',
    )
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
The channel changes only when everything has succeeded; its index is written last. A feed that cannot be read, and of
which no last good copy is kept, ends the build with exit code 1. What was refused, and why, is in report/<serial>.`,
    )
    .action((options: BuildOptions) => build(options, terminal));
}

async function build(options: BuildOptions, terminal: Terminal): Promise<void> {
  const feeds = orFail(await readFeedsFile(options.feeds));
  for (const { path, message } of feeds.warnings) terminal.note(`${options.feeds}: ${path} ${message}`);
  const keys = orFail(await readKeyFile(options.key));
  const warning = await keyPlaceWarning(options.key);
  if (warning !== null) terminal.note(warning);
  const progress = new Progress();
  try {
    const built = orFail(
      await buildChannel({
        feeds,
        keys,
        keyFileName: options.key,
        channelFolder: options.out,
        stateFolder: options.state ?? null,
        publishedAt: options.published ?? null,
        threads: options.threads ?? null,
        fetches: options.fetch,
        isDryRun: options.dryRun === true,
        onlyIfChanged: options.ifChanged === true,
        plannedEntries: options.plannedEntries ?? null,
        falsePositiveRate: options.falsePositiveRate ?? null,
        allowsShrinking: options.allowShrink === true,
        allowsEarlier: options.allowEarlier === true,
        now: terminal.now(),
        signal: terminal.signal,
        progress,
      }),
    );
    progress.clear();
    for (const one of built.warnings) terminal.note(one);
    if (!('report' in built)) {
      const { serial, publishedAt } = built;
      await terminal.out(
        options.json === true
          ? JSON.stringify({ unchanged: true, serial, publishedAt })
          : `Nothing has changed: serial ${serial} of ${timeText(publishedAt)} stays.`,
      );
      return;
    }
    const { report, changedEntries } = built;
    if (options.json === true) {
      await terminal.out(JSON.stringify(changedEntries === null ? report : { ...report, changedEntries }));
      return;
    }
    const last =
      changedEntries === null
        ? [`  report/${report.serial}.html says what was refused, and why.`]
        : [...changedLines(changedEntries), '  This was a dry run: nothing was published.'];
    for (const line of [...reportLines(report), ...last]) await terminal.out(line);
  } finally {
    progress.clear();
  }
}

function reportLines(report: BuildReport): readonly string[] {
  const { added, removed } = report.changes;
  const changes =
    added === null || removed === null ? '' : `, ${countText(added)} new, ${countText(removed)} gone`;
  const lines = [
    `Serial ${report.serial} of "${plainText(report.channel)}": ${pluralize(report.entries, 'entry', 'entries')}${changes}, ${bytesText(report.bytes)}, in ${durationText(report.tookSeconds * 1000)}.`,
  ];
  for (const feed of report.feeds) {
    const refused = feed.dropped.filter(({ by }) => by === 'line').reduce((sum, { count }) => sum + count, 0);
    const guarded = feed.dropped
      .filter(({ by }) => by === 'guard')
      .reduce((sum, { count }) => sum + count, 0);
    const parts = [
      pluralize(feed.entries, 'entry', 'entries'),
      ...(refused === 0 ? [] : [`${pluralize(refused, 'line')} refused`]),
      ...(guarded === 0 ? [] : [`${countText(guarded)} dropped by guards`]),
      ...(feed.copy === 'last-good' ? ['from the last good copy'] : []),
    ];
    lines.push(`  ${plainText(feed.name)}: ${parts.join(', ')}`);
    for (const remark of feed.remarks) lines.push(`    ${plainText(remark)}`);
  }
  if (report.ownChanges !== null) {
    const { name, added, removed: off, dropped } = report.ownChanges;
    const guarded = dropped.length === 0 ? '' : `, ${countText(dropped.length)} dropped by guards`;
    lines.push(
      `  ${plainText(name)}: ${pluralize(added, 'change adds', 'changes add')}, ${countText(off)} taken off${guarded}`,
    );
  }
  if (report.deltasLeftOut > 0) {
    lines.push(
      `  ${pluralize(report.deltasLeftOut, 'delta')} found no room in the index: clients so far behind fetch everything. Fewer feeds make room, or shorter names, licences and contacts of theirs.`,
    );
  }
  const { excluded } = report.knownGood;
  if (excluded.length > 0) {
    const some = excluded.slice(0, 5).map(({ expression }) => expression);
    const more = excluded.length > some.length ? ', …' : '';
    lines.push(`  ${pluralize(excluded.length, 'known good site')} excluded: ${some.join(', ')}${more}`);
  }
  lines.push(costLine(report));
  return lines;
}

/** Per kind of change; `--json` prints all. */
const NAMED_ON_TERMINAL = 20;

function changedLines(changed: ChangedEntries): readonly string[] {
  const { added, removed, moved, removedWithoutName, unnamed } = changed;
  const lines = [
    ...named('would come', added, ({ entry, ...listing }) => `+ ${defanged(entry)} ${listingText(listing)}`),
    ...named('would go', removed, ({ entry, ...listing }) => `- ${defanged(entry)} ${listingText(listing)}`),
    ...named(
      'would change',
      moved,
      ({ entry, before, ...listing }) =>
        `~ ${defanged(entry)} ${listingText(before)} to ${listingText(listing)}`,
    ),
  ];
  if (removedWithoutName > 0)
    lines.push(
      `  ${pluralize(removedWithoutName, 'entry', 'entries')} would go of which no copy that is kept has the name.`,
    );
  if (unnamed > 0) lines.push(`  ${pluralize(unnamed, 'change')} more.`);
  return lines;
}

function named<One>(what: string, list: readonly One[], line: (one: One) => string): readonly string[] {
  if (list.length === 0) return [];
  const more = list.length - NAMED_ON_TERMINAL;
  return [
    `  ${pluralize(list.length, 'entry', 'entries')} ${what}:`,
    ...list.slice(0, NAMED_ON_TERMINAL).map((one) => `    ${line(one)}`),
    ...(more > 0 ? [`    and ${countText(more)} more; --json names them`] : []),
  ];
}

function listingText({ category, level }: Listing): string {
  return `(${category}, ${level})`;
}

function plannedEntries(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > MAX_UINT32)
    throw new InvalidArgumentError('1 to 4294967295');
  return count;
}

/** A fingerprint has at most 64 bits, too few for a lower rate with many entries. */
const LEAST_FALSE_POSITIVE_RATE = 2 ** -40;

function falsePositiveRate(text: string): number {
  const rate = Number(text);
  if (!(rate >= LEAST_FALSE_POSITIVE_RATE && rate <= MAX_FALSE_POSITIVE_RATE))
    throw new InvalidArgumentError('9.1e-13 (2^-40) to 9.3e-10 (2^-30)');
  return rate;
}

function costLine({ epoch, entries, bytes, addedBytes }: BuildReport): string {
  const bits = entries === 0 ? 0 : ((bytes - addedBytes) * 8) / entries;
  return (
    `  False-positive rate ${epoch.falsePositiveRate.toExponential(1)}, planned for ${pluralize(epoch.plannedEntries, 'entry', 'entries')}: ` +
    `${bits.toFixed(1)} bits an entry; half the rate or twice the plan costs ${bytesText(Math.ceil(entries / 8))} more.`
  );
}
