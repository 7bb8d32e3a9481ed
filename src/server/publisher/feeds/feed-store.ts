import { constants } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { count, fields } from '../../../core/fields/schema.ts';
import { syncFolder, UNFINISHED_PREFIX, writeFileWhole } from '../../node/write-file.ts';
import { readJsonIfExists, removeUnfinished, sizeIfExists } from '../state/state-folder.ts';

const TEXT_OR_NULL = v.fallback(v.nullable(v.string()), null);

const FACTS = fields({
  /** Its URL or path; the copy is ignored once the feed has another. */
  origin: v.string(),
  /** Unix seconds, when the origin sent or confirmed it. */
  fetchedAt: count(),
  bytes: count(),
  etag: TEXT_OR_NULL,
  lastModified: TEXT_OR_NULL,
  /** The host that sent it, if not that of `origin`. */
  redirectedTo: TEXT_OR_NULL,
  /** Entries that guards kept, with repetitions; null before a build. */
  entries: v.fallback(v.nullable(v.number()), null),
});
export type CopyFacts = Readonly<v.InferOutput<typeof FACTS>>;

export interface StoredCopy extends CopyFacts {
  readonly path: string;
}

type CopyName = 'candidate' | 'good';

/**
 * The *candidate*, fetched last, becomes the last *good* copy when a build publishes it. Guards may refuse a candidate.
 */
export class FeedStore {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(stateFolder: string, feedName: string): Promise<FeedStore> {
    const store = FeedStore.at(stateFolder, feedName);
    await mkdir(store.#folder, { recursive: true, mode: 0o700 });
    await removeUnfinished(store.#folder);
    return store;
  }

  /** Unlike `open`, writes nothing, so that a running build is not disturbed. */
  static at(stateFolder: string, feedName: string): FeedStore {
    const slug = feedName
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 40);
    const id = createHash('sha256').update(feedName).digest('hex').slice(0, 8);
    return new FeedStore(join(stateFolder, 'feeds', `${slug}-${id}`));
  }

  async candidate(origin: string): Promise<StoredCopy | null> {
    return this.#copy('candidate', origin);
  }

  async good(origin: string): Promise<StoredCopy | null> {
    return this.#copy('good', origin);
  }

  /** Entries of the good copy, from any origin. */
  async entriesBefore(): Promise<number | null> {
    return (await this.#facts('good'))?.entries ?? null;
  }

  /** Where to download to; `keepCandidate` renames the file. */
  newCandidatePath(): string {
    return join(this.#folder, `${UNFINISHED_PREFIX}candidate`);
  }

  async keepCandidate(facts: CopyFacts): Promise<StoredCopy> {
    return this.#keep('candidate', this.newCandidatePath(), facts);
  }

  async confirmGood(facts: CopyFacts): Promise<void> {
    await this.#writeFacts('good', facts);
  }

  async dropCandidate(): Promise<void> {
    await rm(join(this.#folder, 'candidate.json'), { force: true });
    await rm(join(this.#folder, 'candidate'), { force: true });
  }

  async keepAsGood(path: string, facts: CopyFacts): Promise<void> {
    if (path === join(this.#folder, 'good')) {
      await this.#writeFacts('good', facts);
      return;
    }
    const aside = join(this.#folder, `${UNFINISHED_PREFIX}good`);
    if (path === join(this.#folder, 'candidate')) await rename(path, aside);
    else await copyFile(path, aside, constants.COPYFILE_FICLONE);
    await this.#keep('good', aside, facts);
    await this.dropCandidate();
  }

  async #keep(name: CopyName, from: string, facts: CopyFacts): Promise<StoredCopy> {
    const path = join(this.#folder, name);
    const file = await open(from, 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    // Content first: outdated facts only cost another download.
    await rename(from, path);
    await syncFolder(this.#folder);
    await this.#writeFacts(name, facts);
    return { ...facts, path };
  }

  async #writeFacts(name: CopyName, facts: CopyFacts): Promise<void> {
    await writeFileWhole(join(this.#folder, `${name}.json`), `${JSON.stringify(facts, null, 1)}\n`);
  }

  async #copy(name: CopyName, origin: string): Promise<StoredCopy | null> {
    const facts = await this.#facts(name);
    if (facts === null || facts.origin !== origin) return null;
    const path = join(this.#folder, name);
    return (await sizeIfExists(path)) === facts.bytes ? { ...facts, path } : null;
  }

  async #facts(name: CopyName): Promise<CopyFacts | null> {
    return readJsonIfExists(join(this.#folder, `${name}.json`), FACTS);
  }
}

/** Null if not a regular file, such as a pipe that may never end. */
export async function factsOfFile(path: string): Promise<CopyFacts | null> {
  const found = await stat(path);
  if (!found.isFile()) return null;
  const { size, mtimeMs } = found;
  return {
    origin: path,
    fetchedAt: Math.floor(mtimeMs / 1000),
    bytes: size,
    etag: null,
    lastModified: null,
    redirectedTo: null,
    entries: null,
  };
}
