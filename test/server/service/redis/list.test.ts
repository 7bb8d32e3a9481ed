import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bucketsKey } from '../../../../src/server/service/engine-list/list-places.ts';
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
import { aSlowWay } from './a-slow-way.ts';
import { aCluster, aRedis, REDIS, until, type RedisServer } from './a-redis.ts';

// Real servers, emptied, killed and filled.

const IDENTITY = { log: 'a'.repeat(16), key: 'b'.repeat(16) };
const OTHER_KEY = Uint8Array.from([9, 9, 9, 9, 9, 9, 9, 9]);
/** One epoch's: its fingerprints are all of one length. */
const PLANNED = 200_000;
const LISTED = hostsOf('listed', 3000);
const GOOD = hostsOf('good', 3000);

interface Listed {
  readonly server: RedisServer;
  readonly writer: AListWriter;
  readonly reader: AListReader;
  /** Compiles a list. */
  readonly compile: (list: AList, keys?: Parameters<typeof aCompiledList>[2]) => Promise<string>;
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
    compile: (list, keys) =>
      aCompiledList(folder.path, aSnapshot({ plannedEntries: PLANNED, ...list }), keys),
  };
}

const count = (said: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...new Set(said)].sort().map((one) => [one, said.filter((two) => two === one).length]));

/** What a writer has written at last: serial, shards, buckets. */
const lastOf = (writer: AListWriter, event: string): string =>
  writer.events
    .findLast((one) => one.startsWith(event))
    ?.split(' ')
    .slice(0, 4)
    .join(' ') ?? '';

