/** A shard holds whole registrable domains, so all entries of a link are in one shard, nearly always in one block. */
import { groupBy } from '../../../core/group-by.ts';
import type { EntryHasher } from '../../../core/hash/entry-hash.ts';
import type { Hash64 } from '../../../core/hash/hash64.ts';
import { registrableDomain } from '../../../core/url/hosts/registrable-domain.ts';
import type { Change, ChangedEntry } from '../../node/changes/change.ts';

/** Fixed, since heads do not record it. A multiple of likely node counts. */
export const SHARD_COUNT = 64;

/** Fewer, larger Redis values have less overhead. */
export const BLOCKS_PER_BUCKET = 4;

/** The hash tag in braces keeps a shard on one cluster node. */
const tagOf = (shard: number): string => `spamlight:{${shard}}`;

export const headKey = (shard: number): string => `${tagOf(shard)}:head`;
/** Head of the generation being filled. */
export const nextKey = (shard: number): string => `${tagOf(shard)}:next`;
export const filterKey = (shard: number, generation: number): string =>
  `${tagOf(shard)}:${generation}:filter`;
export const rowsKey = (shard: number, generation: number): string => `${tagOf(shard)}:${generation}:rows`;

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
  /** Position in a filter of any size, as a fraction of 2³². */
  readonly word: number;
}

export function placeOf(site: string, hasher: EntryHasher): Place {
  // The prefix keeps sites apart from real addresses.
  const { high, low } = hasher.address(`site ${site}`);
  return { shard: high % SHARD_COUNT, word: low };
}

export function homeBlockOf({ word }: Place, blocks: number): number {
  return Math.floor((word / 2 ** 32) * blocks);
}

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

/** Computed once: finding the site and hashing dominate the cost. */
export interface ShardChange {
  readonly change: Change;
  readonly place: Place;
  readonly hash: Hash64;
}

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
