/**
 * Updates the engine from the table of changes. One loop: a server is written to only after it was confirmed to hold
 * all earlier changes.
 */
import { EntryHasher } from '../../../core/hash/entry-hash.ts';
import type { ChangeStore, PlacedChange } from '../../node/changes/change-store.ts';
import { faultText } from '../fault-text.ts';
import type { EngineIdentity } from './engine-identity.ts';
import { EngineUnavailable, type EngineNode } from './engine-node.ts';
import { requireNode, type EngineNodes } from './engine-nodes.ts';
import { runScript, WRITE } from './engine-scripts.ts';
import { MOST_PER_BLOCK } from './filter-block.ts';
import { Generation } from './generation.ts';
import { groupBy } from '../../../core/group-by.ts';
import { ShardDraft, DamagedShard } from './shard-draft.ts';
import { headText, parseHead, type ShardHead } from './shard-head.ts';
import { filterKey, headKey, placedByShard, rowsKey, SHARD_COUNT } from './shards.ts';
import { whenAborted, EngineRefused, rejectEvictionPolicy, settleAll, troubleOf } from './writer-trouble.ts';

const BEAT_MS = 1000;
/** Length of one turn of a rebuild, for which new changes wait. */
const GROW_MS = 250;
const RETRY_MS = 250;
/** For failures that need an operator. */
const SLOW_RETRY_MS = 5000;

const MOST_CHANGES = 6000;
const LEAST_CHANGES = 400;

export interface EngineWriterHooks {
  readonly log: (event: string, facts?: Readonly<Record<string, string | number>>) => void;
  /** The engine holds all changes up to `position`. */
  readonly onReached: (position: number) => void;
  /** Null once updates succeed again. */
  readonly onTrouble: (kind: string | null) => void;
  /** Approximate limit of a rebuild's drafts. */
  readonly mostHeldBytes?: number;
}

const ALL_SHARDS: readonly number[] = Array.from({ length: SHARD_COUNT }, (_, shard) => shard);

export class EngineWriter {
  readonly #nodes: EngineNodes;
  readonly #store: ChangeStore;
  readonly #identity: EngineIdentity;
  readonly #hooks: EngineWriterHooks;
  readonly #hasher: EntryHasher;
  /** Heads as in the engine. A missing head must be read again. */
  readonly #heads = new Map<number, ShardHead>();
  /** Last position on disk. */
  #end: number;
  /** The engine is complete up to this; null if unknown. */
  #position: number | null = null;
  /** Changes per slice. Halved after a timeout, as the same slice would time out again. */
  #atOnce = MOST_CHANGES;
  #growing: Generation | null = null;
  #lastBeat = 0;
  #trouble: string | null = 'not-found-yet';
  /** Shards with invalid content, to be rebuilt. */
  readonly #damaged = new Set<number>();
  #wake: () => void = () => {};

  constructor(
    nodes: EngineNodes,
    store: ChangeStore,
    identity: EngineIdentity,
    end: number,
    hooks: EngineWriterHooks,
  ) {
    this.#nodes = nodes;
    this.#store = store;
    this.#identity = identity;
    this.#hasher = new EntryHasher(new Uint8Array(Buffer.from(identity.key, 'hex')));
    this.#end = end;
    this.#hooks = hooks;
  }

  advance(end: number): void {
    this.#end = Math.max(this.#end, end);
    this.#wake();
  }

  /**
   * Retries even after bugs: this process starts all others, and checks do not need the engine. Logs a repeated failure
   * once.
   */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.race([this.#nodes.connect(), whenAborted(signal)]);
    while (!signal.aborted) {
      let wait = BEAT_MS;
      try {
        const isBusy = await this.#step();
        this.#tell(null);
        if (isBusy) continue;
      } catch (error) {
        wait = this.#recover(error);
      }
      await this.#sleep(wait, signal);
    }
    this.#nodes.close();
  }

  /** @returns retry delay, milliseconds */
  #recover(error: unknown): number {
    const kind = troubleOf(error);
    if (error instanceof DamagedShard) this.#damaged.add(error.shard);
    if (kind === 'away') this.#atOnce = Math.max(LEAST_CHANGES, Math.floor(this.#atOnce / 2));
    // After a bug no cached state is trusted.
    if (kind === 'fault') {
      this.#heads.clear();
      this.#growing = null;
    }
    this.#tell(kind, kind === 'fault' ? { what: faultText(error) } : {});
    void this.#nodes.refresh();
    return kind === 'away' || kind === 'stale' || kind === 'damaged' ? RETRY_MS : SLOW_RETRY_MS;
  }

