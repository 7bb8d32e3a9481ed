/**
 * The list in the engine under faults: a cluster of three masters with a replica each, real Redis. A new list comes all
 * the while, and links that every list has are asked for all the while, by a reader that is as patient as the service and
 * one that waits for longer. Counted is what must be 0: a listed link that is answered as clear at any moment, a good one
 * that is flagged, and a listed one that is not found in the end.
 *
 *     npm run soak -- engine-list --lists=70 --entries=100000
 *
 * Faults are spread over the lists; all are gone through once, however few lists there are.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { aSnapshot } from '../server/service/a-list.ts';
import { aCluster, REDIS, until, type RedisServer } from '../server/service/redis/a-redis.ts';
import { aSlowWay } from '../server/service/redis/a-slow-way.ts';
import {
  aCompiledList,
  aListReader,
  aListsFolder,
  aListWriter,
  untilWhole,
  type AListReader,
} from '../server/service/redis/a-listed-engine.ts';

const CHECKED_AT_ONCE = 100;
/** As the service: `ENGINE_MS` of its workers. */
const SERVICE_MS = 40;
/** Of each list, others than of the one before. */
const CHANGING = 500;
/** Far beyond what a fill takes. Milliseconds. */
const NEVER_MS = 600_000;

const option = (name: string, otherwise: string): string =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const lists = Number(option('lists', '70'));
const entries = Number(option('entries', '50000'));

if (REDIS === null) throw new Error('Redis cannot be had here');
const { masters, replicas } = await aCluster(3);
const nodes = [...masters, ...replicas];
const way = await aSlowWay(masters[2]?.port ?? 0);
// What nodes and clients are told of it from now on.
masters[2]?.ask('CONFIG', 'SET', 'cluster-announce-port', String(way.port));
await until('the others know of it', () =>
  nodes.every((node) => node === masters[2] || node.ask('CLUSTER', 'NODES').includes(`:${way.port}@`)),
);
const folder = aListsFolder();
const urls = nodes.map(({ url }) => url);
const identity = { log: 'a'.repeat(16), key: 'b'.repeat(16) };
const world = { fullRetryMs: 500, oldMs: 5000 };
let writer = aListWriter(urls, identity, world);
const events: string[] = [];
const readers = [await aListReader(urls, SERVICE_MS), await aListReader(urls, 2000)] as const;
const stop = new AbortController();
const total = { checks: 0, wrong: 0, unanswered: 0, good: 0 };
const lasting = Array.from({ length: entries }, (_, index) => `h${index}.site-${index % 997}.example`);
let epoch = 1;
let serial = 0;

const isFinished = (): boolean => stop.signal.aborted;
const changing = (of: number): readonly string[] =>
  Array.from({ length: CHANGING }, (_, index) => `c${index}.serial-${of}.example`);

function compileNext(): Promise<string> {
  serial++;
  return aCompiledList(
    folder.path,
    aSnapshot({
      danger: [...lasting, ...changing(serial)],
      serial,
      epochKey: new Uint8Array(8).fill(epoch),
      plannedEntries: 2 * entries,
    }),
  );
}

/** The next list, which readers take into use once the engine has it. */
async function publish(): Promise<void> {
  const path = await compileNext();
  writer.use(path);
  const own = serial;
  await wait(`list ${own} is there`, () =>
    writer.events.some((event) => new RegExp(`^list-(filled|brought-on) ${own} `).test(event)),
  );
  for (const reader of readers) await reader.use(path);
}

async function publishUpTo(last: number): Promise<void> {
  for (let left = Math.ceil(last) - serial; left > 0; left--) await publish();
}

async function watch(reader: AListReader): Promise<void> {
  for (let round = 0; !isFinished(); round++) {
    const from = (round * CHECKED_AT_ONCE) % entries;
    const said = await reader.say(lasting.slice(from, from + CHECKED_AT_ONCE));
    total.checks += said.length;
    total.wrong += said.filter((one) => one === 'clear').length;
    total.unanswered += said.filter((one) => one === 'away' || one === 'behind').length;
    if ((await reader.say([`good-${round}.example`]))[0] === 'danger') total.good++;
    await sleep(1);
  }
}

async function looking(): Promise<void> {
  while (!isFinished()) {
    for (const reader of readers) await reader.engine.look();
    await sleep(1000, undefined, { signal: stop.signal }).catch(() => {});
  }
}

