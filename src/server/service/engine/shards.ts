/**
 * Where an entry lies in the engine: by the registrable domain of its host, so that everything that may be listed of a
 * link is in one shard, and nearly always in one block.
 */
import { groupBy } from '../../../core/group-by.ts';
import type { EntryHasher } from '../../../core/hash/entry-hash.ts';
import type { Hash64 } from '../../../core/hash/hash64.ts';
import { registrableDomain } from '../../../core/url/hosts/registrable-domain.ts';
import type { Change, ChangedEntry } from '../../node/changes/change.ts';

/** Of every engine: a head says how large each is. A multiple of the nodes that anybody will have, and few to ask for. */
export const SHARD_COUNT = 64;

/** Blocks whose rows lie together: fewer, larger values cost less beside what is in them. */
export const BLOCKS_PER_BUCKET = 4;

/** The braces make a cluster put all keys of a shard on one node. */
const tagOf = (shard: number): string => `spamlight:{${shard}}`;

export const headKey = (shard: number): string => `${tagOf(shard)}:head`;
/** The head of a generation that is being filled. */
export const nextKey = (shard: number): string => `${tagOf(shard)}:next`;
export const filterKey = (shard: number, generation: number): string =>
  `${tagOf(shard)}:${generation}:filter`;
export const rowsKey = (shard: number, generation: number): string => `${tagOf(shard)}:${generation}:rows`;

/** The registrable domain of a host; the host itself where it has none. */
export function siteOf(host: string): string {
  return registrableDomain(host) ?? host;
}

export function siteOfEntry(entry: ChangedEntry): string {
  return entry.kind === 'url' ? siteOf(entry.host) : siteOfAddress(entry.address);
}

/** @param address - `user@host` or a sender's domain */
export function siteOfAddress(address: string): string {
  return siteOf(address.slice(address.lastIndexOf('@') + 1));
}

export interface Place {
  readonly shard: number;
  /** Of which the block is a share: the block is known once the shard's size is. */
  readonly word: number;
}

export function placeOf(site: string, hasher: EntryHasher): Place {
  // As an address: a site is no page, and the tag keeps the kinds apart.
  const { high, low } = hasher.address(`site ${site}`);
  return { shard: high % SHARD_COUNT, word: low };
}

export function homeBlockOf({ word }: Place, blocks: number): number {
  return Math.floor((word / 2 ** 32) * blocks);
}

/** Where an entry lies whose site has more than one block holds. */
export function ownBlockOf({ high, low }: Hash64, blocks: number): number {
  const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0xc2b2ae35) >>> 0;
  return Math.floor((mixed / 2 ** 32) * blocks);
}

export function bucketOf(block: number): number {
  return Math.floor(block / BLOCKS_PER_BUCKET);
}

function hashOfEntry(entry: ChangedEntry, hasher: EntryHasher): Hash64 {
  return entry.kind === 'url' ? hasher.url(entry.host, entry.path) : hasher.address(entry.address);
}

/** A change, and where it lies: worked out once, because to find a site and to hash are what it costs. */
export interface ShardChange {
  readonly change: Change;
  readonly place: Place;
  readonly hash: Hash64;
}

/** Changes by the shards that they lie in, in their order. */
export function placedByShard(
  changes: readonly { readonly change: Change }[],
  hasher: EntryHasher,
): ReadonlyMap<number, readonly ShardChange[]> {
  const placed = changes.map(({ change }) => ({
    change,
    place: placeOf(siteOfEntry(change.entry), hasher),
    hash: hashOfEntry(change.entry, hasher),
  }));
  return groupBy(placed, ({ place }) => place.shard);
}
