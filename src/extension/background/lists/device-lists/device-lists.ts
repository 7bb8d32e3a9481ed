import { ignoreFailure, ok, type Result } from '../../../../core/result.ts';
import { parseListAddress } from '../../../../core/feed/list-address.ts';
import type { Patience } from '../../../platform/download.ts';
import type { ChannelStore } from '../../../platform/storage/channel-store.ts';
import type { StorageFailure } from '../../../platform/storage/database.ts';
import type { SnapshotStore } from '../../../platform/storage/snapshot-store.ts';
import type { ValueStore } from '../../../platform/storage/value-store.ts';
import type { ChannelStatus } from '../../../protocol/channel-messages.ts';
import type {
  AddList,
  CancelImport,
  DeviceList,
  ListImport,
  ListImportState,
  ListRefusal,
  PreviewList,
  RemoveList,
} from '../../../protocol/device-list-messages.ts';
import type { LinkWatcher } from '../../realm/link-watchers.ts';
import { Jitter, nextAfterSuccess } from '../schedule.ts';
import type { Removals } from '../removals.ts';
import { VerdictPriority } from './verdict-priority.ts';
import { ImportReader } from './import-reader.ts';
import { ImportSlot, type SettledImport } from './import-slot.ts';
import { newListId } from '../../../platform/channel-ids.ts';
import { LIST_REFRESH_SECONDS, MAX_DEVICE_LISTS } from './list-limits.ts';
import { makeListRecord } from './list-record.ts';
import { OpenMail } from './open-mail.ts';

export interface DeviceListsOptions {
  readonly channelStore: ChannelStore;
  readonly values: ValueStore;
  readonly snapshotStore: SnapshotStore;
  readonly removals: Removals;
  readonly now: () => number;
  readonly patience: Patience;
  readonly keepAwake: () => void;
  /** @returns number of tabs asked */
  readonly recheck: () => Promise<number>;
  readonly webmails: () => Promise<(host: string) => boolean>;
  readonly onStatus: () => void;
  readonly onChanged: () => Promise<void>;
}

/** An import lives in memory only, and ends with the realm. */
export class DeviceLists {
  /** Imports pause during verdicts. */
  readonly verdictPriority = new VerdictPriority();
  readonly watcher: LinkWatcher = {
    onRequest: (request) => {
      this.verdictPriority.begin();
      this.#openMail.onCheck(request);
    },
    onEnd: () => this.verdictPriority.end(),
  };
  readonly #options: DeviceListsOptions;
  readonly #openMail: OpenMail;
  readonly #slot: ImportSlot;
  readonly #reader: ImportReader;

  constructor(options: DeviceListsOptions) {
    this.#options = options;
    this.#openMail = new OpenMail(options.recheck);
    this.#slot = new ImportSlot(options);
    const { values, patience, webmails } = options;
    this.#reader = new ImportReader({
      slot: this.#slot,
      values,
      patience,
      webmails,
      verdictPriority: this.verdictPriority,
      openMail: this.#openMail,
    });
  }

  /** @param isPatient - waits for a running import instead of replacing it */
  async previewList(
    { url: typed, name, category, licence }: PreviewList,
    isPatient = false,
  ): Promise<Started> {
    const address = parseListAddress(typed);
    if (!address.ok) return { refused: address.failure };
    const url = address.value;
    const refused = await this.#refusalOf(url);
    if (refused !== null) return { refused };
    if (isPatient) while (this.#slot.isTaken()) await this.#slot.nextEnd();
    const host = new URL(url).hostname;
    const { now } = this.#options;
    const started = this.#slot.begin({
      id: newListId(),
      name: name.trim() || host,
      url,
      category,
      licence,
      addedAt: now(),
    });
    void this.#reader.fetch(started, url);
    return { import: started.list.id };
  }

  async settled(id: string): Promise<SettledImport | null> {
    return this.#slot.withId(id)?.settled.promise ?? null;
  }

  importState(id: string): ListImportState | null {
    return this.#slot.withId(id)?.state ?? null;
  }

  cancel({ import: id }: CancelImport): void {
    if (this.#slot.withId(id) !== null) this.#slot.drop();
  }

  async add({ import: id }: AddList): Promise<{ readonly list: string } | { readonly refused: ListRefusal }> {
    const current = this.#slot.withId(id);
    const ready = current?.ready ?? null;
    if (current === null || ready === null) return { refused: 'import-gone' };
    const refused = await this.#refusalOf(current.list.url);
    if (refused !== null) return { refused };
    const { channelStore, snapshotStore, now, onChanged } = this.#options;
    const { compiled, counts, keys } = ready;
    const record = await makeListRecord(current.list, compiled, counts, {
      serial: 1,
      now: current.list.addedAt,
      secret: keys.secret,
    });
    // Record first: without one, nothing would ever remove the snapshot.
    const isKept = (await channelStore.putDeviceList(current.list)).ok;
    const isStored = isKept && (await snapshotStore.activate(record, 'newer')).ok;
    if (!isStored) {
      // If this fails, an empty list remains, which the reader can remove.
      ignoreFailure(await channelStore.remove(id));
      return { refused: 'not-stored' };
    }
    const checkedAt = now();
    const jitter = new Jitter(keys.secret, id).at(checkedAt);
    const nextAt = nextAfterSuccess(checkedAt, {
      refreshAfter: LIST_REFRESH_SECONDS,
      saveData: false,
      jitter,
    });
    // If this fails, the list is fetched again.
    ignoreFailure(await snapshotStore.writeJournal(id, { checkedAt, nextAt, lastFailure: null }));
    this.#slot.drop();
    await onChanged();
    return { list: id };
  }

  async remove({ list: id, isUndoable }: RemoveList): Promise<{ readonly removed: boolean }> {
    const { channelStore, snapshotStore, removals, onChanged } = this.#options;
    const lists = await channelStore.deviceLists();
    if (!lists.ok || !lists.value.some((list) => list.id === id)) return { removed: false };
    if (isUndoable) return { removed: await removals.setAside(id) };
    // In this order, an interrupted removal can be repeated.
    const isGone = (await snapshotStore.remove(id)).ok && (await channelStore.remove(id)).ok;
    await onChanged();
    return { removed: isGone };
  }

  async describe(
    statuses: readonly ChannelStatus[],
  ): Promise<
    Result<{ readonly lists: readonly DeviceList[]; readonly importing: ListImport | null }, StorageFailure>
  > {
    const { channelStore, snapshotStore } = this.#options;
    const [lists, stored] = await Promise.all([channelStore.deviceLists(), snapshotStore.snapshots()]);
    if (!lists.ok) return lists;
    const described = lists.value.flatMap(({ id, category, licence }): DeviceList[] => {
      const status = statuses.find((each) => each.id === id);
      const record = (stored.ok ? stored.value : []).find(({ channel }) => channel === id);
      if (status === undefined) return [];
      return [{ status, category, licence, counts: record?.listCounts ?? null }];
    });
    described.sort((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status));
    return ok({ lists: described, importing: this.#slot.describe() });
  }

  async #refusalOf(url: string | null): Promise<ListRefusal | null> {
    const lists = await this.#options.channelStore.deviceLists();
    if (!lists.ok) return 'not-stored';
    if (lists.value.some((list) => list.url === url)) return 'already-there';
    return lists.value.length >= MAX_DEVICE_LISTS ? 'too-many' : null;
  }
}

type Started = { readonly import: string } | { readonly refused: ListRefusal };
