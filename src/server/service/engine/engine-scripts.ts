/**
 * Lua scripts that write a change and the shard's new position atomically, if the head is still the one that the caller
 * knows.
 */
import { createHash } from 'node:crypto';
import { ErrorReply } from '@redis/client';
import type { EngineNode, Reply } from './engine-node.ts';

export interface Script {
  readonly source: string;
  readonly sha1: string;
}

export class StaleHead extends Error {
  override readonly name = 'StaleHead';
}

const STALE = 'STALE the head of the shard is another';
export const unlessHeadIs = (key: string, argument: string): string =>
  `if (redis.call('GET', ${key}) or '') ~= ${argument} then return redis.error_reply('${STALE}') end`;

export function scriptOf(source: string): Script {
  return { source, sha1: createHash('sha1').update(source).digest('hex') };
}

/**
 * Keys: head, filter, rows. Arguments: known head, new head, number of blocks, (offset, bytes) per block, (bucket,
 * bytes) per bucket.
 */
export const WRITE = scriptOf(`
  ${unlessHeadIs('KEYS[1]', 'ARGV[1]')}
  local at = 4
  for _ = 1, tonumber(ARGV[3]) do
    redis.call('SETRANGE', KEYS[2], ARGV[at], ARGV[at + 1])
    at = at + 2
  end
  while ARGV[at] do
    redis.call('HSET', KEYS[3], ARGV[at], ARGV[at + 1])
    at = at + 2
  end
  redis.call('SET', KEYS[1], ARGV[2])
  return 1`);

/** Keys: next head, filter, rows. Arguments: next head, size of the filter in bytes. */
export const BEGIN = scriptOf(`
  redis.call('UNLINK', KEYS[2], KEYS[3])
  redis.call('SETRANGE', KEYS[2], tonumber(ARGV[2]) - 1, '\\0')
  redis.call('SET', KEYS[1], ARGV[1])
  return 1`);

/** Keys: head, next head, old filter, old rows. Arguments: known head (empty: none), known next head, new head. */
export const SWAP = scriptOf(`
  ${unlessHeadIs('KEYS[1]', 'ARGV[1]')}
  ${unlessHeadIs('KEYS[2]', 'ARGV[2]')}
  redis.call('SET', KEYS[1], ARGV[3])
  redis.call('DEL', KEYS[2])
  redis.call('UNLINK', KEYS[3], KEYS[4])
  return 1`);

/** @throws StaleHead @throws EngineUnavailable @throws ErrorReply */
export async function runScript(
  node: EngineNode,
  { source, sha1 }: Script,
  keys: readonly string[],
  args: readonly (string | Buffer)[],
): Promise<void> {
  const words = [String(keys.length), ...keys, ...args];
  try {
    await node.ask([['EVALSHA', sha1, ...words]]).catch((error: unknown): Promise<readonly Reply[]> => {
      if (error instanceof ErrorReply && error.message.startsWith('NOSCRIPT'))
        return node.ask([['EVAL', source, ...words]]);
      throw error;
    });
  } catch (error) {
    if (error instanceof ErrorReply && error.message.startsWith('STALE')) throw new StaleHead(STALE);
    throw error;
  }
}
