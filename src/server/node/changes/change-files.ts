import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

// A log is a folder of files:
//
//     00000003.state   what files 1 to 3 came to, one line an entry; what they were is gone
//     00000004.log     changes in the order in which they were taken in
//     00000005.log     the one that is written to
//
// A state is written aside and renamed, so that it is whole or not there. Older files may lie beside it after a
// crash, and are not read.

const CHUNK_BYTES = 1 << 18;
const LF = 10;

const NAME = /^(\d{8})\.(state|log)$/;

export interface ChangeFiles {
  /** Number of the state to begin with; 0 if there is none. */
  readonly state: number;
  /** Numbers of the logs after it, ascending, without gaps. */
  readonly logs: readonly number[];
  /** Files that the state stands for. */
  readonly outdated: readonly string[];
}

/** A place in the log: `offset` bytes of file number `file` lie before it. */
export interface LogPosition {
  readonly file: number;
  readonly offset: number;
}

export function isBefore(a: LogPosition, b: LogPosition): boolean {
  return a.file < b.file || (a.file === b.file && a.offset < b.offset);
}

export function later(a: LogPosition, b: LogPosition): LogPosition {
  return isBefore(a, b) ? b : a;
}

export async function listChangeFiles(folder: string): Promise<ChangeFiles> {
  const found = (await readdir(folder)).flatMap((name) => {
    const [, number, kind] = NAME.exec(name) ?? [];
    return number === undefined ? [] : [{ name, number: Number(number), kind }];
  });
  const state = Math.max(0, ...found.filter(({ kind }) => kind === 'state').map(({ number }) => number));
  const isCurrent = ({ number, kind }: { number: number; kind: string | undefined }): boolean =>
    kind === 'state' ? number === state : number > state;
  return {
    state,
    logs: found
      .filter((file) => file.kind === 'log' && isCurrent(file))
      .map(({ number }) => number)
      .sort((a, b) => a - b),
    outdated: found.filter((file) => !isCurrent(file)).map(({ name }) => join(folder, name)),
  };
}

/** @returns the path of the first log that is missing between others; null if none is */
export function firstMissing(
  folder: string,
  { state, logs }: Pick<ChangeFiles, 'state' | 'logs'>,
): string | null {
  const missing = logs.findIndex((file, index) => file !== state + 1 + index);
  return missing === -1 ? null : logPath(folder, state + 1 + missing);
}

export function logPath(folder: string, file: number): string {
  return join(folder, `${String(file).padStart(8, '0')}.log`);
}

export function statePath(folder: string, file: number): string {
  return join(folder, `${String(file).padStart(8, '0')}.state`);
}

/** Of all files that are read. */
export async function bytesOfChanges(folder: string): Promise<number> {
  const sizes = await Promise.all((await pathsIn(folder)).map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Of all files that are read, without looking at what is in them: of 10⁷ lines it takes a second or two. */
export async function linesOfChanges(folder: string): Promise<number> {
  let lines = 0;
  for (const path of await pathsIn(folder)) {
    const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    for await (const bytes of chunks)
      for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) lines++;
  }
  return lines;
}

async function pathsIn(folder: string): Promise<readonly string[]> {
  const { state, logs } = await listChangeFiles(folder);
  return [...(state > 0 ? [statePath(folder, state)] : []), ...logs.map((file) => logPath(folder, file))];
}
