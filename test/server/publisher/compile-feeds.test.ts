import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseFeedsFile } from '../../../src/core/feed/feeds-file.ts';
import { compileFeeds, type CompiledFeeds } from '../../../src/server/publisher/build/compile-feeds.ts';
import { aFolder } from './run-command.ts';

/** What keeps the temporary file of a sort from being made; null: nothing. */
const disk = vi.hoisted((): { fault: string | null } => ({ fault: null }));

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>();
  const openSync: typeof original.openSync = (path, ...rest) => {
    if (disk.fault !== null && String(path).includes('spamlight-sort-'))
      throw Object.assign(new Error('no'), { code: disk.fault, path });
    return original.openSync(path, ...rest);
  };
  return { ...original, openSync };
});

/** Threads that have not ended. */
const threadsAtWork = vi.hoisted((): { count: number } => ({ count: 0 }));

vi.mock('node:worker_threads', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:worker_threads')>();
  class Worker extends original.Worker {
    constructor(...given: ConstructorParameters<typeof original.Worker>) {
      super(...given);
      threadsAtWork.count++;
      this.once('exit', () => threadsAtWork.count--);
    }
  }
  return { ...original, Worker };
});

let temporary = '';
beforeEach(() => {
  temporary = aFolder();
  vi.stubEnv('TMPDIR', temporary);
  disk.fault = 'ENOSPC';
});
afterEach(() => {
  disk.fault = null;
  vi.unstubAllEnvs();
});

/** Lines of some MB: more blocks than may wait at one worker. */
const LINES = Array.from({ length: 150_000 }, (_, line) => `https://a${line}.example/index\n`).join('');

function compile(
  threads: number,
  format: 'url-list' | 'csv',
  feeds = 1,
  rest: { readonly mostEntries?: number } = {},
): Promise<CompiledFeeds> {
  const path = join(aFolder(), 'feed.txt');
  writeFileSync(path, format === 'csv' ? `url\n${LINES}` : LINES);
  const file = parseFeedsFile({
    feeds: Array.from({ length: feeds }, (_, index) => ({
      name: `feed ${index}`,
      file: path,
      format,
      category: 'phishing',
      licence: 'CC0-1.0',
    })),
  });
  if (!file.ok) throw new TypeError(JSON.stringify(file.failure));
  return compileFeeds({
    feeds: file.value.feeds.map((feed, slot) => [{ slot, feed, path }]),
    changes: null,
    epochKey: new Uint8Array(8).fill(7),
    journalBefore: null,
    journalAfter: null,
    rekeying: null,
    samplesBefore: new Map(),
    today: 20_000,
    guards: { popular: [], exclusions: [], now: 1_800_000_000 },
    weights: { publishFrom: 0.1, dangerFrom: 0.4 },
    threads,
    totalBytes: 1000,
    isFit: ({ kind }) => kind === 'read',
    onBytes: () => {},
    onStep: () => {},
    memoryRecords: 10_000,
    ...rest,
  });
}

test('a feed of more entries than a snapshot holds is known to be so after the first of them are sorted', async () => {
  disk.fault = null;
  await expect(compile(0, 'url-list', 1, { mostEntries: 100_000 })).rejects.toMatchObject({
    name: 'TooManyEntries',
    // Of 150,000: the hashes of the first partitions tell.
    entries: expect.closeTo(150_000, -4) as number,
  });
  const { merged } = await compile(0, 'url-list', 1, { mostEntries: 150_000 });
  expect(merged.totals.entries).toBe(150_000);
});

describe('a temporary disk that is full while entries are sorted', () => {
  test('a temporary disk that is full while entries are sorted is met by threads here, too', async () => {
    disk.fault = null;
    const compiling = compile(2, 'url-list');
    expect(threadsAtWork.count).toBe(2);
    expect((await compiling).merged.totals.entries).toBe(150_000);
    expect(threadsAtWork.count).toBe(0);
  });

  test.each([
    [1, 'url-list', 1],
    [1, 'csv', 1],
    [2, 'url-list', 3],
    [0, 'url-list', 2],
    [0, 'csv', 1],
  ] as const)(
    'a temporary disk that is full while entries are sorted ends the compilation with a sentence, and leaves nothing behind (%i threads, %s, %i feeds)',
    { timeout: 60_000 },
    async (threads, format, feeds) => {
      await expect(compile(threads, format, feeds)).rejects.toThrow(
        /sorted in .*: the disk is full\..*Make room there, or name another folder by TMPDIR/,
      );
      expect(threadsAtWork.count).toBe(0);
      expect(readdirSync(temporary).filter((name) => name.startsWith('spamlight-sort-'))).toEqual([]);
    },
  );
});

test('a programming error while entries are sorted is rethrown', async () => {
  disk.fault = 'EBADF';
  await expect(compile(0, 'url-list')).rejects.toThrow(/^no$/);
});
