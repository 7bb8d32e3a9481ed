import type { LinkCandidate } from '../../../core/lookup/look-up-link.ts';
import { isEngineFailure } from './engine-node.ts';
import type { EngineNodes } from './engine-nodes.ts';
import { BLOCK_BYTES, blockMayContain, isSpilled } from './filter-block.ts';
import type { ShardHead } from './shard-head.ts';
import { filterKey, homeBlockOf, ownBlockOf, type Place } from './shards.ts';

/** Per read: occupies a server for less than a millisecond. */
const PIECE_BYTES = 1 << 18;

interface Copied {
  readonly generation: number;
  readonly blocks: number;
  /** An equal count means an equal filter: bits are only set for new entries. */
  readonly entries: number;
  readonly bytes: Uint8Array;
}

/**
 * Used while the engine is away. A link found here is suspect: reviewed even if unchecked links pass. Some seconds old,
 * so it never clears a link.
 */
export class FilterCopy {
  readonly #maxBytes: number;
  readonly #shards = new Map<number, Copied>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  entryCount(): number {
    return [...this.#shards.values()].reduce((sum, { entries }) => sum + entries, 0);
  }

  mayKnow(place: Place, keys: readonly LinkCandidate[]): boolean {
    const copied = this.#shards.get(place.shard);
    if (copied === undefined) return false;
    const home = blockAt(copied, homeBlockOf(place, copied.blocks));
    return keys.some(
      ({ hash }) =>
        blockMayContain(home, hash) ||
        (isSpilled(home) && blockMayContain(blockAt(copied, ownBlockOf(hash, copied.blocks)), hash)),
    );
  }

  async update(nodes: EngineNodes, heads: ReadonlyMap<number, ShardHead>): Promise<void> {
    let bytes = 0;
    for (const [shard, head] of heads) {
      bytes += head.blocks * BLOCK_BYTES;
      if (bytes > this.#maxBytes) {
        this.#shards.delete(shard);
        continue;
      }
      const { generation, blocks, entries } = head;
      const known = this.#shards.get(shard);
      if (known?.generation === generation && known.entries === entries) continue;
      const fetched = await fetchFilter(nodes, shard, head);
      if (fetched !== null) this.#shards.set(shard, { generation, blocks, entries, bytes: fetched });
    }
  }
}

function blockAt({ bytes }: Copied, block: number): Uint8Array {
  return bytes.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES);
}

async function fetchFilter(
  nodes: EngineNodes,
  shard: number,
  { generation, blocks }: ShardHead,
): Promise<Uint8Array | null> {
  const all = new Uint8Array(blocks * BLOCK_BYTES);
  try {
    for (let from = 0; from < all.length; from += PIECE_BYTES) {
      const end = Math.min(all.length, from + PIECE_BYTES);
      const command = ['GETRANGE', filterKey(shard, generation), String(from), String(end - 1)];
      const [piece] = (await nodes.nodeOf(shard)?.ask([command])) ?? [];
      if (!(piece instanceof Buffer) || piece.length !== end - from) return null;
      all.set(piece, from);
    }
    return all;
  } catch (error) {
    if (isEngineFailure(error)) return null;
    throw error;
  }
}
