import { EntryHasher } from '../../../core/hash/entry-hash.ts';
import type { ChangeStore } from '../../node/changes/change-store.ts';
import type { EngineIdentity } from './engine-identity.ts';
import { EngineUnavailable, type EngineNode } from './engine-node.ts';
import { requireNode, type EngineNodes } from './engine-nodes.ts';
import { BEGIN, runScript, SWAP } from './engine-scripts.ts';
import { BLOCK_BYTES, PLANNED_PER_BLOCK } from './filter-block.ts';
import { bytesOfWhole, ShardDraft } from './shard-draft.ts';
import { headText, type ShardHead } from './shard-head.ts';
import { filterKey, headKey, nextKey, placedByShard, rowsKey, SHARD_COUNT } from './shards.ts';

const FEWEST_BLOCKS = 31;
/** Entries spread unevenly; a filter that starts too small would be rebuilt at once. */
const MARGIN = 1.02;
/**
 * Approximate limit of all drafts, which save one bucket write per entry; 10⁶ entries take some 16 MB. Beyond it,
 * groups of shards each get a pass over the table, faster than random reads from the engine.
 */
const MOST_BYTES = 64 << 20;
/** Share of `MOST_BYTES` planned for a group: entries arrive meanwhile, and sites vary in size. */
const PLANNED_SHARE = 0.75;
/** Per write: occupies a server for less than a millisecond. */
const PIECE_BYTES = 1 << 18;

/** Filled from the whole table while the old data is in use. */
export class Generation {
  readonly #nodes: EngineNodes;
  readonly #hasher: EntryHasher;
  readonly #store: ChangeStore;
  readonly #mostBytes: number;
  /** Heads in use until `swap`. */
  readonly #before: ReadonlyMap<number, ShardHead>;
  /** Heads of this generation, as in the engine. */
  readonly #heads = new Map<number, ShardHead>();
  /** Changes read from the table, not yet written. */
  readonly #drafts = new Map<number, ShardDraft>();
  /**
   * Groups of shards, one per pass. Empty if one group suffices, and after the last pass: changes are read for all
   * shards.
   */
  #groups: readonly ReadonlySet<number>[] = [];
  /** Position that the first group's pass reached; null before. */
  #firstRead: number | null = null;
  /** Position read for the current group, or for all. */
  #position = 0;

  private constructor(
    nodes: EngineNodes,
    store: ChangeStore,
    hasher: EntryHasher,
    before: ReadonlyMap<number, ShardHead>,
    mostBytes: number,
  ) {
    this.#nodes = nodes;
    this.#store = store;
    this.#hasher = hasher;
    this.#before = before;
    this.#mostBytes = mostBytes;
  }

  /** @param heads - the caller's own map, which changes while this generation fills */
  static async begin(
    nodes: EngineNodes,
    store: ChangeStore,
    identity: EngineIdentity,
    shards: readonly number[],
    heads: ReadonlyMap<number, ShardHead>,
    mostBytes = MOST_BYTES,
  ): Promise<Generation> {
    const hasher = new EntryHasher(new Uint8Array(Buffer.from(identity.key, 'hex')));
    const made = new Generation(nodes, store, hasher, heads, mostBytes);
    const isKnown = shards.every((shard) => heads.has(shard));
    const guess = isKnown ? 0 : (store.state().held / SHARD_COUNT) * MARGIN;
    const groups: Set<number>[] = [];
    let room = 0;
    for (const shard of shards) {
      const before = heads.get(shard);
      const entries = before?.entries ?? guess;
      const node = requireNode(nodes, shard);
      const head: ShardHead = {
        ...identity,
        generation: (before?.generation ?? 0) + 1,
        blocks: blocksFor(entries),
        position: 0,
        entries: 0,
        run: runOf(node),
      };
      const keys = [nextKey(shard), filterKey(shard, head.generation), rowsKey(shard, head.generation)];
      await runScript(node, BEGIN, keys, [headText(head), String(head.blocks * BLOCK_BYTES)]);
      made.#heads.set(shard, head);
      const bytes = bytesOfWhole(head.blocks, entries);
      if (bytes > room) {
        groups.push(new Set());
        room = mostBytes * PLANNED_SHARE;
      }
      groups.at(-1)?.add(shard);
      room -= bytes;
    }
    made.#fill(groups[0]);
    if (groups.length > 1) made.#groups = groups;
    return made;
  }

