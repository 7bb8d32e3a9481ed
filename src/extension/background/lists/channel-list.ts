import { ignoreFailure, fail, ok, type Result } from '../../../core/result.ts';
import { addedChannelId } from '../../platform/channel-ids.ts';
import type { ChannelStore } from '../../platform/storage/channel-store.ts';
import type { AddedChannel, DeviceListRecord } from '../../platform/storage/private-records.ts';
import {
  isUnderRootKeys,
  type SnapshotStore,
  type StoredSnapshot,
} from '../../platform/storage/snapshot-store.ts';
import type { ChannelPreview, ChannelRefusal } from '../../protocol/channel-messages.ts';
import { type Channel, rootKeyFingerprint } from '../realm/channel.ts';
import type { Removals } from './removals.ts';
import { parseChannelText } from './channel-text.ts';
import type { ManagedPolicy } from '../reader/managed-policy.ts';

/** Each costs a request an hour and a few MB. */
export const MAX_ADDED_CHANNELS = 8;

export interface ChannelListOptions {
  readonly store: ChannelStore;
  readonly snapshotStore: SnapshotStore;
  readonly removals: Removals;
  readonly policy: () => Promise<ManagedPolicy>;
  /** Fails if the packaged file is unreadable. */
  readonly defaultChannel: () => Promise<Result<Channel | null, unknown>>;
  readonly packagedChannel: Channel | null;
  readonly now: () => number;
  readonly onChange: () => Promise<void>;
}

export interface KnownChannels {
  readonly channels: readonly Channel[];
  /** False if channels or policy are unreadable. */
  readonly isWhole: boolean;
}

/** Channels are in the order in which their reasons are shown. */
export class ChannelList {
  readonly #options: ChannelListOptions;

  constructor(options: ChannelListOptions) {
    this.#options = options;
  }

  async all(): Promise<KnownChannels> {
    const { store, policy, packagedChannel } = this.#options;
    const [managed, named, added, lists] = await Promise.all([
      policy(),
      this.#options.defaultChannel(),
      store.channels(),
      store.deviceLists(),
    ]);
    const defaultChannel = named.ok ? named.value : null;
    const channels = [
      ...managed.channels,
      ...(defaultChannel !== null && managed.useDefaultChannel ? [defaultChannel] : []),
      ...(added.ok ? byTimeAdded(added.value).map(toChannel) : []),
      ...(lists.ok ? byTimeAdded(lists.value).map(listChannel) : []),
      ...(packagedChannel === null ? [] : [packagedChannel]),
    ];
    return {
      channels: managed.usesMirrors ? channels : channels.map(withoutMirrors),
      isWhole: managed.isRead && added.ok && lists.ok,
    };
  }

  async preview(text: string): Promise<Result<ChannelPreview, ChannelRefusal>> {
    const parsed = parseChannelText(text);
    if (!parsed.ok) return parsed;
    const { url, rootKeys } = parsed.value;
    const { channels } = await this.all();
    const same = channels.find((channel) => channel.url === url);
    if (same !== undefined) {
      const hasSameKeys = rootKeys.every((key) => same.rootKeys.includes(key));
      return fail(hasSameKeys ? 'already-there' : 'key-changed');
    }
    if (channels.filter(({ origin }) => origin === 'added').length >= MAX_ADDED_CHANNELS) {
      return fail('too-many');
    }
    return ok({
      url,
      host: new URL(url).hostname,
      rootKeyFingerprints: await Promise.all(rootKeys.map((key) => rootKeyFingerprint(key))),
    });
  }

  async add(text: string): Promise<Result<Channel, ChannelRefusal>> {
    const preview = await this.preview(text);
    if (!preview.ok) return preview;
    const parsed = parseChannelText(text);
    if (!parsed.ok) return parsed;
    const { url, rootKeys } = parsed.value;
    const added: AddedChannel = { id: addedChannelId(url), url, rootKeys, addedAt: this.#options.now() };
    const stored = await this.#options.store.putChannel(added);
    if (!stored.ok) return fail('not-stored');
    await this.#options.onChange();
    return ok(toChannel(added));
  }

  /** @returns false if not added by the reader, or not removed */
  async remove(id: string, isUndoable: boolean): Promise<boolean> {
    const { channels } = await this.all();
    if (!channels.some((channel) => channel.id === id && channel.origin === 'added')) return false;
    const { store, snapshotStore, removals, onChange } = this.#options;
    if (isUndoable) return removals.setAside(id);
    if (!(await store.remove(id)).ok) return false;
    // If this fails, the next run of updates deletes it.
    ignoreFailure(await snapshotStore.remove(id));
    await onChange();
    return true;
  }
}

function byTimeAdded<Added extends { readonly addedAt: number }>(added: readonly Added[]): readonly Added[] {
  return added.toSorted((a, b) => a.addedAt - b.addedAt);
}

function withoutMirrors(channel: Channel): Channel {
  return { ...channel, usesMirrors: false };
}

function toChannel({ id, url, rootKeys }: AddedChannel): Channel {
  return { id, name: new URL(url).hostname, url, rootKeys, pinnedName: null, origin: 'added' };
}

function listChannel({ id, name, url }: DeviceListRecord): Channel {
  return { id, name, url: url ?? '', rootKeys: [], pinnedName: null, origin: 'list' };
}

/** Snapshots under keys no longer pinned neither flag nor clear. */
export function underPinnedKeys(
  channels: readonly Channel[],
  stored: readonly StoredSnapshot[],
): readonly StoredSnapshot[] {
  return stored.filter((record) => {
    const channel = channels.find(({ id }) => id === record.channel);
    return channel === undefined || isUnderRootKeys(channel.rootKeys, record);
  });
}

/** The packaged list counts only until a default or managed channel has a list. */
export function usedChannelIds(
  channels: readonly Channel[],
  stored: ReadonlySet<string>,
): ReadonlySet<string> {
  const hasList = channels.some(
    ({ id, origin }) => (origin === 'default' || origin === 'managed') && stored.has(id),
  );
  return new Set(channels.filter(({ origin }) => origin !== 'packaged' || !hasList).map(({ id }) => id));
}
