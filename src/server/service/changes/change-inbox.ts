import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { Change } from '../../node/changes/change.ts';
import { systemErrorCode, systemMessage, type ExplainedFailure } from '../../node/explained-failure.ts';
import { UNFINISHED_PREFIX, writeFileWhole } from '../../node/write-file.ts';
import { byteLines, type ByteLine } from './byte-lines.ts';
import { parseChange, type ChangeRefusal } from './parse-change.ts';

/** Enough for the longest entry with escapes. */
const MAX_LINE_BYTES = 16_384;

const BATCH = 1000;

const MAX_TOLD = 1000;

const RESULT_SECONDS = 30 * 86_400;

const CHANGE_FILE = /^[^.].*\.jsonl$/;
const RESULT_ENDING = '.result.json';

export type LineRefusal = ChangeRefusal | 'not-json' | 'not-utf8' | 'line-too-long';

export interface FileResult {
  /** Without empty lines. */
  readonly lines: number;
  /** On disk and in force in every process. */
  readonly taken: number;
  readonly refused: number;
  /** The first `MAX_TOLD`. `line` is 1-based. */
  readonly refusals: readonly { readonly line: number; readonly because: LineRefusal }[];
}

export type InboxFailure = ExplainedFailure<'not-written' | 'inbox-unreadable'>;

/** Resolves once changes are on disk and in force in every process. */
export type TakeChanges = (changes: readonly Change[]) => Promise<Result<unknown, ExplainedFailure>>;

/**
 * Receives changes as files renamed into a folder: `NAME.jsonl`, one change per line, as over HTTP. Once all are
 * acknowledged, writes `NAME.result.json` and deletes the file. After a crash, the file is read again; changes are
 * idempotent.
 */
export class ChangeInbox {
  readonly #folder: string;
  readonly #take: TakeChanges;

  constructor(folder: string, take: TakeChanges) {
    this.#folder = folder;
    this.#take = take;
  }

  /**
   * Stops at the first file that cannot be acknowledged.
   */
  async look(
    now: number,
    onFile: (name: string, result: FileResult) => void,
  ): Promise<Result<null, InboxFailure>> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      for (const { name, isFile } of await this.#names()) {
        if (!isFile) continue;
        if (CHANGE_FILE.test(name)) {
          const result = await this.#takeFile(name, now);
          if (!result.ok) return result;
          onFile(name, result.value);
        } else if (name.endsWith(RESULT_ENDING)) await this.#forgetOld(name, now);
        else if (name.startsWith(UNFINISHED_PREFIX)) await rm(join(this.#folder, name), { force: true });
      }
      return ok(null);
    } catch (error) {
      const message = systemMessage(error) ?? systemErrorCode(error);
      if (message === null) throw error;
      return fail({ kind: 'inbox-unreadable', message: `${this.#folder}: ${message}.` });
    }
  }

  async #names(): Promise<readonly { readonly name: string; readonly isFile: boolean }[]> {
    const found = await readdir(this.#folder, { withFileTypes: true });
    // `isFile` excludes symbolic links, with which a sender could have other files read and deleted.
    return found
      .map((entry) => ({ name: entry.name, isFile: entry.isFile() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async #takeFile(name: string, now: number): Promise<Result<FileResult, InboxFailure>> {
    const path = join(this.#folder, name);
    const refusals: { line: number; because: LineRefusal }[] = [];
    let [lines, taken, refused, number] = [0, 0, 0, 0];
    let batch: Change[] = [];
    const send = async (): Promise<Result<null, InboxFailure>> => {
      const sent = batch.length === 0 ? ok(null) : await this.#take(batch);
      if (!sent.ok) return fail({ kind: 'not-written', message: sent.failure.message });
      taken += batch.length;
      batch = [];
      return ok(null);
    };
    for await (const bytes of byteLines(path, MAX_LINE_BYTES)) {
      number++;
      const change = parseLine(bytes, now);
      if (change === null) continue;
      lines++;
      if (change.ok) batch.push(change.value);
      else if (++refused <= MAX_TOLD) refusals.push({ line: number, because: change.failure });
      if (batch.length < BATCH) continue;
      const sent = await send();
      if (!sent.ok) return sent;
    }
    const sent = await send();
    if (!sent.ok) return sent;
    const result = { lines, taken, refused, refusals };
    await writeFileWhole(path.replace(/\.jsonl$/, RESULT_ENDING), `${JSON.stringify(result)}\n`);
    await rm(path);
    return ok(result);
  }

  async #forgetOld(name: string, now: number): Promise<void> {
    const path = join(this.#folder, name);
    // The sender may have deleted it.
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs / 1000 + RESULT_SECONDS < now) await rm(path, { force: true });
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function parseLine(bytes: ByteLine, now: number): Result<Change, LineRefusal> | null {
  if (bytes === null) return fail('line-too-long');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return fail('not-utf8');
  }
  if (text.trim() === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail('not-json');
  }
  return parseChange(value, now);
}
