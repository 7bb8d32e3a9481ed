import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compileForDevice } from '../../../core/filter/compile-for-device.ts';
import { readDeviceHeader, type DeviceHeader } from '../../../core/filter/device-header.ts';
import { LayeredFilter } from '../../../core/filter/layered-filter.ts';
import { SECRET_BYTES } from '../../../core/filter/resident-filter.ts';
import { EntryHasher } from '../../../core/hash/entry-hash.ts';
import { decodeChannelEvidence, type ChannelEvidence } from '../../../core/lookup/channel-evidence.ts';
import { opaqueBytes } from '../../../core/snapshot/opaque-sections.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { VerifiedIndex } from '../../node/channel/read-channel.ts';
import { runInSteps } from '../../node/run-in-steps.ts';
import { systemErrorCode } from '../../node/explained-failure.ts';
import { writeFileWhole } from '../../node/write-file.ts';
import type { ListFacts } from './list-facts.ts';
import { tableInMemory, type ListTable } from './list-table.ts';
import { TableFile } from './table-file.ts';

const NOTHING = new Uint8Array();

export interface LoadedList extends ChannelEvidence {
  readonly facts: ListFacts;
  readonly filter: LayeredFilter;
  readonly hasher: EntryHasher;
  readonly table: ListTable;
}

interface Described {
  readonly layout: number;
  readonly facts: ListFacts;
  /** Base64, `SECRET_BYTES`. */
  readonly secret: string;
  /** Null: an engine has the table. */
  readonly sha256: Readonly<Record<Exclude<Part, 'table'>, string>> & { readonly table: string | null };
}

export interface ListLayers {
  readonly facts: ListFacts;
  readonly filter: LayeredFilter;
  readonly header: DeviceHeader;
}

/** `tables` and `model` are the channel's sections `tables/1` and `model/1`, or empty. */
const PARTS = ['header', 'resident', 'table', 'tables', 'model'] as const;
type Part = (typeof PARTS)[number];

/**
 * Compiles once for all processes: opening takes milliseconds, compiling seconds.
 *
 * @param withTable - false: an engine has the verification table
 * @returns the folder
 */
export async function writeCompiledList(
  { index, rootKey, keyListNumber, keysExpireAt }: VerifiedIndex,
  snapshot: Snapshot,
  receivedAt: number,
  parent: string,
  withTable = true,
): Promise<string> {
  const secret = new Uint8Array(randomBytes(SECRET_BYTES));
  const { header, residentFilter, verificationTable } = await runInSteps(compileForDevice(snapshot, secret));
  const { channel, serial, publishedAt } = index;
  const expiresAt = Math.min(index.expiresAt, keysExpireAt);
  const entries = snapshot.sections.reduce((sum, { fingerprints }) => sum + fingerprints.high.length, 0);
  const content: Readonly<Record<Part, Uint8Array>> = {
    header,
    resident: residentFilter,
    table: verificationTable,
    tables: opaqueBytes(snapshot.opaque, 'tables/1') ?? NOTHING,
    model: opaqueBytes(snapshot.opaque, 'model/1') ?? NOTHING,
  };
  const described: Described = {
    layout: LAYOUT,
    facts: { channel, serial, publishedAt, expiresAt, receivedAt, entries, keyListNumber, rootKey },
    secret: Buffer.from(secret).toString('base64'),
    sha256: {
      header: sum(content.header),
      resident: sum(content.resident),
      table: withTable ? sum(content.table) : null,
      tables: sum(content.tables),
      model: sum(content.model),
    },
  };
  const folder = join(parent, `${serial}-${randomBytes(6).toString('hex')}`);
  const aside = `${folder}.part`;
  await mkdir(aside, { recursive: true, mode: 0o700 });
  try {
    for (const part of PARTS)
      if (part !== 'table' || withTable) await writeFileWhole(join(aside, part), content[part]);
    await writeFileWhole(join(aside, 'list.json'), JSON.stringify(described));
    await rename(aside, folder);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

/**
 * @param withTable - requires the verification table
 * @returns null if there is no complete list of this version
 */
export async function factsOfFolder(folder: string, withTable = true): Promise<ListFacts | null> {
  const described = await describedIn(folder);
  return described === null || (withTable && described.sha256.table === null) ? null : described.facts;
}

/**
 * @param tableElsewhere - null: the verification table is in memory
 * @throws Error if damaged
 */
export async function openCompiledList(
  folder: string,
  tableElsewhere: ((layers: ListLayers) => ListTable) | null = null,
): Promise<LoadedList> {
  const described = await describedOrThrow(folder);
  const { facts } = described;
  const layers = await openLayers(folder, described);
  const table =
    tableElsewhere?.(layers) ??
    tableInMemory(layers.filter, await readPart(folder, 'table', described.sha256.table));
  const tables = await readPart(folder, 'tables', described.sha256.tables);
  const model = await readPart(folder, 'model', described.sha256.model);
  return {
    facts,
    filter: layers.filter,
    hasher: new EntryHasher(layers.filter.epochKey),
    table,
    ...decodeChannelEvidence(tables, model),
  };
}

/** @throws Error if damaged, or without a verification table */
export async function openTableFile(folder: string): Promise<TableFile> {
  const described = await describedOrThrow(folder);
  const { facts, header } = await openLayers(folder, described);
  if (described.sha256.table === null) throw new Error(`${folder} holds no verification table`);
  return TableFile.open(join(folder, 'table'), facts, header, described.sha256.table);
}

async function openLayers(folder: string, { facts, secret, sha256 }: Described): Promise<ListLayers> {
  const bytes = await readPart(folder, 'header', sha256.header);
  const resident = await readPart(folder, 'resident', sha256.resident);
  const secretBytes = new Uint8Array(Buffer.from(secret, 'base64'));
  const filter = LayeredFilter.open(bytes, resident, secretBytes);
  const header = readDeviceHeader(bytes, resident, secretBytes);
  if (!filter.ok || !header.ok) {
    const why = filter.ok ? '' : ` (${filter.failure.kind})`;
    throw new Error(`a filter that was just built cannot be opened${why}`);
  }
  return { facts, filter: filter.value, header: header.value };
}

async function readPart(folder: string, part: Part, sha256: string | null): Promise<Uint8Array> {
  const bytes = new Uint8Array(await readFile(join(folder, part)));
  if (sum(bytes) !== sha256) throw new Error(`${join(folder, part)} is not what was written`);
  return bytes;
}

async function describedOrThrow(folder: string): Promise<Described> {
  const described = await describedIn(folder);
  if (described === null) throw new Error(`${folder} holds no list`);
  return described;
}

/** Folders of another format are ignored. */
const LAYOUT = 3;

async function describedIn(folder: string): Promise<Described | null> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this program, whole, in a folder of its own
    const described = JSON.parse(await readFile(join(folder, 'list.json'), 'utf8')) as Described;
    return described.layout === LAYOUT ? described : null;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || error instanceof SyntaxError) return null;
    throw error;
  }
}

function sum(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
