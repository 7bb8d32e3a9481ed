import { type EvidenceTables, packagedTables } from '../../../core/evidence/evidence-tables.ts';
import { combineTables } from '../../../core/evidence/combine-tables.ts';
import type { SectionName } from '../../../core/snapshot/snapshot.ts';
import { usedChannelIds, type KnownChannels } from '../lists/channel-list.ts';
import { isAllOff } from '../lists/sections-off.ts';
import type { LoadedSnapshots } from '../lists/loaded-snapshots.ts';

/**
 * Only the default channel may assign domains to brands. Additions that are unreadable or misjudge sample messages are
 * left out.
 */
export function tablesInUse(
  { snapshots }: Pick<LoadedSnapshots, 'snapshots'>,
  { channels }: KnownChannels,
  off: ReadonlyMap<string, readonly SectionName[]>,
): EvidenceTables {
  const ids = usedChannelIds(channels, new Set(snapshots.map(({ stored }) => stored.channel)));
  const added = snapshots.flatMap(({ stored: { channel, sections, tables } }) => {
    if (tables === undefined || !ids.has(channel) || isAllOff(sections, off.get(channel))) return [];
    return [
      { bytes: tables, isVouched: channels.some(({ id, origin }) => id === channel && origin === 'default') },
    ];
  });
  return added.length === 0 ? packagedTables() : combineTables(added);
}
