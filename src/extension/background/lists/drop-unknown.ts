import type { ChannelStore } from '../../platform/storage/channel-store.ts';
import type { SnapshotStore } from '../../platform/storage/snapshot-store.ts';
import { ignoreFailure } from '../../../core/result.ts';
import { usedChannelIds, type KnownChannels } from './channel-list.ts';
import { isDeviceList, isPolicyChannel } from '../../platform/channel-ids.ts';

export interface DropOptions {
  readonly store: SnapshotStore;
  readonly channelStore: ChannelStore;
  readonly channels: () => Promise<KnownChannels>;
  /** The channel now has another snapshot, or none. */
  readonly onActivated: (channel: string) => Promise<void>;
  readonly now: () => number;
}

/** A policy may be empty for a moment, so keep its channels' lists this long. */
const UNUSED_SECONDS = 86_400;

/**
 * Deletes lists of unknown channels, and the packaged list once unneeded. A channel that left the policy loses its list
 * a day later, but never its newest key list number.
 */
export async function dropUnknown({
  store,
  channelStore,
  channels,
  onActivated,
  now,
}: DropOptions): Promise<void> {
  const [stored, journals, known, own, aside] = await Promise.all([
    store.records(),
    store.journals(),
    channels(),
    channelStore.deviceLists(),
    channelStore.aside(),
  ]);
  // If channels are unreadable, none counts as unknown.
  if (!stored.ok || !journals.ok || !known.isWhole || !aside.ok) return;
  const { snapshots, damaged } = stored.value;
  const lists = new Set([...snapshots.map(({ channel }) => channel), ...damaged]);
  const keep = usedChannelIds(known.channels, lists);
  const unusedSince = new Map(
    journals.value.map((journal) => [journal.channel, journal.unusedSince ?? null]),
  );
  for (const id of new Set([...lists, ...journals.value.map(({ channel }) => channel)])) {
    // A list from a file cannot be downloaded again: look it up separately, and keep it if that fails.
    const isOwn = isDeviceList(id) && (!own.ok || own.value.some((list) => list.id === id));
    const since = unusedSince.get(id) ?? null;
    if (keep.has(id) || isOwn || aside.value.some((each) => each.id === id)) {
      if (since !== null) ignoreFailure(await store.writeJournal(id, { unusedSince: null }));
      continue;
    }
    if (isPolicyChannel(id)) {
      // If the clock was set back, restart the day.
      if (since === null || now() < since)
        ignoreFailure(await store.writeJournal(id, { unusedSince: now() }));
      if (since === null || now() - since < UNUSED_SECONDS || !lists.has(id)) continue;
    }
    const removed = await (isPolicyChannel(id) ? store.removeSnapshot(id) : store.remove(id));
    // The next run repeats a failed removal.
    if (removed.ok && lists.has(id)) await onActivated(id);
  }
}
