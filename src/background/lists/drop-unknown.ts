import type { ChannelStore } from '../../platform/channel-store.ts';
import type { SnapshotStore } from '../../platform/snapshot-store.ts';
import { consulted, type KnownChannels } from './channel-list.ts';
import { isDeviceList } from '../../platform/channel-ids.ts';

export interface DropOptions {
  readonly store: SnapshotStore;
  readonly channelStore: ChannelStore;
  readonly channels: () => Promise<KnownChannels>;
  /** Another snapshot is in use, or none. */
  readonly onActivated: (channel: string) => Promise<void>;
}

/** Drops everything of channels that are no longer there, and the packaged list once it is no longer needed. */
export async function dropUnknown({
  store,
  channelStore,
  channels,
  onActivated,
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
  for (const id of new Set([...lists, ...journals.value.map(({ channel }) => channel)])) {
    // A file of the reader's cannot be fetched again: asked for anew, and kept while there is no answer.
    const isOwn = isDeviceList(id) && (!own.ok || own.value.some((list) => list.id === id));
    if (keep.has(id) || isOwn || aside.value.some((each) => each.id === id)) continue;
    const removed = await store.remove(id);
    // What could not be removed is tried again after the next run.
    if (removed.ok && lists.has(id)) await onActivated(id);
  }
}
