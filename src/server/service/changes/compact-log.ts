import { appendFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from '../../../core/filter/crc32.ts';
import { entryKey, entryText, type Change } from '../../node/changes/change.ts';
import { bytesOfChanges, statePath, type LogPosition } from '../../node/changes/change-files.ts';
import { fromLine, toLine } from '../../node/changes/change-line.ts';
import { ChangeReader, DamagedLog, readLines } from '../../node/changes/change-reader.ts';
import { Overlay } from '../../node/changes/overlay.ts';
import { UNFINISHED_PREFIX, writeFileWhole } from '../../node/write-file.ts';

/**
 * How much of a log is held as a table at a time: its entries take some five times as much in memory. A longer one is
 * parted by entries on disk first. Bytes.
 */
const PART_BYTES = 32 << 20;
/** What is written to a part at a time. Characters. */
const PIECE = 1 << 16;
/** Lines that are handed on at a time. */
const LINES_AT_ONCE = 1000;

/** How long a change that says nothing any more still keeps older ones of its entry out. Seconds. */
export const TOMBSTONE_SECONDS = 30 * 86_400;

/** Writes what a log comes to up to a place, the end of one of its files, as that file's state. */
export async function writeState(
  folder: string,
  end: LogPosition,
  now: number,
  partBytes = PART_BYTES,
): Promise<void> {
  const parts = Math.max(1, Math.ceil((await bytesOfChanges(folder)) / partBytes));
  const lines = parts === 1 ? linesOfAll(folder, end, now) : linesByParts(folder, end, now, parts);
  await writeFileWhole(statePath(folder, end.file), lines);
}

/** What was being written when a process was ended. Nobody else writes to the folder. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(UNFINISHED_PREFIX)) await rm(join(folder, name), { force: true });
}

async function* linesOfAll(folder: string, end: LogPosition, now: number): AsyncGenerator<string> {
  const overlay = new Overlay();
  await new ChangeReader(folder).readTo(end, (change) => {
    overlay.apply(change);
  });
  yield* linesOf(overlay, now);
}

async function* linesByParts(
  folder: string,
  end: LogPosition,
  now: number,
  parts: number,
): AsyncGenerator<string> {
  const pathOf = (part: number): string => join(folder, `${UNFINISHED_PREFIX}part-${part}`);
  const waiting = Array.from({ length: parts }, () => '');
  const write = (part: number): void => {
    appendFileSync(pathOf(part), waiting[part] ?? '', { mode: 0o600 });
    waiting[part] = '';
  };
  try {
    await new ChangeReader(folder).readTo(end, (change) => {
      const part = partOf(change, parts);
      const text = (waiting[part] ?? '') + toLine(change);
      waiting[part] = text;
      if (text.length >= PIECE) write(part);
    });
    for (let part = 0; part < parts; part++) {
      write(part);
      const overlay = new Overlay();
      const path = pathOf(part);
      await readLines(path, 0, null, (line, at) => {
        const change = fromLine(line);
        if (!change.ok) throw new DamagedLog(path, at);
        overlay.apply(change.value);
      });
      await rm(path);
      yield* linesOf(overlay, now);
    }
  } finally {
    await removeParts(parts, pathOf);
  }
}

async function removeParts(parts: number, pathOf: (part: number) => string): Promise<void> {
  for (let part = 0; part < parts; part++) await rm(pathOf(part), { force: true });
}

function* linesOf(overlay: Overlay, now: number): Generator<string> {
  let lines: string[] = [];
  for (const change of overlay.held()) {
    if (isForgotten(change, now)) continue;
    lines.push(toLine(change));
    if (lines.length < LINES_AT_ONCE) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

const encoder = new TextEncoder();

/** All changes of an entry are in the same part, in their order. */
function partOf({ entry }: Change, parts: number): number {
  return crc32(encoder.encode(entryKey(entry.kind, entryText(entry)))) % parts;
}

function isForgotten({ action, expiresAt, at }: Change, now: number): boolean {
  const saysNothingSince = action === 'expire' ? at : expiresAt;
  return saysNothingSince !== null && saysNothingSince + TOMBSTONE_SECONDS < now;
}