async function wait(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const over = performance.now() + NEVER_MS;
  for (let toldAt = performance.now(); !(await isSo()); await sleep(50)) {
    if (performance.now() > over) throw new Error(`${what}: never; ${writer.events.slice(-10).join(', ')}`);
    if (performance.now() - toldAt < 15_000) continue;
    toldAt = performance.now();
    console.log(`    waiting until ${what}; ${writer.events.slice(-3).join(', ')}`);
  }
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

const FAULTS: Readonly<Record<string, () => Promise<void>>> = {
  'slow: 100 ms there and back': async () => {
    const before = total.unanswered;
    way.delay = 100;
    await wait('the service does not wait for it', () => total.unanswered > before + 50);
    await publish();
    way.delay = 0;
  },
  'killed, its replica takes over, restarted': async () => {
    const { master, replica } = pairOf(0);
    await master.kill();
    await wait('the replica has taken over', () => isMaster(replica));
    await publish();
    await master.restart();
    await wait('it follows', () => follows(master));
  },
  'failover by hand': async () => {
    const { replica } = pairOf(1);
    replica.ask('CLUSTER', 'FAILOVER');
    await wait('the replica has taken over', () => isMaster(replica));
    await publish();
  },
  'full: maxmemory, noeviction': async () => {
    const full = [0, 1, 2].map((shard) => pairOf(shard).master);
    for (const node of full) node.ask('CONFIG', 'SET', 'maxmemory', String(used(node)));
    const publishing = publish();
    await wait('it is said', () => writer.trouble() === 'full');
    const checks = total.checks;
    await wait('it answers on', () => total.checks > checks + 10 * CHECKED_AT_ONCE);
    for (const node of full) node.ask('CONFIG', 'SET', 'maxmemory', '0');
    await publishing;
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
  'another epoch, and the writer ends in the middle of it': async () => {
    epoch++;
    writer.use(await compileNext());
    await wait('it is being laid out', () =>
      writer.events.some((event) => event.startsWith(`list-filling ${serial} `)),
    );
    await writer.stop();
    events.push(...writer.events);
    writer = aListWriter(urls, identity, world);
  },
};

const words = option('faults', '').split(',');
const faults = Object.entries(FAULTS).filter(([name]) => words.some((word) => name.startsWith(word)));
const startedAt = performance.now();
const since = (): string => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
try {
  await publish();
  for (const reader of readers) await untilWhole(reader);
  const working = [...readers.map((reader) => watch(reader)), looking()];
  for (const [index, [name, begin]] of faults.entries()) {
    await publishUpTo((lists * (index + 0.5)) / faults.length);
    const before = { ...total, serial, at: performance.now(), events: writer.events.length };
    await begin();
    await publish();
    await untilWhole(readers[1], NEVER_MS);
    console.log(
      `  ${since()}: ${name}: ${((performance.now() - before.at) / 1000).toFixed(0)} s, ${serial - before.serial} lists meanwhile; ${total.checks - before.checks} checks of listed links: ${total.wrong - before.wrong} wrong, ${total.unanswered - before.unanswered} not answered by the engine`,
    );
  }
  await publishUpTo(lists);
  stop.abort();
  await Promise.all(working);
  await untilWhole(readers[1], NEVER_MS);
  let lost = 0;
  const all = [...lasting, ...changing(serial)];
  for (let from = 0; from < all.length; from += 1000)
    lost += (await readers[1].say(all.slice(from, from + 1000))).filter((said) => said !== 'danger').length;
  const faultsOfOurs = [...events, ...writer.events].filter((event) =>
    event.startsWith('list-engine-failed fault'),
  ).length;
  console.log(
    `${serial} lists of ${all.length} entries in ${since()}, ${lost} entries lost in the end; ${total.checks} checks of listed links under ${faults.length} faults: ${total.wrong} wrong, ${total.unanswered} not answered by the engine; ${total.good} good links flagged; ${faultsOfOurs} faults of the writer's own`,
  );
  if (lost + total.wrong + total.good + faultsOfOurs > 0) process.exitCode = 1;
} finally {
  stop.abort();
  for (const reader of readers) reader.stop();
  await writer.stop();
  way.close();
  for (const node of nodes) await node.remove();
  folder.remove();
}
process.exit();
