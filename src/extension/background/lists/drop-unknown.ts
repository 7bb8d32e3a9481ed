import type { ChannelStore } from '../../platform/storage/channel-store.ts';
import type { SnapshotStore } from '../../platform/storage/snapshot-store.ts';
import { ignoreFailure } from '../../../core/result.ts';
import { consulted, type KnownChannels } from './channel-list.ts';
import { isDeviceList, isPoliciesOwn } from '../../platform/channel-ids.ts';

export interface DropOptions {
  readonly store: SnapshotStore;
  readonly channelStore: ChannelStore;
  readonly channels: () => Promise<KnownChannels>;
  /** Another snapshot is in use, or none. */
  readonly onActivated: (channel: string) => Promise<void>;
  /** Unix time, seconds. */
  readonly now: () => number;
}

/** How long a list is kept that no policy names any more, in seconds: a policy may be empty for a moment. */
const UNUSED_SECONDS = 86_400;

/**
 * Drops everything of channels that are no longer there, and the packaged list once it is no longer needed. Of a channel
 * that left the policy the list goes a day later, and the number of its newest list of keys never.
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
  // While it is not known which channels there are, none of them is unknown.
  if (!stored.ok || !journals.ok || !known.isWhole || !aside.ok) return;
  const { snapshots, damaged } = stored.value;
  const lists = new Set([...snapshots.map(({ channel }) => channel), ...damaged]);
  const keep = consulted(known.channels, lists);
  const unusedSince = new Map(
    journals.value.map((journal) => [journal.channel, journal.unusedSince ?? null]),
  );
  for (const id of new Set([...lists, ...journals.value.map(({ channel }) => channel)])) {
    // A file of the reader's cannot be fetched again: asked for anew, and kept while there is no answer.
    const isOwn = isDeviceList(id) && (!own.ok || own.value.some((list) => list.id === id));
    const since = unusedSince.get(id) ?? null;
    if (keep.has(id) || isOwn || aside.value.some((each) => each.id === id)) {
      if (since !== null) ignoreFailure(await store.writeJournal(id, { unusedSince: null }));
      continue;
    }
    if (isPoliciesOwn(id)) {
      // A clock that was set back begins the day anew.
      if (since === null || now() < since)
        ignoreFailure(await store.writeJournal(id, { unusedSince: now() }));
      if (since === null || now() - since < UNUSED_SECONDS || !lists.has(id)) continue;
    }
    const removed = await (isPoliciesOwn(id) ? store.removeSnapshot(id) : store.remove(id));
    // What could not be removed is tried again after the next run.
    if (removed.ok && lists.has(id)) await onActivated(id);
  }
}
