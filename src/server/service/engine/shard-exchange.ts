import type { Command, EngineNode, Reply } from './engine-node.ts';
import { BLOCK_BYTES } from './filter-block.ts';
import { parseHead, type ShardHead } from './shard-head.ts';
import { filterKey, headKey, rowsKey } from './shards.ts';

export interface ShardRequest {
  readonly shard: number;
  readonly head: ShardHead;
  readonly commands: readonly Command[];
}

export type ShardAnswer =
  | { readonly kind: 'confirmed'; readonly replies: readonly Reply[] }
  /** Retry with the new generation's head. */
  | { readonly kind: 'moved'; readonly head: ShardHead }
  /** The server is not confirmed to hold all acknowledged changes. */
  | { readonly kind: 'behind' };

/**
 * One round trip. Heads are read before data: if a generation is replaced in between, data are missing, never another
 * generation's.
 *
 * @throws EngineUnavailable
 */
export async function askShards(
  node: EngineNode,
  requests: readonly ShardRequest[],
): Promise<readonly ShardAnswer[]> {
  const run = node.run();
  const replies = await node.ask(
    requests.flatMap(({ shard, commands }) => [['GET', headKey(shard)], ...commands]),
  );
  let next = 0;
  return requests.map(({ head, commands }) => {
    const found = parseHead(String(replies[next]));
    const mine = replies.slice(next + 1, next + 1 + commands.length);
    next += 1 + commands.length;
    // `ask` fails if the connection changes, so `run` is of the process that answered.
    if (found === null || run === null || found.run !== run) return { kind: 'behind' };
    return isSameGeneration(found, head)
      ? { kind: 'confirmed', replies: mine }
      : { kind: 'moved', head: found };
  });
}

function isSameGeneration(a: ShardHead, b: ShardHead): boolean {
  return a.log === b.log && a.key === b.key && a.generation === b.generation && a.blocks === b.blocks;
}

export function blockCommand(shard: number, { generation }: ShardHead, block: number): Command {
  const from = block * BLOCK_BYTES;
  return ['GETRANGE', filterKey(shard, generation), String(from), String(from + BLOCK_BYTES - 1)];
}

export function rowsCommand(shard: number, { generation }: ShardHead, bucket: number): Command {
  return ['HGET', rowsKey(shard, generation), String(bucket)];
}

/** @returns null if the filter is gone or too short */
export function blockOf(reply: Reply | undefined): Buffer | null {
  return reply instanceof Buffer && reply.length === BLOCK_BYTES ? reply : null;
}
