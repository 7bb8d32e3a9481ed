import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { decodeSnapshot } from '../../../core/snapshot/decode-snapshot.ts';
import { compareSections, type SectionName, type Snapshot } from '../../../core/snapshot/snapshot.ts';
import { countChanges } from '../build/entries/fingerprints.ts';
import { openChannel } from '../../node/channel/read-channel.ts';
import { expectedMessage } from '../../node/explained-failure.ts';
import { countText } from '../../node/terminal/numbers.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import { CommandFailed, orFail, type Terminal } from '../../node/terminal/terminal.ts';
import { PUBLIC_KEY_HELP, PUBLIC_KEY_OPTION, rootKeyOf } from '../../node/channel/channel-option.ts';
import { isFile } from '../../node/is-file.ts';
import { alignedRows } from '../../node/terminal/aligned-rows.ts';

/** `added` and `removed` are null if epochs differ. */
interface SectionDifference extends SectionName {
  readonly before: number;
  readonly after: number;
  readonly added: number | null;
  readonly removed: number | null;
}

interface DiffOptions {
  readonly publicKey?: string;
  readonly json?: true;
}

export function addDiff(program: Command, terminal: Terminal): void {
  program
    .command('diff')
    .description('Prints the entries that were added and removed between two snapshots.')
    .argument('<a>', 'the older snapshot: a channel (folder or URL) or a base file (.slb)')
    .argument('<b>', 'the newer snapshot, in the same forms')
    .option(PUBLIC_KEY_OPTION, PUBLIC_KEY_HELP)
    .option('--json', 'print it as JSON')
    .action((a: string, b: string, options: DiffOptions) => diff(a, b, options, terminal));
}

async function diff(a: string, b: string, options: DiffOptions, terminal: Terminal): Promise<void> {
  const before = await snapshotOf(a, options, terminal);
  const after = await snapshotOf(b, options, terminal);
  const isSameEpoch = Buffer.compare(before.epoch.key, after.epoch.key) === 0;
  const sections = differences(before, after, isSameEpoch);
  if (options.json === true) {
    await terminal.out(
      JSON.stringify({ from: before.serial, to: after.serial, sameEpoch: isSameEpoch, sections }),
    );
    return;
  }
  await terminal.out(`From serial ${before.serial} to ${after.serial}`);
  if (!isSameEpoch) await terminal.out('The epochs differ: only totals can be compared.');
  const rows = [...sections, totalOf(sections)].map(({ name, ...row }) => [
    name,
    countText(row.before),
    countText(row.after),
    row.added === null ? '' : `+${countText(row.added)}`,
    row.removed === null ? '' : `−${countText(row.removed)}`,
  ]);
  for (const line of alignedRows([['section', 'before', 'after', 'in', 'out'], ...rows], 1))
    await terminal.out(line);
}

type Row = Pick<SectionDifference, 'before' | 'after' | 'added' | 'removed'> & { readonly name: string };

function totalOf(sections: readonly Row[]): Row {
  const sum = (pick: (row: Row) => number | null): number | null =>
    sections.reduce<number | null>((total, row) => {
      const value = pick(row);
      return total === null || value === null ? null : total + value;
    }, 0);
  return {
    name: 'all',
    before: sum((row) => row.before) ?? 0,
    after: sum((row) => row.after) ?? 0,
    added: sum((row) => row.added),
    removed: sum((row) => row.removed),
  };
}

function differences(
  before: Snapshot,
  after: Snapshot,
  isSameEpoch: boolean,
): readonly (SectionDifference & Row)[] {
  const names = new Map<string, SectionName>();
  for (const section of [...before.sections, ...after.sections]) names.set(sectionTitle(section), section);
  return [...names]
    .sort(([, a], [, b]) => compareSections(a, b))
    .map(([title, { kind, category, action, group }]) => {
      const was = before.sections.find((section) => sectionTitle(section) === title)?.fingerprints ?? NONE;
      const is = after.sections.find((section) => sectionTitle(section) === title)?.fingerprints ?? NONE;
      const changes = isSameEpoch ? countChanges(was, is) : null;
      return {
        name: title,
        kind,
        category,
        action,
        group,
        before: was.high.length,
        after: is.high.length,
        added: changes?.added ?? null,
        removed: changes?.removed ?? null,
      };
    });
}

const NONE = { high: new Uint32Array(0), low: new Uint32Array(0) };

function sectionTitle({ kind, category, action, group }: SectionName): string {
  return `${kind} ${category} ${action}, ${plainText(group)}`;
}

async function snapshotOf(
  location: string,
  { publicKey }: DiffOptions,
  terminal: Terminal,
): Promise<Snapshot> {
  if (!(await isFile(location))) {
    const rootKey = await rootKeyOf(publicKey, location);
    return orFail(await openChannel(location, rootKey, terminal.now())).snapshot;
  }
  try {
    const decoded = decodeSnapshot(new Uint8Array(await readFile(location)));
    if (decoded.ok) return decoded.value;
    throw new CommandFailed({
      kind: 'damaged',
      message: `${location} is no base file that can be read (${decoded.failure.kind}).`,
    });
  } catch (error) {
    const message = expectedMessage(error);
    throw new CommandFailed({ kind: 'unreadable', message: `${location} could not be read: ${message}.` });
  }
}
