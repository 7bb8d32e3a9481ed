import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { buildBinBloomFilter } from '../../../src/core/filter/bin-bloom-filter-builder.ts';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import type { OpaqueSection, Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import { encodeWordModel } from '../../../src/core/words/word-model.ts';
import {
  factsOfFolder,
  openCompiledList,
  openTableFile,
  writeCompiledList,
  type LoadedList,
} from '../../../src/server/service/list/compiled-list.ts';
import type { ListTable } from '../../../src/server/service/list/list-table.ts';
import { NOW } from './a-change.ts';
import { aSnapshot } from './a-list.ts';

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
  return openCompiledList(await writeCompiledList(verifiedIndex(), snapshot, NOW, parent));
}

function verifiedIndex(): Parameters<typeof writeCompiledList>[0] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of an index it looks at nothing else
  return {
    index: { channel: 'test', serial: 7, publishedAt: NOW, expiresAt: NOW + 86_400 },
    rootKey: 'k'.repeat(43),
    keyListNumber: 1,
    keysExpireAt: NOW + 86_400,
  } as Parameters<typeof writeCompiledList>[0];
}

describe('a compiled list', () => {
  test('a compiled list without layer 2 is none for who needs it, and is opened by who asks elsewhere', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'spamlight-list-'));
    folders.push(parent);
    const verified = verifiedIndex();
    const whole = await writeCompiledList(verified, aSnapshot({ danger: ['bad.example'] }), NOW, parent);
    const half = await writeCompiledList(
      verified,
      aSnapshot({ danger: ['bad.example'] }),
      NOW,
      parent,
      false,
    );
    expect((await readdir(whole)).includes('table')).toBe(true);
    expect((await readdir(half)).includes('table')).toBe(false);
    expect([await factsOfFolder(half), (await factsOfFolder(half, false))?.serial]).toEqual([null, 7]);
    await expect(openCompiledList(half)).rejects.toThrow();
    await expect(openTableFile(half)).rejects.toThrow('holds no verification table');
    const table: ListTable = { confirm: async () => [], trouble: () => 'behind' };
    expect((await openCompiledList(half, () => table)).table).toBe(table);
  });

  test('a compiled list of which the disk has lost bytes is not read', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'spamlight-list-'));
    folders.push(parent);
    const folder = await writeCompiledList(
      verifiedIndex(),
      aSnapshot({ danger: ['bad.example'] }),
      NOW,
      parent,
    );
    const table = await openTableFile(folder);
    expect(table.header.rowCount).toBe(1);
    await table.close();
    await appendFile(join(folder, 'table'), 'x');
    await expect(openTableFile(folder)).rejects.toThrow('is not what was written');
    await expect(openCompiledList(folder)).rejects.toThrow('is not what was written');
  });

  test('a compiled list has the tables and the model of words that its channel carries', async () => {
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
  ])('a compiled list has the packaged tables where the channel carries %s', async (_, opaque) => {
    const { tables, wordModel } = await reopened(opaque);
    expect([tables === packagedTables(), wordModel]).toEqual([true, null]);
  });
});
