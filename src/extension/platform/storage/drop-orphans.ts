import type { IDBPTransaction, StoreNames } from 'idb';
import { isRemovable } from '../channel-ids.ts';
import type { PrivateSchema } from './private-database.ts';

type OfChannels = IDBPTransaction<PrivateSchema, StoreNames<PrivateSchema>[], 'readwrite'>;

/**
 * Drops records whose channel was removed while the request was in flight: nothing would ever delete them.
 *
 * @param tx - includes `channels` and `deviceLists`
 */
export async function dropOrphans<Kept extends { readonly channel: string }>(
  records: readonly Kept[],
  tx: OfChannels,
): Promise<readonly Kept[]> {
  if (!records.some(({ channel }) => isRemovable(channel))) return records;
  const keys = await Promise.all([
    tx.objectStore('channels').getAllKeys(),
    tx.objectStore('deviceLists').getAllKeys(),
  ]);
  const there = new Set(keys.flat());
  return records.filter(({ channel }) => !isRemovable(channel) || there.has(channel));
}
