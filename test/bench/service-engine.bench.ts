/**
 * The engine of the check service on one Redis server, beside a plain set of the same entries in the same server: how many
 * links a second of the server's processor time, how many bytes an entry, and how both grow. Every link has 30 expressions,
 * and none of them is listed. Others may be at work on this machine: what is compared is processor time.
 *
 * --entries=100000,1000000 --seconds=3 [--restored]
 *
 * Progress is on standard error. 10⁷ entries take some twenty minutes to be acknowledged one batch after the other; with
 * `--restored` they are in the writer's table before it finds its engine empty, as after a loss of all servers.
 */
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { expressionsOf, readLink } from '../../src/core/url/read-link.ts';
import type { Change } from '../../src/server/node/changes/change.ts';
import { ChangeWriter } from '../../src/server/service/changes/change-writer.ts';
import { MOST_PER_BLOCK } from '../../src/server/service/engine/filter-block.ts';
import { parseHead } from '../../src/server/service/engine/shard-head.ts';
import { filterKey, headKey, rowsKey, SHARD_COUNT } from '../../src/server/service/engine/shards.ts';
import { aChange, NOW } from '../server/service/a-change.ts';
import { progress } from './progress.ts';
import { aRedis, type RedisServer } from '../server/service/redis/a-redis.ts';
import {
  aDataFolder,
  aReader,
  aWriter,
  untilCurrent,
  type AWriter,
} from '../server/service/redis/an-engine.ts';

/** Changes written at a time. */
const AT_REST = 20_000;
const BATCH = 100;
const BATCHES = 20;
const ROUNDS = 5;
const AT_ONCE = 1000;
/** Seconds. */
const MOST_GROWING = 1800;
const MOST_FILLING = 3600;

const option = (name: string, otherwise: string): string =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const seconds = Number(option('seconds', '3'));
const isRestored = process.argv.includes('--restored');

/** Entries as long as those of feeds of pages. */
const PATH = '/account/verify/login.html';
const hostOf = (index: number): string => `listed-${index.toString(36)}.example`;
const hrefOf = (index: number): string =>
  `https://a.b.c.d.shop-${Math.imul(index + 1, 0x9e3779b1) >>> 0}.example/1/2/3/4/5.html?id=${index}`;
const batches = Array.from({ length: BATCHES }, (_, batch) =>
  Array.from({ length: BATCH }, (_link, index) => readLink(hrefOf(batch * BATCH + index))),
);
const expressions = batches.map((links) =>
  links.map(({ layers }) => layers.flatMap((layer) => expressionsOf(layer))),
);
console.log(`${expressions[0]?.[0]?.length} expressions a link, batches of ${BATCH}, median of ${ROUNDS}`);

for (const entries of option('entries', '100000,1000000').split(',').map(Number)) await measure(entries);
process.exit(0);

async function measure(entries: number): Promise<void> {
  const server = await aRedis();
  const ofNone = usedMemory(server);
  const folder = aDataFolder();
  if (isRestored) await writeTable(folder.path, entries);
  const openedAt = performance.now();
  const writer = await aWriter([server.url], folder.path, 30_000);
  const opened = (performance.now() - openedAt) / 1000;
  const reader = await aReader([server.url], 30_000);
  // On a busy machine it may be late; what is compared is processor time.
  const client = createClient({ url: server.url, commandOptions: { timeout: 600_000 } });
  await client.connect();
  try {
    if (!isRestored) await untilCurrent(reader);
    const empty = isRestored ? ofNone : usedMemory(server);
    const startedAt = performance.now();
    progress(`the table is open after ${opened.toFixed(0)} s`);
    if (!isRestored) await takeAll(writer, entries);
    await untilCurrent(reader, MOST_FILLING * 1000);
    const filled = (performance.now() - startedAt) / 1000;
    progress('filters grow');
    const grown = await untilGrown(client);
    const engineBytes = (usedMemory(server) - empty) / entries;
    const filterBytes = (await filterMemory(client, server)) / entries;
    const before = usedMemory(server);
    for (let from = 0; from < entries; from += AT_ONCE)
      await client.sAdd(
        'set',
        Array.from(
          { length: Math.min(AT_ONCE, entries - from) },
          (_, index) => `${hostOf(from + index)}${PATH}`,
        ),
      );
    const setBytes = (usedMemory(server) - before) / entries;
    console.log(
      `\n${entries} entries, ${isRestored ? `the table opened in ${opened.toFixed(0)} s, ` : ''}filled in ${filled.toFixed(0)} s: ${Math.round(entries / filled)} changes/s ${isRestored ? 'brought on' : 'acknowledged'}; filters as large as they should be ${grown.toFixed(0)} s later\n` +
        `  bytes an entry: set ${setBytes.toFixed(1)}; filter ${filterBytes.toFixed(2)} (1/${(setBytes / filterBytes).toFixed(0)}), with exact rows ${engineBytes.toFixed(1)} (1/${(setBytes / engineBytes).toFixed(1)})`,
    );
    const ways: Readonly<Record<string, (round: number) => Promise<unknown>>> = {
      engine: (round) => reader.engine.lookUp(batches[round % BATCHES] ?? [], NOW),
      '30 SISMEMBER': (round) =>
        Promise.all(
          (expressions[round % BATCHES] ?? []).flatMap((all) =>
            all.map((one) => client.sIsMember('set', one)),
          ),
        ),
      '1 SMISMEMBER': (round) =>
        Promise.all((expressions[round % BATCHES] ?? []).map((all) => client.smIsMember('set', all))),
      '1 BITFIELD_RO': (round) =>
        Promise.all(
          (expressions[round % BATCHES] ?? []).map((all, index) =>
            client.bitFieldRo(
              filterKey(index % SHARD_COUNT, generation),
              all.map((one, place) => ({
                encoding: 'u32' as const,
                offset: ((one.length * 7919 + place * 977) * 32) % 30_000,
              })),
            ),
          ),
        ),
      '30 GETRANGE': (round) =>
        Promise.all(
          (expressions[round % BATCHES] ?? []).flatMap((all, index) =>
            all.map((one, place) => {
              const from = ((one.length * 7919 + place * 977) % 64) * 64;
              return client.getRange(filterKey(index % SHARD_COUNT, generation), from, from + 63);
            }),
          ),
        ),
    };
    const generation = parseHead((await client.get(headKey(0))) ?? '')?.generation ?? 1;
    const found = new Map<string, number[]>();
    progress('look-ups');
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, once] of Object.entries(ways))
        found.set(name, [...(found.get(name) ?? []), await linksPerSecond(server, once)]);
    const sets = median(found.get('30 SISMEMBER') ?? []);
    for (const [name, rates] of found)
      console.log(
        `  ${name.padEnd(14)} ${String(Math.round(median(rates))).padStart(9)} links a second of the server's processor time (${rates.map((rate) => Math.round(rate)).join(' ')}); ${(median(rates) / sets).toFixed(2)} × 30 SISMEMBER`,
      );
  } finally {
    client.destroy();
    reader.stop();
    await writer.stop();
    await server.remove();
    folder.remove();
  }
}

