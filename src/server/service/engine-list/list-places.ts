/**
 * Where the entries of a list lie in the engine. A list has fingerprints and no hosts, so that its entries are parted by
 * their leading bits, and not by site as changes are. Layer 1 has let a key through before anything is asked, so that a
 * link that is not listed costs 0.03 questions, and a listed one one or two, wherever they lie.
 */
import type { Hash64 } from '../../../core/hash/hash64.ts';
import { SHARD_COUNT } from '../engine/shards.ts';

/** The leading bits of a fingerprint that name its shard. */
const SHARD_BITS = Math.log2(SHARD_COUNT);

/** Every fingerprint has 40 bits, and the coding of a bucket needs 32 that the bucket does not name. */
const MOST_PREFIX_BITS = 28;
const FEWEST_REST_BITS = 32;

/** Entries a bucket at the least, where a generation is begun; at most there are twice as many. */
const LEAST_PER_BUCKET = 96;

/** A generation goes on in use up to this, so that a list at the edge is not laid out anew each day. */
const MOST_PER_BUCKET = 384;
const FEWEST_PER_BUCKET = 32;

/** The braces make a cluster put all keys of a shard on one node, as those of changes. */
const tagOf = (shard: number): string => `spamlight:{${shard}}:list`;

export const listKey = (shard: number): string => tagOf(shard);
/** The head of the generation that was in use before, which readers of the epoch before still ask for a while. */
export const oldListKey = (shard: number): string => `${tagOf(shard)}:old`;
/** The head of a generation that is being filled. */
export const nextListKey = (shard: number): string => `${tagOf(shard)}:next`;
export const bucketsKey = (shard: number, generation: number): string =>
  `${tagOf(shard)}:${generation}:buckets`;
/** Of all buckets, one after the other: what the writer compares, to write only what has changed. */
export const digestsKey = (shard: number, generation: number): string =>
  `${tagOf(shard)}:${generation}:digests`;

export function shardOfHash({ high }: Pick<Hash64, 'high'>): number {
  return high >>> (32 - SHARD_BITS);
}

/** Buckets of one shard. @param prefixBits - leading bits that all entries of a bucket have in common */
export function bucketCount(prefixBits: number): number {
  return 2 ** (prefixBits - SHARD_BITS);
}

/** Within its shard, 0 to `bucketCount` − 1. */
export function bucketOfHash({ high }: Pick<Hash64, 'high'>, prefixBits: number): number {
  return (high >>> (32 - prefixBits)) % bucketCount(prefixBits);
}

export function arePrefixBits(bits: number): boolean {
  return Number.isInteger(bits) && bits >= SHARD_BITS && bits <= MOST_PREFIX_BITS;
}

export interface ListSize {
  readonly entries: number;
  /** Of the section with the shortest fingerprints. */
  readonly fewestBits: number;
}

/** How a list is parted that is laid out now. */
export function prefixBitsFor({ entries, fewestBits }: ListSize): number {
  const wanted = Math.floor(Math.log2(Math.max(1, entries) / LEAST_PER_BUCKET));
  return Math.max(SHARD_BITS, Math.min(wanted, MOST_PREFIX_BITS, fewestBits - FEWEST_REST_BITS));
}

/** Whether a list may go on in buckets that were made for another size of it. */
export function stillFits(prefixBits: number, size: ListSize): boolean {
  const best = prefixBitsFor(size);
  if (prefixBits === best) return true;
  if (prefixBits > size.fewestBits - FEWEST_REST_BITS) return false;
  const perBucket = size.entries / 2 ** prefixBits;
  return perBucket <= MOST_PER_BUCKET && perBucket >= FEWEST_PER_BUCKET;
}
