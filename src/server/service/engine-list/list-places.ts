/**
 * Fingerprints are placed by leading bits, as they have no hosts to group by site. The resident filter is asked first:
 * an unlisted link costs 0.03 lookups, a listed one 1 or 2.
 */
import type { Hash64 } from '../../../core/hash/hash64.ts';
import { SHARD_COUNT } from '../engine/shards.ts';

const SHARD_BITS = Math.log2(SHARD_COUNT);

/**
 * Upper bound of any list. One with fingerprints of fewer than 60 bits gets fewer prefix bits: coding needs 32 beyond
 * them.
 */
const MOST_PREFIX_BITS = 28;
const FEWEST_REST_BITS = 32;

/** Fingerprints per bucket in a new generation: on average, this to twice as many. */
const LEAST_PER_BUCKET = 96;

/** Wider bounds for an existing generation, to avoid daily rebuilds. */
const MOST_PER_BUCKET = 384;
const FEWEST_PER_BUCKET = 32;

/** The hash tag keeps a shard, with its changes, on one cluster node. */
const tagOf = (shard: number): string => `spamlight:{${shard}}:list`;

export const listKey = (shard: number): string => tagOf(shard);
/** For readers of the previous epoch. */
export const oldListKey = (shard: number): string => `${tagOf(shard)}:old`;
/** Head of the generation being filled. */
export const nextListKey = (shard: number): string => `${tagOf(shard)}:next`;
export const bucketsKey = (shard: number, generation: number): string =>
  `${tagOf(shard)}:${generation}:buckets`;
/** Digests of all buckets, concatenated; the writer compares them. */
export const digestsKey = (shard: number, generation: number): string =>
  `${tagOf(shard)}:${generation}:digests`;

export function shardOfHash({ high }: Pick<Hash64, 'high'>): number {
  return high >>> (32 - SHARD_BITS);
}

/** Per shard. */
export function bucketCount(prefixBits: number): number {
  return 2 ** (prefixBits - SHARD_BITS);
}

export function bucketOfHash({ high }: Pick<Hash64, 'high'>, prefixBits: number): number {
  return (high >>> (32 - prefixBits)) % bucketCount(prefixBits);
}

export function arePrefixBits(bits: number): boolean {
  return Number.isInteger(bits) && bits >= SHARD_BITS && bits <= MOST_PREFIX_BITS;
}

export interface ListSize {
  readonly entries: number;
  /** Shortest fingerprints of any section. */
  readonly fewestBits: number;
}

export function prefixBitsFor({ entries, fewestBits }: ListSize): number {
  const wanted = Math.floor(Math.log2(Math.max(1, entries) / LEAST_PER_BUCKET));
  return Math.max(SHARD_BITS, Math.min(wanted, MOST_PREFIX_BITS, fewestBits - FEWEST_REST_BITS));
}

export function stillFits(prefixBits: number, size: ListSize): boolean {
  const best = prefixBitsFor(size);
  if (prefixBits === best) return true;
  if (prefixBits > size.fewestBits - FEWEST_REST_BITS) return false;
  const perBucket = size.entries / 2 ** prefixBits;
  return perBucket <= MOST_PER_BUCKET && perBucket >= FEWEST_PER_BUCKET;
}
