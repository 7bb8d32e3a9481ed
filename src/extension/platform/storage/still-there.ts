import type { IDBPTransaction, StoreNames } from 'idb';
import { isReadersOwn } from '../channel-ids.ts';
import type { PrivateSchema } from './private-database.ts';

/** Of these two stores, and of others. */
type OfChannels = IDBPTransaction<PrivateSchema, StoreNames<PrivateSchema>[], 'readwrite'>;

/**
 * What is recorded under a channel may come after the channel was removed, by a question that was under way: then it
 * would be left for ever.
 *
 * @param tx - of the stores `channels` and `deviceLists` as well
 * @returns the records whose channel is still there
 */
export async function ofChannelsStillThere<Kept extends { readonly channel: string }>(
  records: readonly Kept[],
  tx: OfChannels,
): Promise<readonly Kept[]> {
  if (!records.some(({ channel }) => isReadersOwn(channel))) return records;
  const keys = await Promise.all([
    tx.objectStore('channels').getAllKeys(),
    tx.objectStore('deviceLists').getAllKeys(),
  ]);
  const there = new Set(keys.flat());
  return records.filter(({ channel }) => !isReadersOwn(channel) || there.has(channel));
}
