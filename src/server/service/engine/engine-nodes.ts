import { createClient, createCluster, type RedisClientType, type RedisClusterType } from '@redis/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineAway, EngineNode, type Reply } from './engine-node.ts';
import { headKey, SHARD_COUNT } from './shards.ts';

/** Between two attempts to find an engine that is away. Milliseconds. */
const RETRY_MS = 500;
const CONNECT_MS = 1000;
const MOST_BETWEEN_CONNECTS_MS = 500;
/** How long a node has to be away before the others are asked who stands for it. Milliseconds. */
const ASK_OTHERS_AFTER_MS = 300;
/** What is asked of a server that may be stopped or cut off is not waited for any longer. Milliseconds. */
const LOOK_MS = 2000;

/** Who has which shard: one server, or the masters of a cluster, as they come and go. */
export class EngineNodes {
  readonly #urls: readonly string[];
  readonly #timeoutMs: number;
  readonly #nodes = new WeakMap<object, EngineNode>();
  #single: RedisClientType | null = null;
  #cluster: RedisClusterType | null = null;
  #slots: readonly number[] = [];
  #isClosed = false;
  #looking: Promise<void> | null = null;

  /**
   * @param urls - of the server, or of some nodes of the cluster: `redis://` or `rediss://`, with name and password
   * @param timeoutMs - of one round trip
   */
  constructor(urls: readonly string[], timeoutMs: number) {
    this.#urls = urls;
    this.#timeoutMs = timeoutMs;
  }

  /** Finds the engine, however long that takes; resolves when it is found, or this was closed. */
  async connect(): Promise<void> {
    for (let at = 0; !this.#isClosed; at++) {
      if (await this.#tryToConnect(this.#urls[at % this.#urls.length] ?? '')) return;
      await sleep(RETRY_MS);
    }
  }

  /** Null if nobody is known to have the shard. */
  nodeOf(shard: number): EngineNode | null {
    if (this.#single !== null) return this.#nodeFor(this.#single);
    const master = this.#cluster?.slots[this.#slots[shard] ?? -1]?.master;
    return master?.client === undefined ? null : this.#nodeFor(master.client);
  }

  /** Asks the cluster who has what: after a node has sent us elsewhere. One such look at a time. */
  refresh(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
    return this.#looking;
  }

  close(): void {
    this.#isClosed = true;
    this.#single?.destroy();
    this.#cluster?.destroy();
  }

  async #look(): Promise<void> {
    const cluster = this.#cluster;
    if (cluster === null) return;
    const masters = new Map<object, number>();
    this.#slots.forEach((slot, shard) => {
      const master = cluster.slots[slot]?.master;
      if (master !== undefined && !masters.has(master)) masters.set(master, shard);
    });
    // The cluster's client learns from being sent elsewhere. One question a master is enough.
    const asked = [...masters.values()].map(async (shard) => cluster.exists(headKey(shard)));
    // What becomes of it shows where something is asked for.
    await Promise.race([Promise.allSettled(asked), sleep(LOOK_MS)]);
  }

  #nodeFor(client: RedisClientType): EngineNode {
    const known = this.#nodes.get(client);
    if (known !== undefined) return known;
    const node = new EngineNode(client, this.#timeoutMs);
    this.#nodes.set(client, node);
    return node;
  }

  async #tryToConnect(url: string): Promise<boolean> {
    const options = this.#clientOptions();
    const client: RedisClientType = createClient({
      ...options,
      url,
      socket: { ...options.socket, reconnectStrategy: false },
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const told = String(await client.sendCommand<Reply>(['INFO', 'server']));
      if (/^redis_mode:cluster\r?$/m.test(told)) await this.#connectCluster(client, url);
      else await this.#connectSingle(url);
      return true;
    } catch {
      return false;
    } finally {
      if (client.isOpen) client.destroy();
    }
  }

  async #connectSingle(url: string): Promise<void> {
    const client: RedisClientType = createClient({ ...this.#clientOptions(), url });
    client.on('error', () => {});
    await client.connect();
    this.#single = client;
    if (this.#isClosed) client.destroy();
  }

  async #connectCluster(client: RedisClientType, url: string): Promise<void> {
    const slots = await Promise.all(
      Array.from({ length: SHARD_COUNT }, (_, shard) =>
        client.sendCommand<number>(['CLUSTER', 'KEYSLOT', headKey(shard)]),
      ),
    );
    const { username, password, protocol } = new URL(url);
    const defaults = {
      ...this.#clientOptions(),
      ...(username === '' ? {} : { username: decodeURIComponent(username) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' ? { socket: { ...this.#clientOptions().socket, tls: true as const } } : {}),
    };
    const cluster: RedisClusterType = createCluster({
      rootNodes: this.#urls.map((one) => ({ url: one })),
      defaults,
      topologyRefreshOnReconnectionAttemptStrategy: ASK_OTHERS_AFTER_MS,
    });
    cluster.on('error', () => {});
    cluster.on('node-error', () => {});
    await cluster.connect();
    this.#slots = slots;
    this.#cluster = cluster;
    if (this.#isClosed) cluster.destroy();
  }

  #clientOptions() {
    return {
      // What cannot be sent now is answered otherwise now; nothing waits for a server to come back.
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled' as const,
      socket: {
        connectTimeout: CONNECT_MS,
        reconnectStrategy: (retries: number) => Math.min(MOST_BETWEEN_CONNECTS_MS, 50 * 2 ** retries),
      },
    };
  }
}

export function nodeOrAway(nodes: EngineNodes, shard: number): EngineNode {
  const node = nodes.nodeOf(shard);
  if (node === null) throw new EngineAway('nobody has these keys');
  return node;
}
