/**
 * The list of a channel in an engine of one Redis server, beside a plain set of as many entries in the same server: bytes
 * an entry, links a second of the server's processor time, how long a list takes until it is in use, and the memory of a
 * process that answers, with layer 2 in it and in the engine. Others may be at work on this machine: what is compared is
 * processor time.
 *
 *     npm run bench -- service-list --entries=100000,1000000 --seconds=3
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createClient } from '@redis/client';
import { EntryHasher } from '../../src/core/hash/entry-hash.ts';
import { candidatesOf } from '../../src/core/lookup/look-up-link.ts';
import { fingerprintBitsFor, type Section, type Snapshot } from '../../src/core/snapshot/snapshot.ts';
import { expressionsOf, readLink } from '../../src/core/url/read-link.ts';
import { SeededRandom } from '../../src/server/publisher/tune/seeded-random.ts';
import { SHARD_COUNT } from '../../src/server/service/engine/shards.ts';
import { bucketsKey, digestsKey, listKey } from '../../src/server/service/engine-list/list-places.ts';
import { parseListHead } from '../../src/server/service/engine-list/list-head.ts';
import { ListInEngine } from '../../src/server/service/engine-list/list-in-engine.ts';
import { EngineNodes } from '../../src/server/service/engine/engine-nodes.ts';
import { openCompiledList, type LoadedList } from '../../src/server/service/list/compiled-list.ts';
import { NOW } from '../server/service/a-change.ts';
import { aCompiledList, aListWriter, type AListWriter } from '../server/service/redis/a-listed-engine.ts';
import { aRedis, until, type RedisServer } from '../server/service/redis/a-redis.ts';
import { progress } from './progress.ts';

const BATCH = 100;
const BATCHES = 20;
const ROUNDS = 5;
const MEMORY_ROUNDS = 3;
const AT_ONCE = 1000;
/** Entries whose links are asked for; the others are random fingerprints, as all are to who does not know them. */
const NAMED = 20_000;
/** As many sections as a channel of some feeds has, of different sizes. */
const SHARES = [0.5, 0.2, 0.15, 0.1, 0.04, 0.01];
const NEVER_MS = 3_600_000;
const PATIENT_MS = 60_000;

const option = (name: string, otherwise: string): string =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const seconds = Number(option('seconds', '3'));

const PATH = '/account/verify/login.html';
const hostOf = (index: number): string => `listed-${index.toString(36)}.example`;
const listedHref = (index: number): string => `https://a.b.c.${hostOf(index)}${PATH}?id=${index}`;
const goodHref = (index: number): string =>
  `https://a.b.c.d.shop-${Math.imul(index + 1, 0x9e3779b1) >>> 0}.example/1/2/3/4/5.html?id=${index}`;
const batchesOf = (hrefOf: (index: number) => string) =>
  Array.from({ length: BATCHES }, (_, batch) =>
    Array.from({ length: BATCH }, (_link, index) => readLink(hrefOf(batch * BATCH + index))),
  );
const [good, listed] = [batchesOf(goodHref), batchesOf(listedHref)];
const expressions = good.map((links) =>
  links.map(({ layers }) => layers.flatMap((layer) => expressionsOf(layer))),
);
console.log(`${expressions[0]?.[0]?.length} expressions a link, batches of ${BATCH}, median of ${ROUNDS}`);