  async #step(): Promise<boolean> {
    for (const shard of this.#damaged) await this.#forget(shard);
    await this.#confirmAll();
    const isLive = await this.#takeSlice();
    const isGrowing = await this.#grow();
    await this.#beat();
    return isLive || isGrowing;
  }

  async #confirmAll(): Promise<void> {
    const doubtful = ALL_SHARDS.filter((shard) => {
      const head = this.#heads.get(shard);
      return head === undefined || head.run !== this.#nodes.nodeOf(shard)?.run();
    });
    if (doubtful.length === 0) return;
    const missing = await this.#readHeads(doubtful);
    if (missing.length > 0) await this.#make(missing);
    const positions = ALL_SHARDS.map((shard) => this.#heads.get(shard)?.position ?? 0);
    this.#position ??= Math.min(...positions);
    await this.#replay(doubtful, this.#position);
    for (const shard of doubtful) await this.#confirm(shard, this.#position);
    this.#hooks.log('engine-confirmed', { shards: doubtful.length, made: missing.length });
  }

  /** @returns shards that are empty or ahead of the table */
  async #readHeads(shards: readonly number[]): Promise<readonly number[]> {
    const missing: number[] = [];
    for (const [node, some] of groupBy(shards, (shard) => requireNode(this.#nodes, shard))) {
      const [memory, ...heads] = await node.ask([
        ['INFO', 'memory'],
        ...some.map((shard) => ['GET', headKey(shard)]),
      ]);
      rejectEvictionPolicy(String(memory));
      some.forEach((shard, index) => {
        const text = heads[index] ?? null;
        this.#heads.delete(shard);
        if (text === null) {
          missing.push(shard);
          return;
        }
        const head = parseHead(String(text));
        if (head === null) throw new EngineRefused('of-another-version');
        if (head.log !== this.#identity.log || head.key !== this.#identity.key)
          throw new EngineRefused('of-another-log');
        this.#heads.set(shard, head);
        // The table was restored from an older copy. Changes that it lacks must not stay.
        if (head.position > this.#end) missing.push(shard);
      });
    }
    return missing;
  }

  /** Rebuilds shards from the whole table; new changes wait. */
  async #make(shards: readonly number[]): Promise<void> {
    const made = await this.#begin(shards);
    const until = this.#position ?? this.#end;
    let told = 0;
    do {
      const readings = made.readingsLeft();
      // Takes minutes for a large engine.
      if (readings !== told) this.#hooks.log('engine-filling', { shards: shards.length, readings });
      told = readings;
    } while (await made.takeSlice(until, this.#atOnce));
    for (const [shard, head] of await made.swap(until)) this.#heads.set(shard, head);
    this.#hooks.log('engine-filled', { shards: shards.length, entries: made.entries() });
  }

  #begin(shards: readonly number[]): Promise<Generation> {
    const { mostHeldBytes } = this.#hooks;
    return Generation.begin(this.#nodes, this.#store, this.#identity, shards, this.#heads, mostHeldBytes);
  }

  async #replay(shards: readonly number[], until: number): Promise<void> {
    const positionOf = (shard: number): number => this.#heads.get(shard)?.position ?? 0;
    const lacking = new Set(shards.filter((shard) => positionOf(shard) < until));
    if (lacking.size === 0) return;
    for (let position = Math.min(...[...lacking].map(positionOf)); position < until;) {
      const changes = this.#store.since(position, this.#atOnce);
      position = changes.at(-1)?.position ?? until;
      await this.#write(changes, position, lacking);
    }
  }

  /** Records that the shard's server is complete up to `until`. */
  async #confirm(shard: number, until: number): Promise<void> {
    const node = requireNode(this.#nodes, shard);
    const head = this.#heads.get(shard);
    const run = node.run();
    if (head === undefined || run === null) throw new EngineUnavailable('it is not known who answers');
    await this.#setHead(node, shard, head, { ...head, run, position: Math.max(head.position, until) });
  }

  async #takeSlice(): Promise<boolean> {
    const position = this.#position;
    if (position === null || position >= this.#end) return false;
    const changes = this.#store.since(position, this.#atOnce);
    // An empty slice means that its changes were superseded or deleted.
    const until = changes.at(-1)?.position ?? this.#end;
    await this.#write(changes, until, null);
    // Report first, so that a failed report is repeated.
    this.#hooks.onReached(until);
    this.#position = until;
    return true;
  }

  /** @param only - null: all shards */
  async #write(
    changes: readonly PlacedChange[],
    until: number,
    only: ReadonlySet<number> | null,
  ): Promise<void> {
    await settleAll(
      [...placedByShard(changes, this.#hasher)]
        .filter(([shard]) => only === null || only.has(shard))
        .map(async ([shard, mine]) => {
          const node = requireNode(this.#nodes, shard);
          const head = this.#heads.get(shard);
          // Check a restarted or replaced server before writing to it.
          if (head === undefined || (only === null && head.run !== node.run()))
            throw new EngineUnavailable('another run');
          const draft = new ShardDraft(shard, head);
          await draft.read(node, mine);
          for (const one of mine) draft.apply(one);
          // Unknown until the server replies.
          this.#heads.delete(shard);
          this.#heads.set(shard, await draft.write(node, headKey(shard), until));
        }),
    );
    this.#atOnce = Math.min(MOST_CHANGES, this.#atOnce * 2);
  }

  async #setHead(node: EngineNode, shard: number, head: ShardHead, next: ShardHead): Promise<void> {
    const keys = [headKey(shard), filterKey(shard, head.generation), rowsKey(shard, head.generation)];
    this.#heads.delete(shard);
    await runScript(node, WRITE, keys, [headText(head), headText(next), '0']);
    this.#heads.set(shard, next);
  }

  /** Rebuilds shards that outgrew their filter, between new changes. */
  async #grow(): Promise<boolean> {
    const position = this.#position;
    if (position === null) return false;
    if (this.#growing === null) {
      const outgrown = ALL_SHARDS.filter((shard) => {
        const head = this.#heads.get(shard);
        return head !== undefined && head.entries > head.blocks * MOST_PER_BLOCK;
      });
      if (outgrown.length === 0) return false;
      this.#growing = await this.#begin(outgrown);
    }
    try {
      // Several slices, as the changes that outgrew the filter keep coming.
      for (const until = performance.now() + GROW_MS; performance.now() < until;)
        if (!(await this.#growing.takeSlice(position, this.#atOnce))) break;
      if (!this.#growing.isUpTo(position) || position < this.#end) return true;
      for (const [shard, head] of await this.#growing.swap(position)) this.#heads.set(shard, head);
      this.#hooks.log('engine-grown', { shards: this.#growing.shards().length });
      this.#growing = null;
      return true;
    } catch (error) {
      for (const shard of this.#growing?.shards() ?? []) this.#heads.delete(shard);
      this.#growing = null;
      throw error;
    }
  }

  /** Advances the heads of unchanged shards, for short replays after a failure. */
  async #beat(): Promise<void> {
    const position = this.#position;
    if (position === null || performance.now() - this.#lastBeat < BEAT_MS) return;
    this.#lastBeat = performance.now();
    await settleAll(
      ALL_SHARDS.map(async (shard) => {
        const head = this.#heads.get(shard);
        const node = requireNode(this.#nodes, shard);
        if (head === undefined || head.run !== node.run()) throw new EngineUnavailable('another run');
        // Always written, to detect an emptied shard.
        await this.#setHead(node, shard, head, { ...head, position: Math.max(head.position, position) });
      }),
    );
  }

  async #forget(shard: number): Promise<void> {
    this.#heads.delete(shard);
    await requireNode(this.#nodes, shard).ask([['DEL', headKey(shard)]]);
    this.#damaged.delete(shard);
  }

  #tell(kind: string | null, facts: Readonly<Record<string, string>> = {}): void {
    if (kind === this.#trouble) return;
    this.#trouble = kind;
    if (kind === null) this.#hooks.log('engine-in-use');
    else this.#hooks.log('engine-failed', { kind, ...facts });
    this.#hooks.onTrouble(kind);
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    const isIdle = this.#trouble === null;
    if (isIdle && this.#position !== null && this.#position < this.#end) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#wake = () => {};
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
      if (isIdle) this.#wake = done;
    });
  }
}
