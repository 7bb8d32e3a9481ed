import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Command } from 'commander';
import { basePath, INDEX_PATH, type ChannelIndex } from '../../../core/snapshot/channel-index.ts';
import { acceptedRows } from '../../../core/evidence/combine-tables.ts';
import { inspectSnapshot } from '../../../core/snapshot/decode-snapshot.ts';
import type { SnapshotLayout } from '../../../core/snapshot/snapshot-layout.ts';
import { OPAQUE_LIMITS, reviewedGroups } from '../../../core/snapshot/opaque-sections.ts';
import { falsePositiveRateOfSections, type SectionName } from '../../../core/snapshot/snapshot.ts';
import { decodeWordModel } from '../../../core/words/word-model.ts';
import { channelFiles, readIndex } from '../../node/channel/read-channel.ts';
import { bytesText, countText, shareText, timeText } from '../../node/terminal/numbers.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import { CommandFailed, orFail, type Terminal } from '../../node/terminal/terminal.ts';
import { rootKeyOf, PUBLIC_KEY_HELP, PUBLIC_KEY_OPTION } from '../../node/channel/channel-option.ts';
import { isFile } from '../../node/is-file.ts';

/** The output of `inspect --json`. */
export interface InspectedSnapshot {
  readonly serial: number;
  /** Unix seconds. */
  readonly publishedAt: number;
  readonly entries: number;
  /** Of the base file. */
  readonly bytes: number;
  /** Without what was added to the entries. */
  readonly bitsPerEntry: number;
  /** Share of unlisted expressions that are taken for listed. */
  readonly falsePositiveRate: number;
  readonly sections: readonly (SectionName & {
    readonly entries: number;
    readonly fingerprintBits: number;
    readonly bytes: number;
  })[];
  /** Evidence tables, word models, reviewed sources, and sections of unknown kinds. */
  readonly added: readonly AddedSection[];
  readonly deltas: readonly { readonly from: number; readonly to: number; readonly bytes: number }[];
}

export interface AddedSection {
  readonly name: string;
  readonly bytes: number;
  /** Null unless this is an accepted `tables/1`. */
  readonly rows: number | null;
  /** Null unless this is an accepted `model/1`. */
  readonly words: number | null;
  readonly bins: number | null;
  /** Null unless this is an accepted `reviewed/1`. */
  readonly groups: readonly string[] | null;
  /** Why readers ignore it; null if they accept it, or do not know it. */
  readonly refused: string | null;
}

interface InspectOptions {
  readonly publicKey?: string;
  readonly json?: true;
}

export function addInspect(program: Command, terminal: Terminal): void {
  program
    .command('inspect')
    .description('Prints what a channel or a base file contains.')
    .argument('<folder-or-file>', 'a channel (folder or URL), or a base file (.slb)')
    .option(PUBLIC_KEY_OPTION, PUBLIC_KEY_HELP)
    .option('--json', 'print it as JSON')
    .action((location: string, options: InspectOptions) => inspect(location, options, terminal));
}

async function inspect(given: string, options: InspectOptions, terminal: Terminal): Promise<void> {
  const location = basename(given) === INDEX_PATH ? dirname(given) : given;
  const { bytes, index } = (await isFile(location))
    ? await baseFile(location)
    : await channelBase(location, options, terminal);
  const inspected = inspectBytes(bytes, index, location);
  if (options.json === true) {
    await terminal.out(JSON.stringify(inspected));
    return;
  }
  await terminal.out(`Serial ${inspected.serial}, published ${timeText(inspected.publishedAt)}`);
  await terminal.out(
    `${countText(inspected.entries)} entries in ${bytesText(inspected.bytes)}: ${inspected.bitsPerEntry.toFixed(2)} bits an entry; ${inspected.falsePositiveRate.toExponential(2)} false positives an expression`,
  );
  for (const section of inspected.sections) {
    const share = shareText(inspected.entries === 0 ? 0 : section.entries / inspected.entries);
    await terminal.out(
      `  ${section.kind} ${section.category} ${section.action}, ${plainText(section.group)}: ${countText(section.entries)} entries (${share}), ${section.fingerprintBits} bits, ${bytesText(section.bytes)}`,
    );
  }
  for (const section of inspected.added) await terminal.out(`  ${addedText(section)}`);
  for (const { from, to, bytes: size } of inspected.deltas) {
    await terminal.out(`  delta from ${from} to ${to}: ${bytesText(size)}`);
  }
}