const folder = mkdtempSync(join(tmpdir(), 'spamlight-list-bench-'));
try {
  for (const entries of option('entries', '100000,1000000').split(',').map(Number)) await measure(entries);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function measure(entries: number): Promise<void> {
  const server = await aRedis();
  const client = createClient({ url: server.url, commandOptions: { timeout: 600_000 } });
  await client.connect();
  const nodes = new EngineNodes([server.url], PATIENT_MS);
  await nodes.connect();
  const engine = new ListInEngine(nodes);
  const identity = { log: 'a'.repeat(16), key: 'b'.repeat(16) };
  const writer = aListWriter([server.url], identity, { timeoutMs: PATIENT_MS, oldMs: 0 });
  try {
    progress(`lists of ${entries} entries are compiled`);
    const key = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
    const path = await aCompiledList(folder, aSnapshot(entries, 1, key, 0));
    // A thousandth out and another in, and a hundredth: a quarter of an hour of a busy channel, and some days.
    const few = await aCompiledList(folder, aSnapshot(entries, 2, key, 0.001));
    const more = await aCompiledList(folder, aSnapshot(entries, 3, key, 0.01));
    const rekeyed = await aCompiledList(folder, aSnapshot(entries, 4, new Uint8Array(8).fill(5), 0));
    const empty = usedMemory(server);
    progress('the engine is filled');
    const filled = await take(writer, path, 'list-filled 1');
    const list = await openCompiledList(path, (layers) => engine.tableOf(layers));
    await engine.look();
    const bytes = (usedMemory(server) - empty) / entries;
    const parts = await partsOf(client, server, entries);
    const before = usedMemory(server);
    progress('the set is filled');
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
      `\n${entries} entries: ${bytes.toFixed(2)} bytes an entry in the engine (${parts}); a set has ${setBytes.toFixed(1)} (${(setBytes / bytes).toFixed(1)} times as many)\n` +
        `  filled: ${filled}`,
    );
    progress('look-ups');
    await compare(server, client, list);
    await client.unlink('set');
    for (const [what, next, event] of [
      ['0.1 % out and as much in', few, 'list-brought-on 2'],
      ['1 % out and as much in', more, 'list-brought-on 3'],
      ['another epoch', rekeyed, 'list-filled 4'],
    ] as const) {
      progress(what);
      console.log(`  ${what}: ${await take(writer, next, event)}`);
    }
    await until(
      'the epoch before is gone',
      () => !writer.events.at(-1)?.startsWith('list-filling'),
      NEVER_MS,
    );
    progress('memory of processes');
    const memory = new Map<string, Memory[]>();
    for (let round = 0; round < MEMORY_ROUNDS; round++)
      for (const how of ['none', 'process', 'engine'])
        memory.set(how, [...(memory.get(how) ?? []), await memoryOf(how, rekeyed, server.url)]);
    const [none, whole, layer1] = ['none', 'process', 'engine'].map((how) => ({
      held: median((memory.get(how) ?? []).map(({ held }) => held)),
      pss: median((memory.get(how) ?? []).map(({ pss }) => pss)),
    }));
    const mega = (value = Number.NaN): string => `${(value / 1e6).toFixed(0)} MB`;
    const perEntry = (one: Memory | undefined): string =>
      (((one?.held ?? 0) - (none?.held ?? 0)) / entries).toFixed(2);
    console.log(
      `  memory of a process that answers, proportional set size: without a list ${mega(none?.pss)}, with both layers ${mega(whole?.pss)}, with layer 1 ${mega(layer1?.pss)}; held for the list after collections: ${perEntry(whole)} and ${perEntry(layer1)} bytes an entry`,
    );
  } finally {
    client.destroy();
    nodes.close();
    await writer.stop();
    await server.remove();
  }
}

/** @returns how long until a list is in use, and what was written for it */
async function take(writer: AListWriter, path: string, event: string): Promise<string> {
  const from = performance.now();
  writer.use(path);
  await until(event, () => writer.events.some((one) => one.startsWith(`${event} `)), NEVER_MS);
  const ms = performance.now() - from;
  const [, , shards = '', buckets = '', bytes = ''] =
    writer.events.findLast((one) => one.startsWith(`${event} `))?.split(' ') ?? [];
  return `${(ms / 1000).toFixed(2)} s from being told, ${buckets} buckets and ${(Number(bytes) / 1e6).toFixed(2)} MB written to ${shards} shards`;
}

async function partsOf(
  client: { get(key: string): Promise<string | null> },
  { ask }: RedisServer,
  entries: number,
): Promise<string> {
  let [buckets, digests, count] = [0, 0, 0];
  for (let shard = 0; shard < SHARD_COUNT; shard++) {
    const { generation = 0, prefixBits = 0 } = parseListHead((await client.get(listKey(shard))) ?? '') ?? {};
    buckets += Number(ask('MEMORY', 'USAGE', bucketsKey(shard, generation), 'SAMPLES', '200'));
    digests += Number(ask('MEMORY', 'USAGE', digestsKey(shard, generation)));
    count += 2 ** prefixBits / SHARD_COUNT;
  }
  return `buckets ${(buckets / entries).toFixed(2)}, digests ${(digests / entries).toFixed(3)}; ${(entries / count).toFixed(0)} entries a bucket`;
}

