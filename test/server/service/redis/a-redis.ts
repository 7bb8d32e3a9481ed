import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProgram } from '../../../../scripts/setup/start-program.mjs';
import { redis } from '../../../../scripts/setup/redis.mjs';
import { freePort } from '../../../free-port.ts';

/** Where Redis lies; null where it cannot be had. */
export const REDIS = redis();

const root = REDIS ?? '';
const LIBRARIES = ['usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu'];
const env = { ...process.env, LD_LIBRARY_PATH: LIBRARIES.map((path) => join(root, path)).join(':') };
const NEVER_MS = 60_000;
const LOOK_EVERY_MS = 20;
/** After which a node of a cluster counts as gone. Milliseconds. */
const NODE_TIMEOUT_MS = 600;

export interface RedisServer {
  readonly port: number;
  readonly url: string;
  readonly pid: () => number;
  /** What `redis-cli` prints. */
  readonly ask: (...words: readonly string[]) => string;
  /** Kills it at once, as a power cut would. */
  readonly kill: () => Promise<void>;
  /** Starts it again with what it has on disk. */
  readonly restart: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Starts a server that ends with us. @param settings - as on its command line */
export async function aRedis(settings: readonly string[] = []): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-redis-'));
  const port = await freePort();
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...settings];
  const ask = (...asked: readonly string[]): string =>
    spawnSync(join(root, 'usr/bin/redis-cli'), ['-p', String(port), ...asked], { env, encoding: 'utf8' })
      .stdout;
  let server: ReturnType<typeof startProgram> | null = null;
  // Of the server itself: whoever keeps it would leave it behind if that were killed instead.
  let pid = 0;
  const start = async (): Promise<void> => {
    server = startProgram(join(root, 'usr/bin/redis-server'), words, { env });
    await until('Redis answers', () => ask('PING').startsWith('PONG'));
    pid = Number(/^process_id:(\d+)/m.exec(ask('INFO', 'server'))?.[1]);
  };
  const kill = async (): Promise<void> => {
    if (pid > 0) process.kill(pid, 'SIGKILL');
    await server?.stop();
    [server, pid] = [null, 0];
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    pid: () => pid,
    ask,
    kill,
    restart: start,
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Three masters, the first of which has a replica, and all slots. */
export async function aCluster(
  replicas: number,
  settings: readonly string[] = [],
): Promise<{ readonly masters: readonly RedisServer[]; readonly replicas: readonly RedisServer[] }> {
  const nodes = await Promise.all(
    Array.from({ length: 3 + replicas }, async () => {
      const busPort = await freePort();
      return aRedis([
        '--cluster-enabled',
        'yes',
        '--cluster-port',
        String(busPort),
        '--cluster-node-timeout',
        String(NODE_TIMEOUT_MS),
        '--cluster-replica-validity-factor',
        '0',
        '--repl-diskless-sync-delay',
        '0',
        ...settings,
      ]);
    }),
  );
  const busPorts = nodes.map(({ ask }) => /@(\d+)/.exec(ask('CLUSTER', 'NODES'))?.[1] ?? '');
  const masters = nodes.slice(0, 3);
  const others = nodes.slice(3);
  const [first] = masters;
  nodes.forEach(({ port }, index) =>
    first?.ask('CLUSTER', 'MEET', '127.0.0.1', String(port), busPorts[index] ?? ''),
  );
  masters.forEach(({ ask }, index) =>
    ask(
      'CLUSTER',
      'ADDSLOTSRANGE',
      String(Math.ceil((16384 / 3) * index)),
      String(Math.ceil((16384 / 3) * (index + 1)) - 1),
    ),
  );
  masters.forEach(({ ask }, index) => ask('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1)));
  const ids = nodes.map(({ ask }) => ask('CLUSTER', 'MYID').trim());
  await until('the nodes know each other', () =>
    nodes.every(({ ask }) => ids.every((id) => ask('CLUSTER', 'NODES').includes(id))),
  );
  for (const [index, { ask }] of others.entries()) ask('CLUSTER', 'REPLICATE', ids[index % 3] ?? '');
  await until('the cluster is whole', () =>
    nodes.every(({ ask }) => ask('CLUSTER', 'INFO').includes('cluster_state:ok')),
  );
  await until('replicas follow', () =>
    others.every(({ ask }) => ask('INFO', 'replication').includes('master_link_status:up')),
  );
  return { masters, replicas: others };
}

/** Waits until `isSo`, and says what was waited for if it never comes to be. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  neverMs = NEVER_MS,
): Promise<void> {
  for (const over = performance.now() + neverMs; performance.now() < over; await sleep(LOOK_EVERY_MS))
    if (await isSo()) return;
  throw new Error(`${what}: never`);
}
