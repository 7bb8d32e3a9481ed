/** What runs inside a server for the list: see engine/engine-scripts.ts. */
import { scriptOf, unless } from '../engine/engine-scripts.ts';

/** Keys: head, buckets, digests. Arguments: head as known, head from now on, numbers of buckets, their bytes and digests. */
export const WRITE_BUCKETS = scriptOf(`
  ${unless('KEYS[1]', 'ARGV[1]')}
  local at = 3
  while ARGV[at] do
    redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
    redis.call('SETRANGE', KEYS[3], 8 * ARGV[at], ARGV[at + 2])
    at = at + 3
  end
  redis.call('SET', KEYS[1], ARGV[2])
  return 1`);

/** Keys: next head, buckets, digests. Arguments: next head, bytes of all digests. What an earlier try has left goes. */
export const BEGIN_LIST = scriptOf(`
  redis.call('UNLINK', KEYS[2], KEYS[3])
  redis.call('SETRANGE', KEYS[3], ARGV[2] - 1, '\\0')
  redis.call('SET', KEYS[1], ARGV[1])
  return 1`);

/**
 * Keys: head, next head, old head, keys of a generation that nobody asks for any more. Arguments: head as known (empty:
 * none), next head as known, head from now on, what the old head is from now on (empty: as it was).
 */
export const SWAP_LIST = scriptOf(`
  ${unless('KEYS[1]', 'ARGV[1]')}
  ${unless('KEYS[2]', 'ARGV[2]')}
  redis.call('SET', KEYS[1], ARGV[3])
  redis.call('DEL', KEYS[2])
  if ARGV[4] ~= '' then redis.call('SET', KEYS[3], ARGV[4]) end
  if KEYS[4] then redis.call('UNLINK', unpack(KEYS, 4)) end
  return 1`);

/** Keys: a head that is old or next, and its buckets and digests. Arguments: that head as known. */
export const DROP_LIST = scriptOf(`
  ${unless('KEYS[1]', 'ARGV[1]')}
  redis.call('UNLINK', unpack(KEYS))
  return 1`);
