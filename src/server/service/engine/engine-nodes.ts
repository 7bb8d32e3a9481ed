import { createClient, createCluster, type RedisClientType, type RedisClusterType } from '@redis/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineUnavailable, EngineNode, type Reply } from './engine-node.ts';
import { headKey, SHARD_COUNT } from './shards.ts';

const RETRY_MS = 500;
const CONNECT_MS = 1000;
const MOST_BETWEEN_CONNECTS_MS = 500;
const ASK_OTHERS_AFTER_MS = 300;
/** Upper bound of a topology refresh; a server may be cut off. */
const LOOK_MS = 2000;

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
   * @param urls - the server or some cluster nodes: `redis://` or `rediss://`, with name and password
   * @param timeoutMs - per round trip
   */
  constructor(urls: readonly string[], timeoutMs: number) {
    this.#urls = urls;
    this.#timeoutMs = timeoutMs;
  }

  async connect(): Promise<void> {
    for (let at = 0; !this.#isClosed; at++) {
      if (await this.#tryToConnect(this.#urls[at % this.#urls.length] ?? '')) return;
      await sleep(RETRY_MS);
    }
  }

  nodeOf(shard: number): EngineNode | null {
    if (this.#single !== null) return this.#nodeFor(this.#single);
    const master = this.#cluster?.slots[this.#slots[shard] ?? -1]?.master;
    return master?.client === undefined ? null : this.#nodeFor(master.client);
  }

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
    // The cluster client learns from redirects; one command per master suffices.
    const asked = [...masters.values()].map(async (shard) => cluster.exists(headKey(shard)));
    // Failures show in later requests.
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
      // Fail at once if disconnected.
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

export function requireNode(nodes: EngineNodes, shard: number): EngineNode {
  const node = nodes.nodeOf(shard);
  if (node === null) throw new EngineUnavailable('nobody has these keys');
  return node;
}
