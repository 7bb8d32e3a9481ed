import { ok, type Result } from '../../../../core/result.ts';
import { parseListAddress } from '../../../../core/feed/list-address.ts';
import { newListId } from '../../../platform/channel-ids.ts';
import { inTurn } from '../../../platform/in-turn.ts';
import type { ChannelStore } from '../../../platform/storage/channel-store.ts';
import type { StorageFailure } from '../../../platform/storage/database.ts';
import type { SnapshotStore } from '../../../platform/storage/snapshot-store.ts';
import type { ValueStore } from '../../../platform/storage/value-store.ts';
import type { ChannelStatus } from '../../../protocol/channel-messages.ts';
import type { AddList, DeviceList, ListRefusal, RemoveList } from '../../../protocol/device-list-messages.ts';
import type { LinkWatcher } from '../../realm/link-watchers.ts';
import type { Removals } from '../removals.ts';
import type { UpdateOptions, UpdateResult } from '../update-channel.ts';
import type { FailedStep } from '../update-failure.ts';
import { MAX_DEVICE_LISTS } from './list-limits.ts';
import { updateList } from './update-list.ts';
import { VerdictPriority } from './verdict-priority.ts';

export interface DeviceListsOptions {
  readonly channelStore: ChannelStore;
  readonly values: ValueStore;
  readonly snapshotStore: SnapshotStore;
  readonly removals: Removals;
  readonly now: () => number;
  readonly statuses: () => Promise<readonly ChannelStatus[]>;
  readonly onChanged: () => Promise<void>;
}

export class DeviceLists {
  /** Lists are read and compiled in the pauses between verdicts. */
  readonly verdictPriority = new VerdictPriority();
  readonly watcher: LinkWatcher = {
    onRequest: () => this.verdictPriority.begin(),
    onEnd: () => this.verdictPriority.end(),
  };
  readonly #options: DeviceListsOptions;
  readonly #inTurn = inTurn();
  #updating: { readonly id: string; readonly stop: AbortController } | null = null;

  constructor(options: DeviceListsOptions) {
    this.#options = options;
  }

  /**
   * One run of updates downloads them.
   *
   * @returns why the first one that was refused was
   */
  async add(lists: readonly Omit<AddList, 'type'>[]): Promise<ListRefusal | null> {
    const refusals = await this.#inTurn(async () => {
      const all: (ListRefusal | null)[] = [];
      for (const list of lists) all.push(await this.#store(list));
      return all;
    });
    if (refusals.includes(null)) await this.#options.onChanged();
    return refusals.find((refusal) => refusal !== null) ?? null;
  }

  async #store({ url: typed, name, category, licence }: Omit<AddList, 'type'>): Promise<ListRefusal | null> {
    const { channelStore, now } = this.#options;
    const address = parseListAddress(typed);
    if (!address.ok) return address.failure;
    const url = address.value;
    const lists = await channelStore.deviceLists();
    if (!lists.ok) return 'not-stored';
    if (lists.value.some((list) => list.url === url)) return 'already-there';
    if (lists.value.length >= MAX_DEVICE_LISTS) return 'too-many';
    const shownName = name.trim() || new URL(url).hostname;
    const stored = { id: newListId(), name: shownName, url, category, licence, addedAt: now() };
    return (await channelStore.putDeviceList(stored)).ok ? null : 'not-stored';
  }

  async remove({ list: id, isUndoable }: Omit<RemoveList, 'type'>): Promise<{ readonly removed: boolean }> {
    const { channelStore, snapshotStore, removals, onChanged } = this.#options;
    const lists = await channelStore.deviceLists();
    if (!lists.ok || !lists.value.some((list) => list.id === id)) return { removed: false };
    if (this.#updating?.id === id) this.#updating.stop.abort();
    if (isUndoable) return { removed: await removals.setAside(id) };
    // In this order, an interrupted removal can be repeated.
    const isGone = (await snapshotStore.remove(id)).ok && (await channelStore.remove(id)).ok;
    await onChanged();
    return { removed: isGone };
  }

  /** Updates run one at a time. */
  async update(id: string, options: UpdateOptions): Promise<Result<UpdateResult, FailedStep>> {
    const stop = new AbortController();
    this.#updating = { id, stop };
    try {
      return await updateList(id, this.#options, options, this.verdictPriority, stop.signal);
    } finally {
      this.#updating = null;
    }
  }

  async describe(): Promise<Result<readonly DeviceList[], StorageFailure>> {
    const { channelStore, snapshotStore } = this.#options;
    const [lists, stored, statuses] = await Promise.all([
      channelStore.deviceLists(),
      snapshotStore.snapshots(),
      this.#options.statuses(),
    ]);
    if (!lists.ok) return lists;
    const described = lists.value.flatMap(({ id, category, licence }): DeviceList[] => {
      const status = statuses.find((each) => each.id === id);
      const record = (stored.ok ? stored.value : []).find(({ channel }) => channel === id);
      if (status === undefined) return [];
      return [{ status, category, licence, counts: record?.listCounts ?? null }];
    });
    return ok(described.sort((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status)));
  }
}