function changeOf(index: number): Change {
  const host = hostOf(index);
  return aChange({ id: host, host, path: PATH, sequence: 1, at: NOW });
}

async function takeAll(writer: AWriter, entries: number): Promise<void> {
  for (let from = 0; from < entries; from += AT_ONCE * 4) {
    if ((from / AT_ONCE / 4) % Math.ceil(entries / AT_ONCE / 40) === 0)
      progress(`${from} of ${entries} changes acknowledged`);
    await Promise.all(
      [0, 1, 2, 3].map((lane) => {
        const first = from + lane * AT_ONCE;
        const count = Math.max(0, Math.min(AT_ONCE, entries - first));
        return writer.take(Array.from({ length: count }, (_, index) => changeOf(first + index)));
      }),
    );
  }
}

/** What a writer finds that has lost its engine. */
async function writeTable(folder: string, entries: number): Promise<void> {
  const writer = await ChangeWriter.open(join(folder, 'changes'));
  if (!writer.ok) throw new Error(writer.failure.message);
  for (let from = 0; from < entries; from += AT_REST) {
    if (from % (50 * AT_REST) === 0) progress(`${from} of ${entries} changes written`);
    const count = Math.min(AT_REST, entries - from);
    const written = await writer.value.append(
      Array.from({ length: count }, (_, index) => changeOf(from + index)),
    );
    if (!written.ok) throw new Error(written.failure.message);
  }
  await writer.value.close();
}

async function linksPerSecond(
  server: RedisServer,
  once: (round: number) => Promise<unknown>,
): Promise<number> {
  for (let round = 0; round < 3; round++) await once(round);
  const before = serverSeconds(server);
  const endsAt = performance.now() + (seconds * 1000) / ROUNDS;
  let round = 0;
  for (; performance.now() < endsAt; round++) await once(round);
  return (round * BATCH) / (serverSeconds(server) - before);
}

/** Processor time of the thread that answers. */
function serverSeconds({ ask }: RedisServer): number {
  const told = ask('INFO', 'cpu');
  return ['user', 'sys'].reduce(
    (sum, kind) => sum + Number(new RegExp(`^used_cpu_${kind}_main_thread:([\\d.]+)`, 'm').exec(told)?.[1]),
    0,
  );
}

function usedMemory({ ask }: RedisServer): number {
  return Number(/^used_memory:(\d+)/m.exec(ask('INFO', 'memory'))?.[1]);
}

/** Filters grow beside the changes that come, and are measured when they have. @returns seconds */
async function untilGrown(client: { get(key: string): Promise<string | null> }): Promise<number> {
  const startedAt = performance.now();
  const waited = (): number => (performance.now() - startedAt) / 1000;
  for (;;) {
    const heads = await Promise.all(
      Array.from({ length: SHARD_COUNT }, async (_, shard) =>
        parseHead((await client.get(headKey(shard))) ?? ''),
      ),
    );
    if (heads.every((head) => head !== null && head.entries <= head.blocks * MOST_PER_BLOCK)) return waited();
    if (waited() > MOST_GROWING) throw new Error(`filters had not grown after ${MOST_GROWING} s`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function filterMemory(
  client: { get(key: string): Promise<string | null> },
  { ask }: RedisServer,
): Promise<number> {
  let sum = 0;
  for (let shard = 0; shard < SHARD_COUNT; shard++) {
    const { generation = 0 } = parseHead((await client.get(headKey(shard))) ?? '') ?? {};
    sum += Number(ask('MEMORY', 'USAGE', filterKey(shard, generation)));
    if (Number(ask('EXISTS', rowsKey(shard, generation))) !== 1) throw new Error('a shard without rows');
  }
  return sum;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
