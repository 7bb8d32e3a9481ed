/**
 * The engine of the check service under load while what it stands on fails: a cluster of three masters with a replica
 * each, real Redis. Additions are acknowledged all the while; what was acknowledged is asked for all the while, by a reader
 * that is as patient as the service and one that waits for longer. Counted is what must be 0: an acknowledged addition that
 * is answered as clear at any moment, and one that is not found in the end.
 *
 *     npm run soak -- engine
 *     npm run soak -- engine --events=20000 --faults=slow,full
 *
 * Faults are spread over the events; all are gone through once, however few events there are.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { aChange } from '../server/service/a-change.ts';
import { aCluster, REDIS, until, type RedisServer } from '../server/service/redis/a-redis.ts';
import { aSlowWay } from '../server/service/redis/a-slow-way.ts';
import { aDataFolder, aReader, aWriter, sayAll, untilCurrent } from '../server/service/redis/an-engine.ts';

const LANES = 8;
/** Additions at a time. */
const BATCH = 1000;
const CHECKED_AT_ONCE = 100;
/** As the service: `ENGINE_MS` of its workers. */
const SERVICE_MS = 40;
/** Acknowledged, after a fault is over: then the load goes on as before. */
const MORE = 10 * BATCH;
/** Far beyond what a rebuild takes. Milliseconds. */
const NEVER_MS = 900_000;

const option = (name: string, otherwise: string): string =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const events = Number(option('events', '1000000'));

if (REDIS === null) throw new Error('Redis cannot be had here');
const { masters, replicas } = await aCluster(3);
const nodes = [...masters, ...replicas];
const way = await aSlowWay(masters[2]?.port ?? 0);
// What nodes and clients are told of it from now on.
masters[2]?.ask('CONFIG', 'SET', 'cluster-announce-port', String(way.port));
await until('the others know of it', () =>
  nodes.every((node) => node === masters[2] || node.ask('CLUSTER', 'NODES').includes(`:${way.port}@`)),
);
const folder = aDataFolder();
const urls = nodes.map(({ url }) => url);
const writer = await aWriter(urls, folder.path);
const readers = [await aReader(urls, SERVICE_MS), await aReader(urls, 2000)] as const;
const stop = new AbortController();
/** Numbers of batches, in the order in which they were acknowledged. */
const acknowledged: number[] = [];
let nextBatch = 0;
const total = { checks: 0, wrong: 0, unanswered: 0, good: 0 };

const hostsOf = (batch: number): readonly string[] =>
  Array.from({ length: BATCH }, (_, index) => `h${index}.site-${batch * 20 + (index % 20)}.example`);
const count = (): number => acknowledged.length * BATCH;
const isFinished = (): boolean => stop.signal.aborted;

async function lane(): Promise<void> {
  while (!isFinished()) {
    const batch = nextBatch++;
    await writer.take(hostsOf(batch).map((host) => aChange({ id: host, host, sequence: 1 })));
    acknowledged.push(batch);
  }
}

async function watch(reader: (typeof readers)[number]): Promise<void> {
  for (let round = 0; !isFinished(); round++) {
    const known = acknowledged.length;
    // The latest, and one from anywhere.
    const batches = [acknowledged[known - 1], acknowledged[(round * 7919) % Math.max(1, known)]];
    for (const batch of batches) {
      if (batch === undefined) continue;
      const from = (round * CHECKED_AT_ONCE) % BATCH;
      const said = await reader.say(hostsOf(batch).slice(from, from + CHECKED_AT_ONCE));
      total.checks += said.length;
      total.wrong += said.filter((one) => one === 'clear').length;
      total.unanswered += said.filter((one) => one === 'away' || one === 'behind').length;
    }
    const good = await reader.say([`good-${round}.example`]);
    if (good[0] === 'danger') total.good++;
    await sleep(1);
  }
}

async function looking(): Promise<void> {
  while (!isFinished()) {
    for (const reader of readers) await reader.engine.look();
    await sleep(1000, undefined, { signal: stop.signal }).catch(() => {});
  }
}

async function wait(what: string, isSo: () => boolean): Promise<void> {
  const over = performance.now() + NEVER_MS;
  for (let toldAt = performance.now(); !isSo(); await sleep(50)) {
    if (performance.now() > over) throw new Error(`${what}: never; ${writer.events.slice(-10).join(', ')}`);
    if (performance.now() - toldAt < 15_000) continue;
    toldAt = performance.now();
    console.log(`    ${count()} acknowledged; waiting until ${what}`);
  }
}

async function goesOn(): Promise<void> {
  const before = count();
  await wait('changes are acknowledged again', () => count() >= before + MORE);
}

const isMaster = (node: RedisServer): boolean => node.ask('ROLE').startsWith('master');
/** A master and its replica, whichever is which by now. */
function pairOf(shard: number): { readonly master: RedisServer; readonly replica: RedisServer } {
  const [a, b] = [masters[shard], replicas[shard]];
  if (a === undefined || b === undefined) throw new RangeError('there are three');
  return isMaster(a) ? { master: a, replica: b } : { master: b, replica: a };
}
const follows = (node: RedisServer): boolean =>
  node.ask('INFO', 'replication').includes('master_link_status:up');
