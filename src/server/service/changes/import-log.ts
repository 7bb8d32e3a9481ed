import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change } from '../../node/changes/change.ts';
import type { ChangeStore } from '../../node/changes/change-store.ts';
import { DamagedStore } from '../../node/changes/store-failure.ts';
import { syncFolder } from '../../node/write-file.ts';
import { byteLines } from './byte-lines.ts';
import { changeOfOldLine } from './old-log-line.ts';

// The log folder of earlier versions:
//
//     00000003.state   result of files 1 to 3, one line per entry
//     00000004.log     changes in order of receipt
//     00000005.log     the last, being written
//
// Files older than a state are obsolete.

const NAME = /^(\d{8})\.(state|log)$/;
const MAX_LINE_BYTES = 1 << 20;
const BATCH = 5000;
const IMPORTED = 'imported-log';

/** `names` to read, in order; `all` includes obsolete ones. */
interface OldLog {
  readonly names: readonly string[];
  readonly all: readonly string[];
}

export async function findOldLog(folder: string): Promise<OldLog | null> {
  const all = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  if (all.length === 0) return null;
  const states = all.filter((name) => name.endsWith('.state'));
  const state = states.at(-1);
  const first = state === undefined ? 0 : Number.parseInt(state, 10);
  const logs = all.filter((name) => name.endsWith('.log') && Number.parseInt(name, 10) > first);
  const missing = logs.findIndex((name, index) => Number.parseInt(name, 10) !== first + 1 + index);
  if (missing !== -1) throw new DamagedStore(`no file before ${logs[missing] ?? ''}`);
  return { names: [...(state === undefined ? [] : [state]), ...logs], all };
}

/**
 * Repeatable after an interruption. Skips a truncated last write, which was never acknowledged.
 *
 * @throws DamagedStore if valid lines follow an invalid one
 */
export async function importOldLog(folder: string, { names }: OldLog, store: ChangeStore): Promise<number> {
  let lines = 0;
  let batch: Change[] = [];
  const write = (): void => {
    if (batch.length > 0) store.append([batch]);
    lines += batch.length;
    batch = [];
  };
  for (const [index, name] of names.entries()) {
    let isCut = false;
    for await (const line of byteLines(join(folder, name), MAX_LINE_BYTES)) {
      const change = line === null ? null : changeOfOldLine(line);
      // Only the last file may be truncated: it was being written.
      if ((change === null && index < names.length - 1) || (change !== null && isCut))
        throw new DamagedStore(`${name} is damaged`);
      if (change === null) isCut = true;
      else if (batch.push(change) >= BATCH) write();
    }
  }
  write();
  return lines;
}

export async function archiveOldLog(folder: string, { all }: OldLog): Promise<void> {
  await mkdir(join(folder, IMPORTED), { recursive: true, mode: 0o700 });
  for (const name of all) await rename(join(folder, name), join(folder, IMPORTED, name));
  await syncFolder(folder);
}
