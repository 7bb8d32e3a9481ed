import { describe, expect, onTestFinished, test } from 'vitest';
import type { Snapshot } from '../../../../src/core/snapshot/snapshot.ts';
import { aSnapshot, type AList } from '../a-list.ts';
import {
  aCompiledList,
  aListReader,
  aListsFolder,
  aListWriter,
  untilWhole,
  type AListReader,
  type AListWriter,
} from './a-listed-engine.ts';
import { hostsOf } from './an-engine.ts';
import { aCluster, aRedis, REDIS, until, type RedisServer } from './a-redis.ts';

// Real servers, emptied, killed and filled.

const IDENTITY = { log: 'a'.repeat(16), key: 'b'.repeat(16) };
const OTHER_KEY = Uint8Array.from([9, 9, 9, 9, 9, 9, 9, 9]);
const LISTED = hostsOf('listed', 3000);
const GOOD = hostsOf('good', 3000);

interface Listed {
  readonly server: RedisServer;
  readonly writer: AListWriter;
  readonly reader: AListReader;
  /** Compiles a list. */
  readonly compile: (list: AList, keys?: Parameters<typeof aCompiledList>[2]) => Promise<string>;
  readonly compileSnapshot: (snapshot: Snapshot) => Promise<string>;
}

async function aListedEngine(
  settings: readonly string[] = [],
  world: Parameters<typeof aListWriter>[2] = {},
): Promise<Listed> {
  const server = await aRedis(settings);
  const folder = aListsFolder();
  const writer = aListWriter([server.url], IDENTITY, world);
  const reader = await aListReader([server.url]);
  onTestFinished(async () => {
    reader.stop();
    await writer.stop();
    await server.remove();
    folder.remove();
  });
  return {
    server,
    writer,
    reader,
    compile: (list, keys) => aCompiledList(folder.path, aSnapshot(list), keys),
    compileSnapshot: (snapshot) => aCompiledList(folder.path, snapshot),
  };
}

const count = (said: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...new Set(said)].sort().map((one) => [one, said.filter((two) => two === one).length]));

/** What a writer has written at last: serial, shards, buckets. */
const lastOf = (writer: AListWriter, event: string): string =>
  writer.events.findLast((one) => one.startsWith(event))?.split(' ').slice(0, 4).join(' ') ?? '';

describe.skipIf(REDIS === null)('a list in the engine', () => {
  test('says what the list in memory says, and that it is behind until it is whole', async () => {
    const { writer, reader, compile } = await aListedEngine();
    const folder = await compile({ danger: LISTED, caution: ['spam.example'] });
    await reader.use(folder);
    const before = count(await reader.say([...LISTED, ...GOOD]));
    expect(before['clear']).toBeLessThanOrEqual(GOOD.length);
    expect(before['behind']).toBeGreaterThanOrEqual(LISTED.length);
    await reader.engine.look();
    expect([reader.checker.trouble(), reader.engine.isWholeFor(await layersOf(folder))]).toEqual(['behind', false]);
    writer.use(folder);
    await untilWhole(reader);
    expect(count(await reader.say(LISTED))).toEqual({ danger: LISTED.length });
    expect(count(await reader.say(GOOD))).toEqual({ clear: GOOD.length });
    expect(await reader.say(['spam.example'])).toEqual(['caution']);
    expect(writer.trouble()).toBeNull();
  });
});

async function layersOf(folder: string) {
  const { openTableFile } = await import('../../../../src/server/service/list/compiled-list.ts');
  const table = await openTableFile(folder);
  await table.close();
  return table;
}

void aCluster; void until; void OTHER_KEY; void lastOf;
