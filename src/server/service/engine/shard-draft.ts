import { findRow, toRow, withRow } from './change-rows.ts';
import type { EngineNode } from './engine-node.ts';
import { runScript, WRITE } from './engine-scripts.ts';
import { addToBlock, BLOCK_BYTES, entryCountOf, FULL_AT, isSpilled, markSpilled } from './filter-block.ts';
import { blockCommand, blockOf, rowsCommand } from './shard-exchange.ts';
import { headText, type ShardHead } from './shard-head.ts';
import {
  BLOCKS_PER_BUCKET,
  bucketOf,
  filterKey,
  homeBlockOf,
  ownBlockOf,
  rowsKey,
  type ShardChange,
} from './shards.ts';

/** The shard's content is invalid and must be rebuilt. */
export class DamagedShard extends Error {
  override readonly name = 'DamagedShard';
  readonly shard: number;

  constructor(shard: number) {
    super(`shard ${shard} is damaged`);
    this.shard = shard;
  }
}

/** Approximate memory overhead per block or bucket. */
const BESIDE_BYTES = 200;

/** Average over 10⁷ entries (10.7 measured). */
const ROW_BYTES = 11;

/** Approximate bytes of a whole shard's draft. */
export function bytesOfWhole(blocks: number, entries: number): number {
  return blocks * (BLOCK_BYTES + BESIDE_BYTES / BLOCKS_PER_BUCKET) + entries * ROW_BYTES;
}

/** Changes blocks and buckets locally, then writes them together. */
export class ShardDraft {
  readonly #shard: number;
  readonly #head: ShardHead;
  /** Null: blocks are read on demand. */
  readonly #filter: Uint8Array | null;
  readonly #blocks = new Map<number, Uint8Array>();
  readonly #buckets = new Map<number, Uint8Array>();
  readonly #changedBlocks = new Set<number>();
  readonly #changedBuckets = new Set<number>();
  /** Blocks that may spill; `read` has also read where their entries go. */
  readonly #goingOn = new Set<number>();
  #added = 0;
  #rowBytes = 0;

  /** @param isEmpty - starts with a whole, empty filter */
  constructor(shard: number, head: ShardHead, isEmpty = false) {
    this.#shard = shard;
    this.#head = head;
    this.#filter = isEmpty ? new Uint8Array(head.blocks * BLOCK_BYTES) : null;
  }