describe.skipIf(REDIS === null)('a list in the engine', () => {
  test(
    'a list in the engine says what the list in memory says, and that it is behind until it is whole',
    { tags: 'core' },
    async () => {
      const { writer, reader, compile } = await aListedEngine();
      const folder = await compile({ danger: LISTED, caution: ['spam.example'] });
      await reader.use(folder);
      const before = count(await reader.say([...LISTED, ...GOOD]));
      expect(before['clear']).toBeLessThanOrEqual(GOOD.length);
      expect(before['behind']).toBeGreaterThanOrEqual(LISTED.length);
      await reader.engine.look();
      expect(reader.checker.trouble()).toBe('behind');
      writer.use(folder);
      await untilWhole(reader);
      expect(count(await reader.say(LISTED))).toEqual({ danger: LISTED.length });
      expect(count(await reader.say(GOOD))).toEqual({ clear: GOOD.length });
      expect(await reader.say(['spam.example'])).toEqual(['caution']);
      expect(writer.trouble()).toBeNull();
    },
  );

  test('a list in the engine is brought on by what has changed alone, and an older list is answered from a newer one', async () => {
    const { writer, reader, compile } = await aListedEngine();
    const first = await compile({ danger: LISTED, serial: 7 });
    writer.use(first);
    await reader.use(first);
    await untilWhole(reader);
    const added = hostsOf('added', 20);
    const second = await compile({ danger: [...LISTED.slice(20), ...added], serial: 8 });
    writer.use(second);
    await until('it is brought on', () =>
      lastOf(writer, 'list-brought-on').startsWith('list-brought-on 8 64'),
    );
    const written = Number(lastOf(writer, 'list-brought-on').split(' ')[3]);
    // Each of 40 fingerprints that come or go is in one of 64 buckets.
    expect(written).toBeGreaterThan(20);
    expect(written).toBeLessThanOrEqual(40);
    await reader.engine.look();
    expect(reader.checker.trouble()).toBeNull();
    expect(count(await reader.say(LISTED.slice(20)))).toEqual({ danger: LISTED.length - 20 });
    await reader.use(second);
    expect(count(await reader.say(added))).toEqual({ danger: 20 });
    expect(count(await reader.say(LISTED.slice(0, 20)))).toEqual({ clear: 20 });
    writer.use(first);
    await until('it is refused', () => writer.trouble() === 'ahead');
    expect(count(await reader.say(added))).toEqual({ danger: 20 });
  });

  test('a list in the engine that a reader is ahead of still flags, and clears nothing that the reader has to ask about', async () => {
    const { writer, reader, compile } = await aListedEngine();
    const first = await compile({ danger: LISTED, serial: 7 });
    writer.use(first);
    await reader.use(first);
    await untilWhole(reader);
    await reader.use(await compile({ danger: [...LISTED, 'new.example'], serial: 8 }));
    expect(count(await reader.say(LISTED))).toEqual({ danger: LISTED.length });
    expect(await reader.say(['new.example'])).toEqual(['behind']);
    expect(reader.checker.trouble()).toBe('behind');
    const [asked] = await reader.check(['new.example']);
    expect(asked).toMatchObject({ verdict: { kind: 'unchecked' }, isSuspect: true });
  });

  test('a list in the engine of a section that the reader does not know yet is unchecked and not clear', async () => {
    const { writer, reader, compile } = await aListedEngine();
    const first = await compile({ danger: ['a.example', 'b.example'], serial: 7 });
    writer.use(first);
    await reader.use(first);
    await untilWhole(reader);
    // By fingerprints of another length it is another section.
    const second = await compile({ danger: ['a.example'], serial: 8, plannedEntries: 100 * PLANNED });
    writer.use(second);
    await until('it is brought on', () => lastOf(writer, 'list-brought-on').startsWith('list-brought-on 8'));
    expect(await reader.say(['a.example', 'b.example', 'good.example'])).toEqual([
      'behind',
      'clear',
      'clear',
    ]);
    await reader.use(second);
    expect(await reader.say(['a.example'])).toEqual(['danger']);
  });

  test('a list in the engine that was emptied clears nothing until it is filled again', async () => {
    const { server, writer, reader, compile } = await aListedEngine();
    const folder = await compile({ danger: LISTED });
    writer.use(folder);
    await reader.use(folder);
    await untilWhole(reader);
    server.ask('FLUSHALL');
    const watched = watch(reader);
    await until(
      'it is filled again',
      () => writer.events.filter((one) => one.startsWith('list-filled')).length === 2,
    );
    expect(await watched()).toMatchObject({ wrong: 0 });
    await untilWhole(reader);
    expect(count(await reader.say([...LISTED, ...GOOD]))).toEqual({
      clear: GOOD.length,
      danger: LISTED.length,
    });
  });

  test.each([
    ['misses a bucket', (key: string) => ['HDEL', key, '0']],
    ['has another in its place', (key: string) => ['HSET', key, '0', 'not what was written']],
  ])('a list in the engine that %s says so, and it is written again', async (_, harm) => {
    const { server, writer, reader, compile } = await aListedEngine();
    const folder = await compile({ danger: LISTED });
    writer.use(folder);
    await reader.use(folder);
    await untilWhole(reader);
    server.ask(...harm('spamlight:{0}:list:1:buckets'));
    const said = count(await reader.say(LISTED));
    expect(said['clear']).toBeUndefined();
    expect(said['behind']).toBeGreaterThan(10);
    await until('it is written again', async () =>
      (await reader.say(LISTED)).every((one) => one === 'danger'),
    );
    expect(lastOf(writer, 'list-filled').split(' ').slice(0, 3)).toEqual(['list-filled', '7', '1']);
  });

  test('a list in the engine that dies half way through a fill is filled from the beginning', async () => {
    const server = await aRedis();
    const folder = aListsFolder();
    const way = await aSlowWay(server.port);
    const writer = aListWriter([`redis://127.0.0.1:${way.port}`], IDENTITY);
    const reader = await aListReader([server.url]);
    onTestFinished(async () => {
      reader.stop();
      await writer.stop();
      way.close();
      await server.remove();
      folder.remove();
    });
    const compiled = await aCompiledList(folder.path, aSnapshot({ danger: LISTED }));
    await reader.use(compiled);
    // Some 20 kB in all: it takes about a second.
    way.bytesPerSecond = 20_000;
    writer.use(compiled);
    await until('some of it is there', () => Number(server.ask('DBSIZE')) > 20);
    await server.kill();
    expect(count(await reader.say(LISTED))).toEqual({ away: LISTED.length });
    await until('it is noticed', () => writer.trouble() === 'away');
    expect(writer.events.some((one) => one.startsWith('list-filled'))).toBe(false);
    way.bytesPerSecond = Number.POSITIVE_INFINITY;
    await server.restart();
    const watched = watch(reader);
    await until('it is filled', () => lastOf(writer, 'list-filled').startsWith('list-filled 7 64'));
    expect(await watched()).toMatchObject({ wrong: 0 });
    await untilWhole(reader);
    expect(count(await reader.say([...LISTED, ...GOOD]))).toEqual({
      clear: GOOD.length,
      danger: LISTED.length,
    });
  });

  test('a list in the engine at the end of a slow line is written in smaller pieces, and goes on where it was interrupted', async () => {
    const server = await aRedis();
    const folder = aListsFolder();
    const way = await aSlowWay(server.port);
    const writer = aListWriter([`redis://127.0.0.1:${way.port}`], IDENTITY, { timeoutMs: 500 });
    const reader = await aListReader([server.url]);
    onTestFinished(async () => {
      reader.stop();
      await writer.stop();
      way.close();
      await server.remove();
      folder.remove();
    });
    const small = await aCompiledList(folder.path, aSnapshot({ danger: LISTED, plannedEntries: PLANNED }));
    writer.use(small);
    await reader.use(small);
    await untilWhole(reader);
    // Four shards of 12 kB are more than comes through in half a second, and none of them is in use before all are there.
    way.bytesPerSecond = 80_000;
    const large = { danger: [...LISTED, ...hostsOf('more', 140_000)], plannedEntries: PLANNED, serial: 8 };
    writer.use(await aCompiledList(folder.path, aSnapshot({ ...large, epochKey: OTHER_KEY })));
    // In one question: what asks it stands still meanwhile, and the writer and its way with it.
    const buckets = Array.from({ length: 64 }, (_, shard) => bucketsKey(shard, 2));
    const sum = `local n = 0 for _, key in ipairs(KEYS) do n = n + redis.call('HLEN', key) end return n`;
    const written = (): number => Number(server.ask('EVAL', sum, '64', ...buckets));
    await until('some of it is there', () => written() > 0);
    way.cut();
    const there = written();
    await until('it is filled', () => lastOf(writer, 'list-filled').startsWith('list-filled 8 64'), 110_000);
    expect(writer.events).toContain('list-engine-failed away');
    expect(written()).toBe(1024);
    // What the first tries have written was not written again.
    expect(Number(lastOf(writer, 'list-filled').split(' ')[3])).toBeLessThanOrEqual(1024 - there);
  });

  test('a list in the engine that comes back with an older list clears nothing until it has been brought on', async () => {
    const { server, writer, reader, compile } = await aListedEngine();
    const first = await compile({ danger: LISTED.slice(0, 1500), serial: 7 });
    writer.use(first);
    await reader.use(first);
    await untilWhole(reader);
    server.ask('SAVE');
    const second = await compile({ danger: LISTED, serial: 8 });
    writer.use(second);
    await reader.use(second);
    await untilWhole(reader);
    await server.kill();
    expect(count(await reader.say(LISTED))).toEqual({ away: LISTED.length });
    const watched = watch(reader);
    await server.restart();
    await until(
      'it is brought on',
      () => writer.events.filter((one) => one.startsWith('list-brought-on 8 64')).length === 2,
    );
    expect(await watched()).toMatchObject({ wrong: 0 });
    await untilWhole(reader);
    expect(count(await reader.say(LISTED))).toEqual({ danger: LISTED.length });
  });

  test('a list in the engine of another epoch is laid out beside the one in use, which stays for a while and then goes', async () => {
    const { server, writer, reader, compile } = await aListedEngine();
    const first = await compile({ danger: LISTED, serial: 7 });
    writer.use(first);
    await reader.use(first);
    await untilWhole(reader);
    const second = await compile({ danger: LISTED, serial: 8, epochKey: OTHER_KEY });
    writer.use(second);
    await until('it is laid out', () => lastOf(writer, 'list-filled').startsWith('list-filled 8'));
    // By the list of before, as nobody has told the reader.
    expect(count(await reader.say([...LISTED, ...GOOD]))).toEqual({
      clear: GOOD.length,
      danger: LISTED.length,
    });
    const keys = (): readonly string[] =>
      server
        .ask('KEYS', 'spamlight:*')
        .split('\n')
        .filter((key) => /:[0-9]+:buckets$/.test(key));
    expect(keys().length).toBe(128);
    // Ten minutes later.
    await writer.stop();
    const later = aListWriter([server.url], IDENTITY, { oldMs: 0 });
    onTestFinished(() => later.stop());
    later.use(second);
    await until('the one before is gone', () => keys().length === 64);
    // As if begun again: what it was told before it remembers.
    await reader.use(first);
    expect(count(await reader.say(LISTED))).toEqual({ behind: LISTED.length });
    await reader.use(second);
    await untilWhole(reader);
    expect(count(await reader.say([...LISTED, ...GOOD]))).toEqual({
      clear: GOOD.length,
      danger: LISTED.length,
    });
  });

  test('a list in the engine that grows is laid out anew beside the one in use, which answers meanwhile', async () => {
    const { writer, reader, compile } = await aListedEngine();
    const first = await compile({ danger: LISTED, serial: 7 });
    writer.use(first);
    await reader.use(first);
    await untilWhole(reader);
    const many = [...LISTED, ...hostsOf('more', 60_000)];
    const second = await compile({ danger: many, serial: 8 });
    // As if begun again: what it was told before it remembers.
    await reader.use(first);
    const watched = watch(reader);
    writer.use(second);
    await until('it is laid out', () => lastOf(writer, 'list-filled').startsWith('list-filled 8 64'));
    const { wrong, unknown, checks } = await watched();
    expect([wrong, unknown, checks > 0]).toEqual([0, 0, true]);
    await untilWhole(reader);
    expect(count(await reader.say(LISTED))).toEqual({ danger: LISTED.length });
  });

  test('a list in the engine is the newest where a key list of the channel begins its serials anew', async () => {
    const { writer, reader, compile } = await aListedEngine();
    const first = await compile({ danger: ['a.example'], serial: 90 });
    writer.use(first);
    await reader.use(first);
    await untilWhole(reader);
    const second = await compile({ danger: ['b.example'], serial: 2 }, { keyListNumber: 2 });
    await reader.use(second);
    expect(await reader.say(['b.example'])).toEqual(['behind']);
    writer.use(second);
    await untilWhole(reader);
    expect(await reader.say(['a.example', 'b.example'])).toEqual(['clear', 'danger']);
    writer.use(await compile({ danger: ['a.example'], serial: 91 }));
    await until('the older key list is refused', () => writer.trouble() === 'ahead');
  });

  test('a list in the engine that is full keeps the list it has, gives back what was begun, and takes the new one once there is room', async () => {
    const { server, writer, reader, compile } = await aListedEngine([], { fullRetryMs: 300 });
    const first = await compile({ danger: LISTED, serial: 7 });
    writer.use(first);
    await reader.use(first);
    await untilWhole(reader);
    const used = (): number => Number(/^used_memory:(\d+)/m.exec(server.ask('INFO', 'memory'))?.[1]);
    const before = used();
    server.ask('CONFIG', 'SET', 'maxmemory', String(before + 150_000));
    const second = await compile({ danger: [...LISTED, ...hostsOf('more', 100_000)], serial: 8 });
    writer.use(second);
    await until('it is said', () => writer.trouble() === 'full');
    await until('what was begun is gone', () => server.ask('KEYS', 'spamlight:*:next').trim() === '');
    expect(count(await reader.say([...LISTED, ...GOOD]))).toEqual({
      clear: GOOD.length,
      danger: LISTED.length,
    });
    server.ask('CONFIG', 'SET', 'maxmemory', '0');
    await reader.use(second);
    await untilWhole(reader);
    expect(count(await reader.say(hostsOf('more', 1000)))).toEqual({ danger: 1000 });
  });

  test.each([
    ['evicts-keys', ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'], []],
    ['of-another-version', [], ['SET', 'spamlight:{0}:list', '9 something else']],
    [
      'of-another-log',
      [],
      [
        'SET',
        'spamlight:{0}:list',
        `1 ${'c'.repeat(16)} 1 6 ${'d'.repeat(16)} ${'e'.repeat(16)} 1 7 3000 ${'f'.repeat(40)}`,
      ],
    ],
  ])('a list in the engine is refused by its writer where it %s', async (because, settings, words) => {
    const { server, writer, reader, compile } = await aListedEngine(settings);
    if (words.length > 0) server.ask(...words);
    const folder = await compile({ danger: LISTED });
    await reader.use(folder);
    writer.use(folder);
    await until('it is refused', () => writer.trouble() === because);
    expect(count(await reader.say(LISTED))).toEqual({ behind: LISTED.length });
    if (words.length > 0) expect(server.ask('GET', 'spamlight:{0}:list').trim()).toBe(words[2]);
  });

  test('a list in the engine stands beside the changes of an older build, and neither touches the other', async () => {
    const { server, writer, reader, compile } = await aListedEngine();
    const head = `2 ${IDENTITY.log} ${IDENTITY.key} 1 64 1 0 ${'c'.repeat(40)}`;
    server.ask('SET', 'spamlight:{0}:head', head);
    const folder = await compile({ danger: LISTED });
    writer.use(folder);
    await reader.use(folder);
    await untilWhole(reader);
    expect(server.ask('GET', 'spamlight:{0}:head').trim()).toBe(head);
  });

  test('a list in the engine has two writers of one folder that was copied: both come to the same, and nothing is wrong meanwhile', async () => {
    const { server, writer, reader, compile } = await aListedEngine();
    const first = await compile({ danger: LISTED, serial: 7 });
    await reader.use(first);
    const other = aListWriter([server.url], IDENTITY);
    onTestFinished(() => other.stop());
    writer.use(first);
    other.use(first);
    await untilWhole(reader);
    const watched = watch(reader);
    const second = await compile({ danger: [...LISTED, ...hostsOf('new', 500)], serial: 8 });
    writer.use(second);
    other.use(second);
    await reader.use(second);
    await untilWhole(reader);
    expect(await watched()).toMatchObject({ wrong: 0 });
    await until('both are content', () => writer.trouble() === null && other.trouble() === null);
    expect(count(await reader.say(hostsOf('new', 500)))).toEqual({ danger: 500 });
  });

  test('a list in the engine is left half written by a writer that ends, and the next one makes it whole', async () => {
    const server = await aRedis();
    const folder = aListsFolder();
    const way = await aSlowWay(server.port);
    const reader = await aListReader([server.url]);
    const writers = [aListWriter([`redis://127.0.0.1:${way.port}`], IDENTITY)];
    onTestFinished(async () => {
      reader.stop();
      for (const writer of writers) await writer.stop();
      way.close();
      await server.remove();
      folder.remove();
    });
    const compiled = await aCompiledList(folder.path, aSnapshot({ danger: LISTED }));
    await reader.use(compiled);
    way.bytesPerSecond = 20_000;
    writers[0]?.use(compiled);
    await until('some of it is there', () => Number(server.ask('DBSIZE')) > 20);
    way.close();
    await writers[0]?.stop();
    const said = count(await reader.say(LISTED));
    expect([said['clear'], said['behind'] !== undefined]).toEqual([undefined, true]);
    const next = aListWriter([server.url], IDENTITY);
    writers.push(next);
    next.use(compiled);
    await untilWhole(reader);
    expect(count(await reader.say(LISTED))).toEqual({ danger: LISTED.length });
    await until('nothing is left over', () => server.ask('KEYS', 'spamlight:*:next').trim() === '');
  });
});

describe.skipIf(REDIS === null)('a list in a cluster of three masters', () => {
  test('a list in a cluster of three masters of which one is killed: nothing listed is cleared, and the replica has all of it soon', async () => {
    const { masters, replicas } = await aCluster(1);
    const folder = aListsFolder();
    const urls = masters.slice(1).map(({ url }) => url);
    const writer = aListWriter(urls, IDENTITY);
    const reader = await aListReader(urls);
    onTestFinished(async () => {
      reader.stop();
      await writer.stop();
      for (const server of [...masters, ...replicas]) await server.remove();
      folder.remove();
    });
    const compiled = await aCompiledList(folder.path, aSnapshot({ danger: LISTED }));
    writer.use(compiled);
    await reader.use(compiled);
    await untilWhole(reader);
    const watched = watch(reader);
    await masters[0]?.kill();
    await until('the replica has taken over', () => replicas[0]?.ask('ROLE').startsWith('master') === true);
    const later = await aCompiledList(
      folder.path,
      aSnapshot({ danger: [...LISTED, 'new.example'], serial: 8 }),
    );
    writer.use(later);
    await untilWhole(reader);
    await until('it is brought on', () => lastOf(writer, 'list-brought-on').startsWith('list-brought-on 8'));
    const { checks, wrong, unknown } = await watched();
    console.log(
      `one of three masters killed: ${checks} checks of listed links, ${wrong} wrong, ${unknown} not answered`,
    );
    expect([wrong, unknown > 0]).toEqual([0, true]);
    await reader.use(later);
    await untilWhole(reader);
    expect(await reader.say(['new.example', 'listed-0.example'])).toEqual(['danger', 'danger']);
  });
});

/** Asks for what is listed without pause, until it is called. */
function watch(
  reader: AListReader,
): () => Promise<{ readonly checks: number; readonly wrong: number; readonly unknown: number }> {
  const total = { checks: 0, wrong: 0, unknown: 0 };
  const over = new AbortController();
  const running = (async () => {
    for (let round = 0; !over.signal.aborted; round++) {
      const from = (round * 100) % LISTED.length;
      const said = await reader.say(LISTED.slice(from, from + 100));
      total.checks += said.length;
      total.wrong += said.filter((one) => one === 'clear').length;
      total.unknown += said.filter((one) => one === 'away' || one === 'behind').length;
      await nextTurn();
    }
  })();
  return async () => {
    over.abort();
    await running;
    return total;
  };
}
