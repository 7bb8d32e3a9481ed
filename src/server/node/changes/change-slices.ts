import { listChangeFiles, logPath, statePath, type LogPosition } from './change-files.ts';
import type { Change } from './change.ts';
import { fromLine } from './change-line.ts';
import { DamagedLog, readLines } from './change-reader.ts';

/** What is held at a time. Bytes. */
export const SLICE_BYTES = 1 << 20;

/** Larger than any line, which has at most some kilobytes: of less a slice could hold none. Bytes. */
export const LEAST_SLICE_BYTES = 1 << 16;

/** Before every log: how far a state has been read cannot be named by a place in a log. */
export const BEFORE_ALL: LogPosition = { file: 0, offset: 0 };

export interface LocatedChange {
  readonly change: Change;
  readonly at: LogPosition;
}

export interface ChangeSlice {
  readonly changes: readonly LocatedChange[];
  /** Everything before it is in this slice and those before. `BEFORE_ALL` in the middle of a state. */
  readonly until: LogPosition;
}

/**
 * Reads a log by slices, however long it is, from its beginning or from a place in it. What was before that place and
 * has become a state is read again: changes of the same sequence do no harm.
 */
export class ChangeSlices {
  readonly #folder: string;
  #from: LogPosition;
  /** The state that is being read, and how far; null: none, or it is not known yet whether there is one. */
  #state: { readonly file: number; offset: number } | null = null;
  #isBegun = false;

  constructor(folder: string, from: LogPosition) {
    this.#folder = folder;
    this.#from = from;
  }

  /**
   * @param mostBytes - of the log, `LEAST_SLICE_BYTES` or more
   * @returns null if there is nothing more before `end`
   */
  async next(end: LogPosition, mostBytes = SLICE_BYTES): Promise<ChangeSlice | null> {
    if (!this.#isBegun) await this.#begin();
    if (this.#state !== null) {
      const { file, offset } = this.#state;
      const path = statePath(this.#folder, file);
      const read = await readSlice(path, offset, offset + mostBytes, { file: 0, offset: 0 });
      this.#state = read.end === offset ? null : { file, offset: read.end };
      if (this.#state === null) this.#from = { file: file + 1, offset: 0 };
      return { changes: read.changes, until: this.#state === null ? this.#from : BEFORE_ALL };
    }
    const { file, offset } = this.#from;
    if (file > end.file || (file === end.file && offset >= end.offset)) return null;
    const path = logPath(this.#folder, file);
    const last = file === end.file ? end.offset : Number.MAX_SAFE_INTEGER;
    const read = await readSlice(path, offset, Math.min(last, offset + mostBytes), this.#from);
    const isAtEnd = read.end === offset;
    if (isAtEnd && file === end.file) return null;
    this.#from = isAtEnd ? { file: file + 1, offset: 0 } : { file, offset: read.end };
    return { changes: read.changes, until: this.#from };
  }

  async #begin(): Promise<void> {
    const { state } = await listChangeFiles(this.#folder);
    this.#isBegun = true;
    if (this.#from.file > state) return;
    if (state > 0) this.#state = { file: state, offset: 0 };
    else this.#from = { file: 1, offset: 0 };
  }
}

async function readSlice(
  path: string,
  offset: number,
  until: number,
  { file }: LogPosition,
): Promise<{ readonly changes: readonly LocatedChange[]; readonly end: number }> {
  const changes: LocatedChange[] = [];
  const end = await readLines(path, offset, until, (line, at) => {
    const change = fromLine(line);
    if (!change.ok) throw new DamagedLog(path, at);
    changes.push({ change: change.value, at: { file, offset: at } });
  });
  return { changes, end };
}