async function compare(
  server: RedisServer,
  client: { sIsMember(key: string, member: string): Promise<number> },
  { filter, hasher, table }: LoadedList,
): Promise<void> {
  let [asked, found] = [0, 0];
  const lookUp = async (links: ReturnType<typeof batchesOf>[number]): Promise<void> => {
    const candidates = links.flatMap((link) => candidatesOf(link, hasher, filter));
    asked += candidates.length;
    const answers = await table.confirm(candidates.map(({ hash }) => hash));
    for (const answer of answers) {
      if (typeof answer === 'string') throw new Error(`the engine is ${answer}`);
      found += Math.min(1, answer.length);
    }
  };
  const ways: Readonly<Record<string, (round: number) => Promise<unknown>>> = {
    'nothing listed': (round) => lookUp(good[round % BATCHES] ?? []),
    'every link listed': (round) => lookUp(listed[round % BATCHES] ?? []),
    '30 SISMEMBER': (round) =>
      Promise.all(
        (expressions[round % BATCHES] ?? []).flatMap((all) => all.map((one) => client.sIsMember('set', one))),
      ),
  };
  const rates = new Map<string, { readonly server: number; readonly wall: number }[]>();
  const questions = new Map<string, string>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, once] of Object.entries(ways)) {
      [asked, found] = [0, 0];
      const rate = await linksPerSecond(server, once);
      rates.set(name, [...(rates.get(name) ?? []), rate]);
      questions.set(
        name,
        `${(asked / rate.links).toFixed(3)} asked and ${(found / rate.links).toFixed(3)} found a link`,
      );
    }
  const sets = median(rates.get('30 SISMEMBER')?.map((rate) => rate.server) ?? []);
  for (const [name, some] of rates) {
    const perSecond = median(some.map((rate) => rate.server));
    console.log(
      `  ${name.padEnd(18)} ${String(Math.round(perSecond)).padStart(10)} links a second of the server's processor time (${some.map((rate) => Math.round(rate.server)).join(' ')}), ${(perSecond / sets).toFixed(1)} × 30 SISMEMBER; ${Math.round(median(some.map((rate) => rate.wall)))} a second through one client; ${questions.get(name)}`,
    );
  }
}

async function linksPerSecond(
  server: RedisServer,
  once: (round: number) => Promise<unknown>,
): Promise<{ readonly server: number; readonly wall: number; readonly links: number }> {
  const before = serverSeconds(server);
  const from = performance.now();
  const endsAt = from + (seconds * 1000) / ROUNDS;
  let round = 0;
  for (; performance.now() < endsAt; round++) await once(round);
  const links = round * BATCH;
  const wall = links / ((performance.now() - from) / 1000);
  return { server: links / Math.max(0.001, serverSeconds(server) - before), wall, links };
}

/** A list of which some entries are of known hosts; `changed` of the others are others in each serial. */
function aSnapshot(entries: number, serial: number, epochKey: Uint8Array, changed: number): Snapshot {
  const fingerprintBits = fingerprintBitsFor(entries);
  const hasher = new EntryHasher(epochKey);
  const named = Array.from({ length: Math.min(NAMED, entries) }, (_, index) =>
    hasher.url(hostOf(index), PATH),
  );
  let from = 0;
  const sections = SHARES.map((share, index): Section => {
    const count = Math.round(entries * share);
    const own = named.slice(from, (from += Math.round(named.length * share)));
    const [kept, other] = [new SeededRandom(index + 1), new SeededRandom(1000 * serial + index)];
    const words = new BigUint64Array(count);
    const low = 64 - fingerprintBits;
    for (let at = 0; at < count; at++) {
      const hash = own[at];
      // The same numbers are drawn in each serial, so that those that stay are the same.
      const [high, rest] = [kept.uint32(), kept.uint32()];
      const isOther = hash === undefined && at < own.length + Math.round(count * changed);
      const chosen = hash ?? (isOther ? { high: other.uint32(), low: other.uint32() } : { high, low: rest });
      words[at] = (BigInt(chosen.high) << 32n) | BigInt(((chosen.low >>> low) << low) >>> 0);
    }
    words.sort();
    let unique = 0;
    const fingerprints = { high: new Uint32Array(count), low: new Uint32Array(count) };
    const pairs = new Uint32Array(words.buffer);
    for (let at = 0; at < count; at++) {
      if (at > 0 && words[at] === words[at - 1]) continue;
      fingerprints.high[unique] = pairs[2 * at + 1] ?? 0;
      fingerprints.low[unique++] = pairs[2 * at] ?? 0;
    }
    return {
      kind: 'url',
      category: 'phishing',
      action: 'danger',
      group: `feed ${index}`,
      fingerprintBits,
      fingerprints: {
        high: fingerprints.high.subarray(0, unique),
        low: fingerprints.low.subarray(0, unique),
      },
    };
  });
  return {
    serial,
    publishedAt: NOW,
    epoch: { key: epochKey, startedAt: NOW, plannedEntries: entries },
    sections,
    exclusions: { high: new Uint32Array(), low: new Uint32Array() },
    opaque: [],
  };
}

/** Bytes. */
interface Memory {
  /** Of its heap and what hangs on it. */
  readonly held: number;
  /** Proportional set size. */
  readonly pss: number;
}

/** Of a process that holds a list and has answered some thousand links. */
async function memoryOf(how: string, list: string, url: string): Promise<Memory> {
  const holder = fileURLToPath(new URL('service-list-holder.ts', import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', holder, how, list, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const rollup = readFileSync(`/proc/${child.pid}/smaps_rollup`, 'latin1');
    return { held: Number(line), pss: Number(/^Pss: +(\d+) kB$/m.exec(rollup)?.[1] ?? Number.NaN) * 1024 };
  } finally {
    child.kill();
    await once(child, 'exit');
  }
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