function addedText({ name, bytes, rows, words, bins, groups, refused }: AddedSection): string {
  const what =
    refused !== null
      ? `left out by readers: ${refused}`
      : rows !== null
        ? `${countText(rows)} ${rows === 1 ? 'row' : 'rows'} for the tables of evidence`
        : words !== null
          ? `a model of ${countText(words)} words in ${countText(bins ?? 0)} bins`
          : groups !== null
            ? `reviewed sources: ${groups.map((group) => plainText(group)).join(', ')}`
            : 'of a kind that this version does not read';
  return `${plainText(name)}: ${what}, ${bytesText(bytes)}`;
}

interface BaseBytes {
  readonly bytes: Uint8Array;
  readonly index: ChannelIndex | null;
}

async function baseFile(path: string): Promise<BaseBytes> {
  return { bytes: new Uint8Array(await readFile(path)), index: null };
}

async function channelBase(
  location: string,
  { publicKey }: InspectOptions,
  terminal: Terminal,
): Promise<BaseBytes> {
  const files = channelFiles(location);
  const { index } = orFail(await readIndex(files, await rootKeyOf(publicKey, location), terminal.now()));
  const bytes = orFail(await files.read(basePath(index.base.serial), index.base.bytes));
  return { bytes, index };
}

function inspectBytes(bytes: Uint8Array, index: ChannelIndex | null, location: string): InspectedSnapshot {
  const layout = inspectSnapshot(bytes);
  if (!layout.ok) {
    throw new CommandFailed({
      kind: 'damaged',
      message: `${location} is no base file that can be read (${layout.failure.kind}).`,
    });
  }
  const { serial, publishedAt } = layout.value;
  const sections = layout.value.sections.map(
    ({ kind, category, action, group, entryCount, fingerprintBits, byteLength }) => ({
      kind,
      category,
      action,
      group,
      entries: entryCount,
      fingerprintBits,
      bytes: byteLength,
    }),
  );
  const entries = sections.reduce((sum, section) => sum + section.entries, 0);
  const addedBytes = layout.value.opaque.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return {
    serial,
    publishedAt,
    entries,
    bytes: bytes.length,
    bitsPerEntry: entries === 0 ? 0 : ((bytes.length - addedBytes) * 8) / entries,
    falsePositiveRate: falsePositiveRateOfSections(sections),
    sections,
    added: addedSections(bytes, layout.value.opaque),
    deltas: (index?.deltas ?? []).map((delta) => ({ from: delta.from, to: delta.to, bytes: delta.bytes })),
  };
}

/** These sections are the last of the file. */
function addedSections(file: Uint8Array, opaque: SnapshotLayout['opaque']): readonly AddedSection[] {
  let at = file.length - opaque.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return opaque.map(({ name, byteLength }) => {
    const bytes = file.subarray(at, at + byteLength);
    at += byteLength;
    return { name, bytes: byteLength, ...heldBy(name, bytes) };
  });
}

const NOT_READ: Omit<AddedSection, 'name' | 'bytes'> = {
  rows: null,
  words: null,
  bins: null,
  groups: null,
  refused: null,
};

function heldBy(name: string, bytes: Uint8Array): Omit<AddedSection, 'name' | 'bytes'> {
  const limit = Object.entries(OPAQUE_LIMITS).find(([known]) => known === name)?.[1];
  if (limit === undefined) return NOT_READ;
  if (bytes.length > limit) return { ...NOT_READ, refused: 'too-large' };
  if (name === 'reviewed/1') return { ...NOT_READ, groups: [...reviewedGroups([{ name, bytes }])] };
  if (name === 'tables/1') {
    const rows = acceptedRows({ bytes, isVouched: true });
    return rows.ok ? { ...NOT_READ, rows: rows.value.length } : { ...NOT_READ, refused: rows.failure.kind };
  }
  const model = decodeWordModel(bytes);
  if (!model.ok) return { ...NOT_READ, refused: model.failure.kind };
  const { bins } = model.value.vocabulary;
  return { ...NOT_READ, words: bins.reduce((sum, { wordCount }) => sum + wordCount, 0), bins: bins.length };
}
