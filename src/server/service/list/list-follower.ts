import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../core/result.ts';
import {
  readBase,
  readIndex,
  type ChannelFailure,
  type ChannelFiles,
} from '../../node/channel/read-channel.ts';
import { systemErrorCode, expectedMessage, type ExplainedFailure } from '../../node/explained-failure.ts';
import { factsOfFolder, writeCompiledList } from './compiled-list.ts';
import type { ListFacts } from './list-facts.ts';

export type FollowFailure = ChannelFailure | ExplainedFailure<'older-list' | 'other-list' | 'not-written'>;

/** Lists kept beside the current one: a starting process may still read the previous list. */
const KEPT_BESIDE = 1;

/**
 * Verifies and compiles each new list, then uses it. On failure the current list stays. Lists persist, so that a start
 * needs no channel.
 */
export class ListFollower {
  readonly #files: ChannelFiles;
  readonly #rootKey: string | null;
  readonly #folder: string;
  readonly #withTable: boolean;
  #inUse: { readonly facts: ListFacts; readonly folder: string } | null = null;

  /**
   * @param rootKey - null: pins a local folder's key on first use
   * @param withTable - false: another process writes the verification table to the engine
   */
  constructor(files: ChannelFiles, rootKey: string | null, folder: string, withTable = true) {
    this.#files = files;
    this.#rootKey = rootKey;
    this.#folder = folder;
    this.#withTable = withTable;
  }

  facts(): ListFacts | null {
    return this.#inUse?.facts ?? null;
  }

  folder(): string | null {
    return this.#inUse?.folder ?? null;
  }

  async resume(): Promise<ListFacts | null> {
    for (const name of await namesIn(this.#folder)) {
      const folder = join(this.#folder, name);
      const facts = await factsOfFolder(folder, this.#withTable);
      if (facts === null || (this.#rootKey !== null && facts.rootKey !== this.#rootKey)) {
        await rm(folder, { recursive: true, force: true });
        continue;
      }
      if (this.#inUse === null || isNewer(facts, this.#inUse.facts)) this.#inUse = { facts, folder };
    }
    return this.facts();
  }

  /** @returns null if there is no new list */
  async look(now: number): Promise<Result<ListFacts | null, FollowFailure>> {
    const known = this.facts();
    const rootKey = this.#rootKey ?? known?.rootKey ?? null;
    const read = await readIndex(this.#files, rootKey, now, known?.keyListNumber ?? 0);
    if (!read.ok) return read;
    const { index, keyListNumber } = read.value;
    if (known !== null && index.channel !== known.channel) {
      return fail({
        kind: 'other-list',
        message: `${this.#files.location} is now the channel ${JSON.stringify(index.channel)}.`,
      });
    }
    if (known !== null && keyListNumber === known.keyListNumber) {
      if (index.serial < known.serial) {
        return fail({
          kind: 'older-list',
          message: `${this.#files.location} has serial ${index.serial}, and ${known.serial} was there before.`,
        });
      }
      if (index.serial === known.serial) return ok(null);
    }
    const snapshot = await readBase(this.#files, index);
    if (!snapshot.ok) return snapshot;
    let folder: string;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      folder = await writeCompiledList(read.value, snapshot.value, now, this.#folder, this.#withTable);
    } catch (error) {
      const message = expectedMessage(error);
      return fail({ kind: 'not-written', message: `${this.#folder} cannot be written to: ${message}.` });
    }
    const facts = await factsOfFolder(folder, this.#withTable);
    if (facts === null) throw new Error(`${folder} was just written`);
    const before = this.#inUse;
    this.#inUse = { facts, folder };
    await this.#removeAllBut([folder, before?.folder ?? folder].slice(0, KEPT_BESIDE + 1));
    return ok(facts);
  }

  async #removeAllBut(folders: readonly string[]): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const folder = join(this.#folder, name);
      if (!folders.includes(folder)) await rm(folder, { recursive: true, force: true });
    }
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function isNewer(a: ListFacts, b: ListFacts): boolean {
  return (
    a.keyListNumber - b.keyListNumber > 0 || (a.keyListNumber === b.keyListNumber && a.serial > b.serial)
  );
}
