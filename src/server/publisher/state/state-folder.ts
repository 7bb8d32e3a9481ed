import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../../core/fields/parse-json.ts';
import { count, fields, readOrNull } from '../../../core/fields/schema.ts';
import { decodeSnapshot } from '../../../core/snapshot/decode-snapshot.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { UNFINISHED_PREFIX, writeFileWhole } from '../../node/write-file.ts';
import { systemErrorCode } from '../../node/explained-failure.ts';

const PUBLISHED = fields({
  serial: count(),
  /** Unix seconds. */
  publishedAt: count(),
  /** Unix seconds; deltas stay within an epoch. */
  epochStartedAt: count(),
  entries: count(),
});
export type PublishedSerial = Readonly<v.InferOutput<typeof PUBLISHED>>;

/**
 * Never served. If it is lost, builds go on from the channel; only deltas from older serials and entry ages are gone.
 */
export class StateFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async open(path: string): Promise<StateFolder> {
    await mkdir(join(path, 'snapshots'), { recursive: true, mode: 0o700 });
    await mkdir(join(path, 'feeds'), { recursive: true, mode: 0o700 });
    for (const folder of [path, join(path, 'snapshots'), join(path, 'feeds')]) await removeUnfinished(folder);
    return new StateFolder(path);
  }

  /** Writes nothing. */
  static at(path: string): StateFolder {
    return new StateFolder(path);
  }

  /** Ascending by serial; empty if unreadable. */
  async history(): Promise<readonly PublishedSerial[]> {
    const published = await readJsonIfExists(join(this.path, 'history.json'), v.array(v.unknown()));
    return (published ?? [])
      .flatMap((value) => readOrNull(PUBLISHED, value) ?? [])
      .sort((a, b) => a.serial - b.serial);
  }

  async saveHistory(history: readonly PublishedSerial[]): Promise<void> {
    await writeFileWhole(join(this.path, 'history.json'), `${JSON.stringify(history, null, 1)}\n`);
  }

  async snapshot(serial: number): Promise<Snapshot | null> {
    const bytes = await readBytesIfExists(this.#snapshotPath(serial));
    if (bytes === null) return null;
    const decoded = decodeSnapshot(bytes);
    return decoded.ok && decoded.value.serial === serial ? decoded.value : null;
  }

  /** By `sampleKey`. */
  async samples(): Promise<ReadonlyMap<string, string>> {
    const text = await readTextIfExists(join(this.path, 'samples.txt'));
    return new Map(
      (text ?? '').split('\n').flatMap((line) => {
        const tab = line.indexOf('\t');
        return tab === -1 ? [] : [[line.slice(0, tab), line.slice(tab + 1)] as const];
      }),
    );
  }

  async saveSamples(samples: ReadonlyMap<string, string>): Promise<void> {
    const lines = Array.from(samples, ([key, text]) => `${key}\t${text}\n`);
    await writeFileWhole(join(this.path, 'samples.txt'), lines.join(''));
  }

  async saveSnapshot(serial: number, bytes: Uint8Array): Promise<void> {
    await writeFileWhole(this.#snapshotPath(serial), bytes);
  }

  async removeSnapshotsExcept(serials: ReadonlySet<number>): Promise<void> {
    const folder = join(this.path, 'snapshots');
    for (const name of await readdir(folder)) {
      const serial = /^(\d+)\.slb$/.exec(name)?.[1];
      if (serial !== undefined && !serials.has(Number(serial))) await rm(join(folder, name), { force: true });
    }
  }

  #snapshotPath(serial: number): string {
    return join(this.path, 'snapshots', `${serial}.slb`);
  }
}

/** Beside the channel, so that it is never served with it. */
export function defaultStateFolder(channelFolder: string): string {
  return `${channelFolder.replace(/[/\\]+$/, '')}.state`;
}

/** Only under the build lock: the files may be a running build's. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name.startsWith(UNFINISHED_PREFIX)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

export async function readTextIfExists(path: string): Promise<string | null> {
  const bytes = await readBytesIfExists(path);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** Null if missing or not as the schema says. */
export async function readJsonIfExists<Output>(
  path: string,
  schema: v.GenericSchema<unknown, Output>,
): Promise<Output | null> {
  const text = await readTextIfExists(path);
  return text === null ? null : readOrNull(schema, parseJson(text));
}

export async function readBytesIfExists(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

export async function sizeIfExists(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
