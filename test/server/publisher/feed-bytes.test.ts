import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { FeedBytesError, readFeedBytes } from '../../../src/server/publisher/feeds/feed-bytes.ts';
import { aFolder } from './run-command.ts';

const TEXT = Array.from({ length: 500 }, (_, line) => `https://a${line}.example/\n`).join('');

/** A zstd frame (RFC 8878) with one raw block. */
const ZSTD = Buffer.concat([
  Buffer.from('28b52ffd', 'hex'),
  Buffer.from([0x20, 20, (20 << 3) | 1, 0, 0]),
  Buffer.from('spamlight zstd test\n'),
]);

/** What the unpacker has given out, in bytes, whoever took it. */
const unpacked = vi.hoisted(() => ({ bytes: 0 }));

vi.mock('fzstd', async (importOriginal) => {
  const { Decompress } = await importOriginal<typeof import('fzstd')>();
  return {
    Decompress: class extends Decompress {
      constructor(take: NonNullable<ConstructorParameters<typeof Decompress>[0]>) {
        super((chunk, isLast) => {
          unpacked.bytes += chunk.length;
          take(chunk, isLast);
        });
      }
    },
  };
});

const ZSTD_BLOCK = 1 << 17;

/** A zstd frame whose blocks are one repeated byte each. @param windowLog - of its window, 10 to 31 */
function aZstdBomb(blocks: number, windowLog = 17): Buffer {
  const block = (isLast: boolean): Buffer => {
    const head = (ZSTD_BLOCK << 3) | (1 << 1) | Number(isLast);
    return Buffer.from([head & 0xff, (head >> 8) & 0xff, head >> 16, 0x61]);
  };
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3]);
  return Buffer.concat([head, ...Array.from({ length: blocks }, (_, at) => block(at === blocks - 1))]);
}

async function readAll(bytes: Uint8Array, maxBytes = 1e6): Promise<string> {
  const path = join(aFolder(), 'feed');
  writeFileSync(path, bytes);
  const chunks: Uint8Array[] = [];
  for await (const chunk of readFeedBytes(path, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The name of the failure, or null if there is none. */
async function failureOf(bytes: Uint8Array, maxBytes?: number): Promise<string | null> {
  try {
    await readAll(bytes, maxBytes);
    return null;
  } catch (error) {
    if (error instanceof FeedBytesError) return error.failure.kind;
    throw error;
  }
}

interface Member {
  readonly name: string;
  readonly content: string;
  readonly method?: number;
}

/** A zip as archivers write it, with sizes in both places. */
function aZip(members: readonly Member[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method = 8 } of members) {
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(content.length, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += local.length + name.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}

describe('the bytes of a feed', () => {
  test('the bytes of a feed are told from their beginning, whatever the file is called', async () => {
    expect(await readAll(Buffer.from(TEXT))).toBe(TEXT);
    expect(await readAll(gzipSync(TEXT))).toBe(TEXT);
    expect(await readAll(ZSTD)).toBe('spamlight zstd test\n');
    expect(await readAll(new Uint8Array(0))).toBe('');
  });

  test('the bytes of a feed of several gzip members are all read', async () => {
    expect(await readAll(Buffer.concat([gzipSync('a\n'), gzipSync('b\n')]))).toBe('a\nb\n');
  });

  test('the bytes of a feed of a zip are those of its largest file', async () => {
    const zip = aZip([
      { name: 'LICENSE.txt', content: 'short' },
      { name: 'feed.csv', content: TEXT },
    ]);
    expect(await readAll(zip)).toBe(TEXT);
    expect(await readAll(aZip([{ name: 'feed.txt', content: TEXT, method: 0 }]))).toBe(TEXT);
  });

  test.each([
    ['gzip that ends early', gzipSync(TEXT).subarray(0, 400), 'corrupt'],
    ['gzip with a flipped byte', gzipSync(TEXT).fill(0x55, 300, 310), 'corrupt'],
    ['zstd that ends early', ZSTD.subarray(0, 20), 'corrupt'],
    ['zstd that is none', Buffer.concat([ZSTD.subarray(0, 4), Buffer.alloc(40, 0xff)]), 'corrupt'],
    ['a zip without its directory', aZip([{ name: 'a', content: TEXT }]).subarray(0, 300), 'corrupt'],
    ['a zip of another compression', aZip([{ name: 'a', content: TEXT, method: 12 }]), 'unknown-compression'],
    ['an empty zip', aZip([]), null],
  ])('the bytes of a feed: %s is refused by name', async (_, bytes, failure) => {
    expect(await failureOf(bytes)).toBe(failure);
  });

  test('the bytes of a feed that unpack to more than is allowed are refused, however small they came', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    expect(bomb.length).toBeLessThan(6000);
    expect(await failureOf(bomb, 1_000_000)).toBe('too-large');
    expect(await failureOf(aZip([{ name: 'a', content: 'x'.repeat(100_000) }]), 50_000)).toBe('too-large');
  });

  test('the bytes of a feed of a zstd bomb are unpacked up to the limit, and no further', async () => {
    const bomb = aZstdBomb(3000);
    expect(bomb.length).toBeLessThan(13_000);
    unpacked.bytes = 0;
    expect(await failureOf(bomb, 1_000_000)).toBe('too-large');
    expect(unpacked.bytes).toBeLessThanOrEqual(1_000_000 + ZSTD_BLOCK);
  });

  test('the bytes of a feed in zstd are read where it takes a window of 128 MiB, and refused where it takes a larger one', async () => {
    expect((await readAll(aZstdBomb(1, 27))).length).toBe(ZSTD_BLOCK);
    expect(await failureOf(aZstdBomb(1, 28))).toBe('too-large');
    expect(await failureOf(Buffer.concat([ZSTD, aZstdBomb(1, 28)]))).toBe('too-large');
  });

  test('the bytes of a feed of a file that is not there are a failure of the file system', async () => {
    const chunks = readFeedBytes(join(aFolder(), 'nothing'), 10);
    await expect(chunks.next()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
