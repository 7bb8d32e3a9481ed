import { type EvidenceTables, packagedTables } from '../../../core/evidence/evidence-tables.ts';
import { tablesWith } from '../../../core/evidence/tables-with.ts';
import type { SectionName } from '../../../core/snapshot/snapshot.ts';
import { consulted, type KnownChannels } from '../lists/channel-list.ts';
import { isAllOff } from '../lists/sections-off.ts';
import type { LoadedSnapshots } from '../lists/loaded-snapshots.ts';

/**
 * The packaged tables plus what channels in use add. Only the pinned channel may say which domains belong to a brand.
 * Additions that cannot be read or would misjudge the samples are left out.
 *
 * @param off - sections switched off, by channel
 */
export function tablesInUse(
  { snapshots }: Pick<LoadedSnapshots, 'snapshots'>,
  { channels }: KnownChannels,
  off: ReadonlyMap<string, readonly SectionName[]>,
): EvidenceTables {
  const ids = consulted(channels, new Set(snapshots.map(({ stored }) => stored.channel)));
  const added = snapshots.flatMap(({ stored: { channel, sections, tables } }) => {
    if (tables === undefined || !ids.has(channel) || isAllOff(sections, off.get(channel))) return [];
    return [
      { bytes: tables, isVouched: channels.some(({ id, origin }) => id === channel && origin === 'default') },
    ];
  });
  return added.length === 0 ? packagedTables() : tablesWith(added);
}
