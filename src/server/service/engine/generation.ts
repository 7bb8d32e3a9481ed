import { EntryHasher } from '../../../core/hash/entry-hash.ts';
import type { ChangeStore } from '../../node/changes/change-store.ts';
import type { EngineIdentity } from './engine-identity.ts';
import { EngineAway, type EngineNode } from './engine-node.ts';
import { nodeOrAway, type EngineNodes } from './engine-nodes.ts';
import { BEGIN, runScript, SWAP } from './engine-scripts.ts';
import { BLOCK_BYTES, PLANNED_PER_BLOCK } from './filter-block.ts';
import { bytesOfWhole, ShardDraft } from './shard-draft.ts';
import { headText, type ShardHead } from './shard-head.ts';
import { filterKey, headKey, nextKey, placedByShard, rowsKey, SHARD_COUNT } from './shards.ts';

const FEWEST_BLOCKS = 31;
/** Entries are not spread evenly: a filter that is too small from the beginning would be made anew at once. */
const MARGIN = 1.02;
/**
 * What of a generation is held here before it is written, about: each entry is then written once, and not its whole
 * bucket for each. 10⁶ entries are some 16 MB. Of more than is held, some shards are filled after the others, with one
 * reading of the table for each such group: that is faster than to read back what was written, at random.
 */
const MOST_BYTES = 64 << 20;
/** Of them, what a group is planned to take: entries come while it is filled, and sites are not all of a size. */
const PLANNED_SHARE = 0.75;
/** What is written at a time: a server is busy with it for less than a millisecond. Bytes. */
const PIECE_BYTES = 1 << 18;

/** A new generation of some shards, being filled from the whole table beside the one that is in use. */
export class Generation {
  readonly #nodes: EngineNodes;
  readonly #hasher: EntryHasher;
  readonly #store: ChangeStore;
  readonly #mostBytes: number;
  /** In use until they are swapped. */
  readonly #before: ReadonlyMap<number, ShardHead>;
  /** As the engine has them. */
  readonly #heads = new Map<number, ShardHead>();
  /** What has been read of the table and not been written to the engine. */
  readonly #drafts = new Map<number, ShardDraft>();
  /** Still to be filled, each by a reading of its own; none: what is further in the table is read for all of them. */
  #groups: readonly ReadonlySet<number>[] = [];
  /** How far the table was read for the first of several groups. */
  #firstRead: number | null = null;
  /** How far it has been read for the group that is being filled, or for all. */
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

  /**
   * @param store - of the changes
   * @param heads - of all shards, as they go on to be
   * @param mostBytes - held at a time, about
   */
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
      const node = nodeOrAway(nodes, shard);
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

  /** How often the table is still to be read, this time included. */
  readingsLeft(): number {
    return Math.max(1, this.#groups.length);
  }

  entries(): number {
    return [...this.#heads.values()].reduce((sum, { entries }) => sum + entries, 0);
  }

  /** Whether everything up to a position has been read. */
  isUpTo(position: number): boolean {
    return this.#groups.length === 0 && this.#position >= position;
  }

  /**
   * @param most - changes
   * @returns false if everything up to `end` is in
   */
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

  /**
   * Takes it into use, shard by shard.
   *
   * @param until - up to where `takeSlice` has filled it, and the generation before too
   * @returns the heads of its shards from now on
   */
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

  /** One after the other and in pieces: whoever asks the same server shall not wait for all of it. */
  async #write(): Promise<void> {
    for (const [shard, draft] of this.#drafts) {
      const head = this.#heads.get(shard);
      if (head === undefined) throw new RangeError(`shard ${shard} is not of this generation`);
      const node = this.#nodeOf(shard, head);
      this.#heads.set(shard, await draft.write(node, nextKey(shard), this.#position, PIECE_BYTES));
      this.#drafts.delete(shard);
    }
  }

  /** What a server has lost since it was begun, or never had, nobody would bring back: then all begins anew. */
  #nodeOf(shard: number, head: ShardHead): EngineNode {
    const node = nodeOrAway(this.#nodes, shard);
    if (node.run() !== head.run) throw new EngineAway('another run');
    return node;
  }
}

function runOf(node: EngineNode): string {
  const run = node.run();
  if (run === null) throw new EngineAway('it is not known who answers');
  return run;
}

/**
 * Blocks for so many entries, and as many more as the server's memory has room for anyway: it comes in pieces of which
 * there are four sizes between a power of two and the next (jemalloc), and one block's room is for what it keeps beside.
 * A filter that is outgrown is so followed by one of the next size, which has 25 to 28 entries a block.
 */
function blocksFor(entries: number): number {
  const bytes = (Math.max(FEWEST_BLOCKS, Math.ceil(entries / PLANNED_PER_BLOCK)) + 1) * BLOCK_BYTES;
  const step = 2 ** (Math.floor(Math.log2(bytes - 1)) - 2);
  return (Math.ceil(bytes / step) * step) / BLOCK_BYTES - 1;
}