const used = ({ ask }: RedisServer): number => Number(/^used_memory:(\d+)/m.exec(ask('INFO', 'memory'))?.[1]);
const failures = (kind: string): number =>
  writer.events.filter((event) => event === `engine-failed ${kind}`).length;

const FAULTS: Readonly<Record<string, () => Promise<void>>> = {
  'slow: 100 ms there and back': async () => {
    const before = total.unanswered;
    way.delay = 100;
    await wait('the service does not wait for it', () => total.unanswered > before + 50);
    await goesOn();
    way.delay = 0;
  },
  'killed, its replica takes over, restarted': async () => {
    const { master, replica } = pairOf(0);
    await master.kill();
    await wait('the replica has taken over', () => isMaster(replica));
    await goesOn();
    await master.restart();
    await wait('it follows', () => follows(master));
  },
  'failover by hand': async () => {
    const { replica } = pairOf(1);
    replica.ask('CLUSTER', 'FAILOVER');
    await wait('the replica has taken over', () => isMaster(replica));
    await goesOn();
  },
  'full: maxmemory, noeviction': async () => {
    const full = [0, 1, 2].map((shard) => pairOf(shard).master);
    const before = failures('full');
    for (const node of full) node.ask('CONFIG', 'SET', 'maxmemory', String(used(node)));
    await wait('it is said', () => failures('full') > before);
    const checks = total.checks;
    await wait('it answers on', () => total.checks > checks + 10 * CHECKED_AT_ONCE);
    for (const node of full) node.ask('CONFIG', 'SET', 'maxmemory', '0');
  },
  'emptied: FLUSHALL on a master': async () => {
    pairOf(1).master.ask('FLUSHALL');
  },
  'killed and at once restarted without what it had': async () => {
    const { master } = pairOf(2);
    await master.kill();
    await master.restart();
  },
  'killed, the replica too, both restarted with nothing': async () => {
    const { master, replica } = pairOf(0);
    await Promise.all([master.kill(), replica.kill()]);
    const before = total.unanswered;
    await wait('it is away', () => total.unanswered > before + 50);
    await Promise.all([master.restart(), replica.restart()]);
  },
};

const words = option('faults', '').split(',');
const faults = Object.entries(FAULTS).filter(([name]) => words.some((word) => name.startsWith(word)));
const startedAt = performance.now();
const since = (): string => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
try {
  for (const reader of readers) await untilCurrent(reader);
  const working = [
    ...Array.from({ length: LANES }, lane),
    ...readers.map((reader) => watch(reader)),
    looking(),
  ];
  await goesOn();
  for (const [index, [name, begin]] of faults.entries()) {
    await wait(`its turn: ${name}`, () => count() >= (events * (index + 0.5)) / faults.length);
    const before = { ...total, count: count(), at: performance.now(), events: writer.events.length };
    await begin();
    await goesOn();
    console.log(`    ${writer.events.slice(before.events).join(', ') || 'the writer had no trouble'}`);
    console.log(
      `  ${since()}: ${name}: ${((performance.now() - before.at) / 1000).toFixed(0)} s, ${count() - before.count} additions acknowledged meanwhile; ${total.checks - before.checks} checks of acknowledged ones: ${total.wrong - before.wrong} wrong, ${total.unanswered - before.unanswered} not answered by the engine`,
    );
  }
  await wait('all events are acknowledged', () => count() >= events);
  stop.abort();
  await Promise.all(working);
  const filled = since();
  await untilCurrent(readers[1]);
  let lost = 0;
  for (let from = 0; from < acknowledged.length; from += 10) {
    if (from % 100 === 0) console.log(`    ${from * BATCH} of them looked for in the end`);
    const hosts = acknowledged.slice(from, from + 10).flatMap(hostsOf);
    lost += (await sayAll(readers[1], hosts, NEVER_MS)).filter((said) => said !== 'danger').length;
  }
  const swaps = writer.events.filter((event) => event.startsWith('engine-grown')).length;
  const faultsOfOurs = writer.events.filter((event) => event.startsWith('engine-failed fault')).length;
  console.log(
    `${count()} additions acknowledged in ${filled}, ${lost} lost; ${total.checks} checks of them under ${faults.length} faults: ${total.wrong} wrong, ${total.unanswered} not answered by the engine; ${total.good} good links flagged; ${swaps} times filters swapped under load; ${faultsOfOurs} faults of the writer's own`,
  );
  if (lost + total.wrong + total.good + faultsOfOurs > 0) process.exitCode = 1;
} finally {
  for (const reader of readers) reader.stop();
  await writer.stop();
  way.close();
  for (const node of nodes) await node.remove();
  folder.remove();
}
process.exit();
