import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Snapshot } from '../../../../src/core/snapshot/snapshot.ts';
import { sectionId, sectionsInBucket } from '../../../../src/server/service/engine-list/list-bucket.ts';
import { bucketsOf } from '../../../../src/server/service/engine-list/list-buckets.ts';
import {
  bucketCount,
  bucketOfHash,
  prefixBitsFor,
  shardOfHash,
} from '../../../../src/server/service/engine-list/list-places.ts';
import { openTableFile } from '../../../../src/server/service/list/compiled-list.ts';
import type { TableFile } from '../../../../src/server/service/list/table-file.ts';
import { aSnapshot } from '../a-list.ts';
import { aCompiledList } from '../redis/a-listed-engine.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function aTableFile(snapshot: Snapshot): Promise<TableFile> {
  const parent = await mkdtemp(join(tmpdir(), 'spamlight-buckets-'));
  cleanups.push(() => rm(parent, { recursive: true }));
  const table = await openTableFile(await aCompiledList(parent, snapshot));
  cleanups.push(() => table.close());
  return table;
}

interface Kept {
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** By shard and number. */
async function allBuckets(table: TableFile, prefixBits: number): Promise<readonly (readonly Kept[])[]> {
  const shards: Kept[][] = [];
  for (let shard = 0; shard < 64; shard++) {
    const mine: Kept[] = [];
    for await (const { number, digest, encode } of bucketsOf(table, shard, prefixBits)) {
      expect(number).toBe(mine.length);
      mine.push({ digest: digest.toString('hex'), bytes: encode() });
    }
    expect(mine).toHaveLength(bucketCount(prefixBits));
    shards.push(mine);
  }
  return shards;
}

const hosts = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index}.example`);

describe('the buckets of a list', () => {
  test('the buckets of a list hold every entry of every section once, also where a part of the file ends', async () => {
    // More rows than are read at a time, of which one bucket lies on both sides.
    const snapshot = aSnapshot({
      danger: hosts('d', 30_000),
      caution: hosts('c', 500),
      senders: hosts('s', 20),
    });
    const table = await aTableFile(snapshot);
    const size = { entries: table.header.rowCount, fewestBits: 64 };
    const prefixBits = prefixBitsFor(size);
    const shards = await allBuckets(table, prefixBits);
    const epochKey = snapshot.epoch.key;
    let found = 0;
    for (const section of snapshot.sections) {
      const id = sectionId(section, section.fingerprintBits, epochKey);
      section.fingerprints.high.forEach((high, index) => {
        const hash = { high, low: section.fingerprints.low[index] ?? 0 };
        const shard = shardOfHash(hash);
        const number = bucketOfHash(hash, prefixBits);
        const place = { epochKey, prefixBits, prefix: shard * bucketCount(prefixBits) + number };
        const answer = sectionsInBucket(shards[shard]?.[number]?.bytes ?? new Uint8Array(), place, hash);
        if (answer.ok && answer.value.includes(id)) found++;
      });
    }
    expect(found).toBe(table.header.rowCount);
  });

  test('the buckets of a list are all there where a list has no entry at all', async () => {
    const shards = await allBuckets(await aTableFile(aSnapshot({})), 6);
    expect(shards.flat()).toHaveLength(64);
  });

  test('the buckets of a list have the same digests where a section came, and others only where an entry did', async () => {
    const plannedEntries = 2000;
    const { sections, ...rest } = aSnapshot({ caution: hosts('c', 1000), plannedEntries });
    const before = await aTableFile({
      ...rest,
      sections: sections.filter(({ fingerprints }) => fingerprints.high.length > 0),
    });
    // The number of the other section is 1 from now on.
    const after = await aTableFile(
      aSnapshot({ danger: ['new.example'], caution: hosts('c', 1000), plannedEntries }),
    );
    const [old, young] = [await allBuckets(before, 8), await allBuckets(after, 8)];
    const differing = old
      .flat()
      .filter((bucket, at) => bucket.digest !== young.flat()[at]?.digest)
      .map((bucket) => Buffer.from(bucket.bytes).toString('hex'));
    expect(differing).toHaveLength(1);
    const differingBytes = old
      .flat()
      .filter(({ bytes }, at) => Buffer.compare(bytes, young.flat()[at]?.bytes ?? new Uint8Array()) !== 0);
    expect(differingBytes.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).toEqual(differing);
  });
});
