/** See engine/engine-scripts.ts. */
import { scriptOf, unlessHeadIs } from '../engine/engine-scripts.ts';

/** Keys: head, buckets, digests. Arguments: known head, new head, (number, bytes, digest) per bucket. */
export const WRITE_BUCKETS = scriptOf(`
  ${unlessHeadIs('KEYS[1]', 'ARGV[1]')}
  local at = 3
  while ARGV[at] do
    redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
    redis.call('SETRANGE', KEYS[3], 8 * ARGV[at], ARGV[at + 2])
    at = at + 3
  end
  redis.call('SET', KEYS[1], ARGV[2])
  return 1`);

/** Keys: next head, buckets, digests. Arguments: next head, size of all digests in bytes. Removes leftovers. */
export const BEGIN_LIST = scriptOf(`
  redis.call('UNLINK', KEYS[2], KEYS[3])
  redis.call('SETRANGE', KEYS[3], ARGV[2] - 1, '\\0')
  redis.call('SET', KEYS[1], ARGV[1])
  return 1`);

/**
 * Keys: head, next head, old head, keys of an unused generation. Arguments: known head (empty: none), known next head,
 * new head, new old head (empty: unchanged).
 */
export const SWAP_LIST = scriptOf(`
  ${unlessHeadIs('KEYS[1]', 'ARGV[1]')}
  ${unlessHeadIs('KEYS[2]', 'ARGV[2]')}
  redis.call('SET', KEYS[1], ARGV[3])
  redis.call('DEL', KEYS[2])
  if ARGV[4] ~= '' then redis.call('SET', KEYS[3], ARGV[4]) end
  if KEYS[4] then redis.call('UNLINK', unpack(KEYS, 4)) end
  return 1`);

/** Keys: old or next head, its buckets and digests. Arguments: the known head. */
export const DROP_LIST = scriptOf(`
  ${unlessHeadIs('KEYS[1]', 'ARGV[1]')}
  redis.call('UNLINK', unpack(KEYS))
  return 1`);