  #fill(group: ReadonlySet<number> | undefined): void {
    for (const shard of group ?? []) {
      const head = this.#heads.get(shard);
      if (head !== undefined) this.#drafts.set(shard, new ShardDraft(shard, head, true));
    }
  }

  shards(): readonly number[] {
    return [...this.#heads.keys()];
  }

  /** Passes over the table, including the current one. */
  readingsLeft(): number {
    return Math.max(1, this.#groups.length);
  }

  entries(): number {
    return [...this.#heads.values()].reduce((sum, { entries }) => sum + entries, 0);
  }

  isUpTo(position: number): boolean {
    return this.#groups.length === 0 && this.#position >= position;
  }

  /** @returns false once complete up to `end` */
  async takeSlice(end: number, most: number): Promise<boolean> {
    const changes = this.#position < end ? this.#store.since(this.#position, most) : [];
    const last = changes.at(-1);
    if (last === undefined) {
      this.#position = Math.max(this.#position, end);
      if (this.#groups.length === 0) return false;
      await this.#endGroup();
      return true;
    }
    const [filled] = this.#groups;
    await Promise.all(
      [...placedByShard(changes, this.#hasher)].map(async ([shard, mine]) => {
        const head = this.#heads.get(shard);
        if (head === undefined || filled?.has(shard) === false) return;
        const draft = this.#drafts.get(shard) ?? new ShardDraft(shard, head);
        this.#drafts.set(shard, draft);
        await draft.read(this.#nodeOf(shard, head), mine);
        for (const one of mine) draft.apply(one);
      }),
    );
    this.#position = last.position;
    const held = [...this.#drafts.values()].reduce((sum, draft) => sum + draft.bytes(), 0);
    if (held > this.#mostBytes) await this.#write();
    return true;
  }

  async #endGroup(): Promise<void> {
    this.#firstRead ??= this.#position;
    this.#groups = this.#groups.slice(1);
    if (this.#groups.length > 0) await this.#write();
    this.#fill(this.#groups[0]);
    this.#position = this.#groups.length > 0 ? 0 : this.#firstRead;
  }

  /** @param until - position that the old and the new data have reached */
  async swap(until: number): Promise<ReadonlyMap<number, ShardHead>> {
    await this.#write();
    for (const [shard, next] of this.#heads) {
      const before = this.#before.get(shard);
      const node = this.#nodeOf(shard, next);
      const head = { ...next, position: until };
      const old = before?.generation ?? 0;
      const keys = [headKey(shard), nextKey(shard), filterKey(shard, old), rowsKey(shard, old)];
      const known = before === undefined ? '' : headText(before);
      await runScript(node, SWAP, keys, [known, headText(next), headText(head)]);
      this.#heads.set(shard, head);
    }
    return this.#heads;
  }

  /** Sequential and in pieces: a server's other clients must not wait. */
  async #write(): Promise<void> {
    for (const [shard, draft] of this.#drafts) {
      const head = this.#heads.get(shard);
      if (head === undefined) throw new RangeError(`shard ${shard} is not of this generation`);
      const node = this.#nodeOf(shard, head);
      this.#heads.set(shard, await draft.write(node, nextKey(shard), this.#position, PIECE_BYTES));
      this.#drafts.delete(shard);
    }
  }

  /** Throws if the server restarted or was replaced: its data may be gone, so all starts over. */
  #nodeOf(shard: number, head: ShardHead): EngineNode {
    const node = requireNode(this.#nodes, shard);
    if (node.run() !== head.run) throw new EngineUnavailable('another run');
    return node;
  }
}

function runOf(node: EngineNode): string {
  const run = node.run();
  if (run === null) throw new EngineUnavailable('it is not known who answers');
  return run;
}

/**
 * Rounds up to the server's allocation: jemalloc has four sizes between powers of two; one block is overhead. After
 * growth: 25 to 28 entries per block.
 */
function blocksFor(entries: number): number {
  const bytes = (Math.max(FEWEST_BLOCKS, Math.ceil(entries / PLANNED_PER_BLOCK)) + 1) * BLOCK_BYTES;
  const step = 2 ** (Math.floor(Math.log2(bytes - 1)) - 2);
  return (Math.ceil(bytes / step) * step) / BLOCK_BYTES - 1;
}
