import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listChangeFiles, logPath, statePath, type LogPosition } from './change-files.ts';
import type { Change } from './change.ts';
import { fromLine } from './change-line.ts';

const CHUNK_BYTES = 1 << 18;

/** Between so many lines a process does what else it has to do: they take about a millisecond. */
const LINES_PER_TURN = 64;
const LF = 10;

/** A line of the log that is not what was written, though lines after it are: the disk has lost something. */
export class DamagedLog extends Error {
  override readonly name = 'DamagedLog';

  constructor(path: string, offset: number) {
    super(`${path} is damaged at byte ${offset}`);
  }
}

/** Receives a change, and where in the log it begins. */
export type ChangeVisitor = (change: Change, at: LogPosition) => void;

/**
 * Follows a log that another process writes. It reads up to where it is told that everything is on disk, and never
 * beyond: what is there may not have been acknowledged yet.
 */
export class ChangeReader {
  readonly #folder: string;
  #position: LogPosition | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Reads on to a place in the log; from its beginning the first time. */
  async readTo(end: LogPosition, visit: ChangeVisitor): Promise<void> {
    let { file, offset } = this.#position ?? (await this.#readState(visit));
    for (; file <= end.file; file++, offset = 0) {
      const path = logPath(this.#folder, file);
      const until = file === end.file ? end.offset : null;
      offset = await readLines(path, offset, until, (line, at) => {
        const change = fromLine(line);
        if (!change.ok) throw new DamagedLog(path, at);
        visit(change.value, { file, offset: at });
      });
      this.#position = { file, offset };
    }
  }

  async #readState(visit: ChangeVisitor): Promise<LogPosition> {
    const { state } = await listChangeFiles(this.#folder);
    if (state > 0) {
      const path = statePath(this.#folder, state);
      await readLines(path, 0, null, (line, at) => {
        const change = fromLine(line);
        if (!change.ok) throw new DamagedLog(path, at);
        visit(change.value, { file: state, offset: at });
      });
    }
    return { file: state + 1, offset: 0 };
  }
}

/**
 * Where what holds ends in the file that is written to. A write that was cut short leaves lines that do not hold at the
 * very end, and nothing that holds after them.
 *
 * @throws DamagedLog if something that holds comes after what does not
 */
export async function endOfWhole(path: string): Promise<number> {
  let firstBad: number | null = null;
  const end = await readLines(path, 0, null, (line, at) => {
    if (!fromLine(line).ok) firstBad ??= at;
    else if (firstBad !== null) throw new DamagedLog(path, firstBad);
  });
  return firstBad ?? end;
}

/**
 * Calls `visit` for each whole line from a place on.
 *
 * @param until - bytes; null: to the end of the file
 * @returns the place after the last whole line
 */
export async function readLines(
  path: string,
  from: number,
  until: number | null,
  visit: (line: string, at: number) => void,
): Promise<number> {
  const handle = await open(path, 'r');
  try {
    let offset = from;
    let rest: Buffer = Buffer.alloc(0);
    let lines = 0;
    for (;;) {
      const at = offset + rest.length;
      const wanted = until === null ? CHUNK_BYTES : Math.min(CHUNK_BYTES, until - at);
      if (wanted <= 0) return offset;
      const chunk = Buffer.allocUnsafe(wanted);
      const { bytesRead } = await handle.read(chunk, 0, wanted, at);
      if (bytesRead === 0) return offset;
      const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      let start = 0;
      for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
        visit(bytes.toString('utf8', start, end), offset + start);
        start = end + 1;
        if (++lines % LINES_PER_TURN === 0) await nextTurn();
      }
      offset += start;
      rest = bytes.subarray(start);
    }
  } finally {
    await handle.close();
  }
}
