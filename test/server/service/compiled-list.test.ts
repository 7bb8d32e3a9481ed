import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { buildBinBloomFilter } from '../../../src/core/filter/bin-bloom-filter-builder.ts';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import type { OpaqueSection, Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import { encodeWordModel } from '../../../src/core/words/word-model.ts';
import {
  openCompiledList,
  writeCompiledList,
  type LoadedList,
} from '../../../src/server/service/list/compiled-list.ts';
import { NOW } from './a-change.ts';

const KEY = new Uint8Array(8);

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function reopened(opaque: readonly OpaqueSection[]): Promise<LoadedList> {
  const parent = await mkdtemp(join(tmpdir(), 'spamlight-list-'));
  folders.push(parent);
  const snapshot: Snapshot = {
    serial: 7,
    publishedAt: NOW,
    epoch: { key: KEY, startedAt: NOW - 86_400, plannedEntries: 1 },
    sections: [],
    exclusions: { high: new Uint32Array(), low: new Uint32Array() },
    opaque,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of an index it looks at nothing else
  const verified = {
    index: { channel: 'test', serial: 7, publishedAt: NOW, expiresAt: NOW + 86_400 },
    rootKey: 'k'.repeat(43),
    keyListNumber: 1,
    keysExpireAt: NOW + 86_400,
  } as Parameters<typeof writeCompiledList>[0];
  return openCompiledList(await writeCompiledList(verified, snapshot, NOW, parent));
}

describe('a compiled list', () => {
  test('has the tables and the model of words that its channel carries', async () => {
    const vocabulary = buildBinBloomFilter([{ ...new EntryHasher(KEY).message('wallet'), score: 2 }], {
      binCount: 1,
      absentWordRate: 1e-6,
    });
    const rule = { leastKnown: 2, knownShare: 0.5, firesAt: 1 };
    const { tables, wordModel } = await reopened([
      { name: 'model/1', bytes: encodeWordModel({ rule, hashKey: KEY, vocabulary }) },
      { name: 'tables/1', bytes: new TextEncoder().encode('Quuxmoor Bank | quuxmoor.example\n') },
    ]);
    expect(tables).not.toBe(packagedTables());
    expect(wordModel?.rule).toEqual(rule);
  });

  test.each<[string, readonly OpaqueSection[]]>([
    ['none', []],
    [
      'some that are too large',
      [
        { name: 'model/1', bytes: new Uint8Array(1 << 20) },
        { name: 'tables/1', bytes: new Uint8Array(1 << 20).fill(10) },
      ],
    ],
    ['some of a later version', [{ name: 'tables/2', bytes: Uint8Array.of(1) }]],
  ])('has the packaged tables where the channel carries %s', async (_, opaque) => {
    const { tables, wordModel } = await reopened(opaque);
    expect([tables === packagedTables(), wordModel]).toEqual([true, null]);
  });
});
