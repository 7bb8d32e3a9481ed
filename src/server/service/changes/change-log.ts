import { mkdir, open, rm, stat, truncate, type FileHandle } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../core/result.ts';
import { diskTrouble, systemErrorCode, systemMessage, type ToldFailure } from '../../node/told-failure.ts';
import { syncFolder } from '../../node/write-file.ts';
import type { Change } from '../../node/changes/change.ts';
import { firstMissing, listChangeFiles, logPath, type LogPosition } from '../../node/changes/change-files.ts';
import { toLine } from '../../node/changes/change-line.ts';
import { ChangeReader, DamagedLog, endOfWhole } from '../../node/changes/change-reader.ts';
import { faultText } from '../fault-text.ts';
import { removeUnfinished, writeState } from './compact-log.ts';

/** A file is closed at this size and the next begun. Bytes. */
const FILE_BYTES = 64 << 20;

/** Backpressure: changes beyond this are refused instead of buffered while the disk is slow. Bytes. */
const MAX_WAITING_BYTES = 16 << 20;

/** Logs smaller than this are read as they are. Bytes. */
const WORTH_COMPACTING_BYTES = 4 << 20;

export type AppendFailure = ToldFailure<'too-many-changes' | 'not-written'>;

/** `disk-trouble`: it may be opened later. */
export type LogFailure = ToldFailure<'damaged-log' | 'log-unusable' | 'disk-trouble'>;

interface Waiting {
  readonly bytes: Buffer;
  readonly tag: string;
  readonly settle: (result: Result<LogPosition, AppendFailure>) => void;
}

/** An append, by the name that its caller gave it, and where its first change lies. */
export interface Begun {
  readonly tag: string;
  readonly at: LogPosition;
}

/** Hears that everything before `end` is on disk, and which appends are new in it. */
export type OnSynced = (end: LogPosition, begun: readonly Begun[]) => void;

/**
 * The changes on disk, by their one writer. What it has acknowledged outlasts a kill and a power cut: it acknowledges
 * after `fdatasync`, many appends at a time.
 */
export class ChangeLog {
  readonly #folder: string;
  readonly #onSynced: OnSynced;
  #handle: FileHandle;
  #end: LogPosition;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** Nothing lies after `#end`. */
  #isCut = true;
  #writing: Promise<void> | null = null;

  private constructor(folder: string, handle: FileHandle, end: LogPosition, onSynced: OnSynced) {
    this.#folder = folder;
    this.#handle = handle;
    this.#end = end;
    this.#onSynced = onSynced;
  }