  /** Approximate. */
  bytes(): number {
    const beside = (this.#blocks.size + this.#buckets.size) * BESIDE_BYTES;
    return beside + (this.#filter?.length ?? this.#blocks.size * BLOCK_BYTES) + this.#rowBytes;
  }

  /** Call before `apply`. */
  async read(node: EngineNode, changes: readonly ShardChange[]): Promise<void> {
    if (this.#filter !== null) return;
    const homes = changes.map(({ place }) => homeBlockOf(place, this.#head.blocks));
    await this.#readBlocks(node, homes);
    // These changes may fill the block.
    const coming = new Map<number, number>();
    for (const home of homes) coming.set(home, (coming.get(home) ?? 0) + 1);
    for (const [home, more] of coming) {
      const block = this.#block(home);
      if (isSpilled(block) || entryCountOf(block) + more >= FULL_AT) this.#goingOn.add(home);
    }
    const owns = changes.flatMap(({ hash }, index) =>
      this.#goingOn.has(homes[index] ?? 0) ? [ownBlockOf(hash, this.#head.blocks)] : [],
    );
    if (owns.length > 0) await this.#readBlocks(node, owns);
  }

  /** The highest sequence wins. */
  apply({ change, place: site, hash }: ShardChange): void {
    const home = homeBlockOf(site, this.#head.blocks);
    const block = this.#block(home);
    const own = ownBlockOf(hash, this.#head.blocks);
    for (const place of isSpilled(block) ? [home, own] : [home]) {
      const bucket = this.#bucket(bucketOf(place));
      const found = findRow(bucket, hash);
      if (!found.ok) throw new DamagedShard(this.#shard);
      if (found.value === null) continue;
      if (change.sequence > found.value.change.sequence)
        this.#setBucket(bucketOf(place), withRow(bucket, toRow(hash, change), found.value));
      return;
    }
    let place = home;
    // If spilled entries of other sites fill the block only now, it spills after the next `read`.
    if (entryCountOf(block) >= FULL_AT && (this.#filter !== null || this.#goingOn.has(home))) {
      markSpilled(block);
      this.#changedBlocks.add(home);
      place = own;
    }
    addToBlock(this.#block(place), hash);
    this.#changedBlocks.add(place);
    this.#setBucket(bucketOf(place), withRow(this.#bucket(bucketOf(place)), toRow(hash, change), null));
    this.#added++;
  }

  /**
   * @param key - of the head
   * @param mostBytes - approximate size per write; unlimited for shards in use, whose write must be atomic
   */
  async write(
    node: EngineNode,
    key: string,
    position: number,
    mostBytes = Number.POSITIVE_INFINITY,
  ): Promise<ShardHead> {
    const { generation, entries } = this.#head;
    const next = {
      ...this.#head,
      entries: entries + this.#added,
      position: Math.max(this.#head.position, position),
    };
    const keys = [key, filterKey(this.#shard, generation), rowsKey(this.#shard, generation)];
    const parts = partsOf(this.#blocksToWrite(), this.#bucketsToWrite(), mostBytes);
    for (const [index, words] of parts.entries()) {
      const after = index === parts.length - 1 ? next : this.#head;
      await runScript(node, WRITE, keys, [headText(this.#head), headText(after), ...words]);
    }
    return next;
  }

  #blocksToWrite(): readonly Written[] {
    return [...this.#changedBlocks]
      .sort((a, b) => a - b)
      .map((place) => ({ place: place * BLOCK_BYTES, bytes: this.#block(place) }));
  }

  #bucketsToWrite(): readonly Written[] {
    return [...this.#changedBuckets].map((place) => ({ place, bytes: this.#bucket(place) }));
  }

  async #readBlocks(node: EngineNode, wanted: readonly number[]): Promise<void> {
    const blocks = [...new Set(wanted)].filter((place) => !this.#blocks.has(place));
    const buckets = [...new Set(wanted.map(bucketOf))].filter((place) => !this.#buckets.has(place));
    const replies = await node.ask([
      ...blocks.map((place) => blockCommand(this.#shard, this.#head, place)),
      ...buckets.map((bucket) => rowsCommand(this.#shard, this.#head, bucket)),
    ]);
    blocks.forEach((place, index) => {
      const block = blockOf(replies[index]);
      if (block === null) throw new DamagedShard(this.#shard);
      this.#blocks.set(place, new Uint8Array(block));
    });
    buckets.forEach((place, index) => {
      const rows = replies[blocks.length + index];
      const bytes = rows instanceof Buffer ? new Uint8Array(rows) : new Uint8Array();
      this.#rowBytes += bytes.length;
      this.#buckets.set(place, bytes);
    });
  }

  #block(place: number): Uint8Array {
    if (this.#filter !== null) return this.#filter.subarray(place * BLOCK_BYTES, (place + 1) * BLOCK_BYTES);
    const block = this.#blocks.get(place);
    if (block === undefined) throw new RangeError(`block ${place} was not read`);
    return block;
  }

  #bucket(place: number): Uint8Array {
    const bucket = this.#buckets.get(place) ?? (this.#filter === null ? undefined : new Uint8Array());
    if (bucket === undefined) throw new RangeError(`bucket ${place} was not read`);
    return bucket;
  }

  #setBucket(place: number, rows: Uint8Array): void {
    this.#rowBytes += rows.length - (this.#buckets.get(place)?.length ?? 0);
    this.#buckets.set(place, rows);
    this.#changedBuckets.add(place);
  }
}

interface Written {
  readonly place: number;
  readonly bytes: Uint8Array;
}

function partsOf(
  blocks: readonly Written[],
  buckets: readonly Written[],
  mostBytes: number,
): readonly (readonly (string | Buffer)[])[] {
  const parts: (string | Buffer)[][] = [];
  let [blockWords, bucketWords, bytes]: [(string | Buffer)[], (string | Buffer)[], number] = [[], [], 0];
  const close = (): void => {
    parts.push([String(blockWords.length / 2), ...blockWords, ...bucketWords]);
    [blockWords, bucketWords, bytes] = [[], [], 0];
  };
  const put = (words: (string | Buffer)[], { place, bytes: more }: Written): void => {
    words.push(String(place), Buffer.from(more));
    bytes += more.length;
    if (bytes >= mostBytes) close();
  };
  for (const one of blocks) put(blockWords, one);
  for (const one of buckets) put(bucketWords, one);
  if (parts.length === 0 || bytes > 0) close();
  return parts;
}
