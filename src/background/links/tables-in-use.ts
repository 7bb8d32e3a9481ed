import { type EvidenceTables, packagedTables } from '../../core/evidence/evidence-tables.ts';
import { tablesWith } from '../../core/evidence/tables-with.ts';
import { consulted, type KnownChannels } from '../lists/channel-list.ts';
import type { LoadedSnapshots } from './loaded-snapshots.ts';

/**
 * The packaged tables with what the channels in use add. Only the channel that the package pins may say whose a domain
 * is. What cannot be read or would do harm is absent, and the packaged tables hold.
 */
export function tablesInUse(
  { snapshots }: Pick<LoadedSnapshots, 'snapshots'>,
  { channels }: KnownChannels,
): EvidenceTables {
  const ids = consulted(channels, new Set(snapshots.map(({ stored }) => stored.channel)));
  const added = snapshots.flatMap(({ stored: { channel, tables } }) => {
    if (tables === undefined || !ids.has(channel)) return [];
    return [
      { bytes: tables, isVouched: channels.some(({ id, origin }) => id === channel && origin === 'default') },
    ];
  });
  return added.length === 0 ? packagedTables() : tablesWith(added);
}