  /**
   * Opens the log in a folder or begins one. What a crash has left unfinished at its end was never acknowledged and
   * is cut off; damage before that is a failure, because acknowledged changes may be lost.
   *
   * @param onSynced - called before an append resolves
   */
  static async open(folder: string, now: number, onSynced: OnSynced): Promise<Result<ChangeLog, LogFailure>> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await prepareFiles(folder, now);
      const path = logPath(folder, file);
      const handle = await open(path, 'a', 0o600);
      await handle.sync();
      await syncFolder(folder);
      const { size } = await handle.stat();
      return ok(new ChangeLog(folder, handle, { file, offset: size }, onSynced));
    } catch (error) {
      return fail(logFailure(error, folder));
    }
  }

  /**
   * Where a log ends that cannot be opened now, because nothing can be written. Nothing is changed.
   *
   * @returns the beginning if there is none
   */
  static async endIn(folder: string): Promise<Result<LogPosition, LogFailure>> {
    try {
      const { state, logs } = await listChangeFiles(folder);
      const last = logs.at(-1);
      // Whoever reads up to here opens no file that is not there yet.
      if (last === undefined) return ok({ file: state, offset: 0 });
      const end = { file: last, offset: await endOfWhole(logPath(folder, last)) };
      await new ChangeReader(folder).readTo(end, () => {});
      return ok(end);
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return ok({ file: 0, offset: 0 });
      return fail(logFailure(error, folder));
    }
  }

  /** Everything before it is on disk. */
  end(): LogPosition {
    return this.#end;
  }

  /** @returns where the first of the changes lies, once all of them are on disk */
  append(changes: readonly Change[]): Promise<Result<LogPosition, AppendFailure>> {
    return this.appendLines(changes.map(toLine).join(''), '');
  }

  /** @param lines - as `toLine` gives them */
  appendLines(lines: string, tag: string): Promise<Result<LogPosition, AppendFailure>> {
    const bytes = Buffer.from(lines);
    if (this.#waitingBytes + bytes.length > MAX_WAITING_BYTES) {
      return Promise.resolve(
        fail({ kind: 'too-many-changes', message: 'More changes arrive than the disk takes in.' }),
      );
    }
    this.#waitingBytes += bytes.length;
    return new Promise((resolve) => {
      this.#waiting.push({ bytes, tag, settle: resolve });
      this.#writing ??= this.#write();
    });
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#handle.close();
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const { file } = this.#end;
      let { offset } = this.#end;
      const begun = batch.map(({ bytes, tag }): Begun => {
        const at = { file, offset };
        offset += bytes.length;
        return { tag, at };
      });
      const failure = await this.#writeBatch(Buffer.concat(batch.map(({ bytes }) => bytes)));
      if (failure === null) this.#onSynced(this.#end, begun);
      batch.forEach(({ bytes, settle }, index) => {
        this.#waitingBytes -= bytes.length;
        settle(failure === null ? ok(begun[index]?.at ?? { file, offset }) : fail(failure));
      });
      if (this.#end.offset >= FILE_BYTES) await this.#beginNextFile();
    }
    this.#writing = null;
  }

  async #writeBatch(bytes: Buffer): Promise<AppendFailure | null> {
    const { file, offset } = this.#end;
    try {
      if (!this.#isCut) await this.#cut();
      this.#isCut = false;
      let written = 0;
      while (written < bytes.length) {
        const { bytesWritten } = await this.#handle.write(bytes, written);
        written += bytesWritten;
      }
      await this.#handle.datasync();
      this.#isCut = true;
      this.#end = { file, offset: offset + bytes.length };
      return null;
    } catch (error) {
      // What cannot be cut off now is before the next batch, or that is refused too.
      await Promise.allSettled([this.#cut()]);
      // A fault of our own is no reason to end those who only check.
      const why = systemMessage(error) ?? systemErrorCode(error) ?? faultText(error);
      return { kind: 'not-written', message: `The change log cannot be written: ${why}.` };
    }
  }

  /** Half of a batch may be there. What is not acknowledged must not come back after a restart as if it were. */
  async #cut(): Promise<void> {
    await truncate(logPath(this.#folder, this.#end.file), this.#end.offset);
    this.#isCut = true;
  }

  /** Where it cannot be begun the one in use takes more, and it is tried again after the next batch. */
  async #beginNextFile(): Promise<void> {
    const file = this.#end.file + 1;
    const path = logPath(this.#folder, file);
    let next: FileHandle | null = null;
    try {
      next = await open(path, 'a', 0o600);
      await syncFolder(this.#folder);
    } catch {
      // An empty one after the one in use would make that look whole.
      await Promise.allSettled([next?.close(), rm(path, { force: true })]);
      return;
    }
    const full = this.#handle;
    this.#handle = next;
    this.#end = { file, offset: 0 };
    await Promise.allSettled([full.close()]);
  }
}

function logFailure(error: unknown, folder: string): LogFailure {
  if (error instanceof DamagedLog) {
    return {
      kind: 'damaged-log',
      message: `${error.message}, and not only at its end: acknowledged changes may be lost. Restore it from a backup, or remove it and send the changes again.`,
    };
  }
  const trouble = diskTrouble(folder, error);
  if (trouble !== null) return trouble;
  const message = systemMessage(error);
  if (message === null) throw error;
  return { kind: 'log-unusable', message: `${folder} cannot be written to: ${message}.` };
}

/** Cuts off what was never acknowledged, and puts a state in place of many logs. @returns the number of the log to write to */
async function prepareFiles(folder: string, now: number): Promise<number> {
  const { state, logs, outdated } = await listChangeFiles(folder);
  for (const path of outdated) await rm(path, { force: true });
  await removeUnfinished(folder);
  const last = logs.at(-1);
  if (last === undefined) return state + 1;
  const missing = firstMissing(folder, { state, logs });
  if (missing !== null) throw new DamagedLog(missing, 0);
  await cutUnfinished(logPath(folder, last));
  const sizes = await Promise.all(logs.map(async (file) => (await stat(logPath(folder, file))).size));
  const end = { file: last, offset: sizes.at(-1) ?? 0 };
  const logBytes = sizes.reduce((sum, size) => sum + size, 0);
  if (logBytes < WORTH_COMPACTING_BYTES) {
    // Read all the same: what is damaged is to be known now.
    await new ChangeReader(folder).readTo(end, () => {});
    return last;
  }
  try {
    await writeState(folder, end, now);
  } catch (error) {
    if (diskTrouble(folder, error) === null) throw error;
    // Without the state that would stand for them the logs are read as they are.
    await removeUnfinished(folder);
    await new ChangeReader(folder).readTo(end, () => {});
    return last;
  }
  for (const file of logs) await rm(logPath(folder, file), { force: true });
  return last + 1;
}

/** Takes a write that was cut short off the end. */
async function cutUnfinished(path: string): Promise<void> {
  const goodEnd = await endOfWhole(path);
  const { size } = await stat(path);
  if (goodEnd === size) return;
  const handle = await open(path, 'r+');
  try {
    await handle.truncate(goodEnd);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
