import { browser } from '../platform/browser.ts';
import { wantsToSaveData } from '../platform/connection.ts';
import { isAnyShown } from '../platform/shown-tabs.ts';
import { broadcast } from '../platform/message-bus.ts';
import { readPackagedJson } from '../platform/packaged-file.ts';
import { sessionValue } from '../platform/session-storage.ts';
import type { ChannelStatus } from '../protocol/channel-messages.ts';
import { ChannelList, type KnownChannels } from './lists/channel-list.ts';
import { packagedChannel, parseChannelFile } from './lists/default-channel.ts';
import { DeviceLists } from './lists/device-lists/device-lists.ts';
import { PresetLists } from './lists/device-lists/preset-lists.ts';
import { FirstList } from './links/first-list.ts';
import { SnapshotCache } from './lists/loaded-snapshots.ts';
import { Removals } from './lists/removals.ts';
import { SectionsOff } from './lists/sections-off.ts';
import { channelStatuses } from './lists/status.ts';
import { UpdateRunner } from './lists/update-runner.ts';
import type { Reader } from './make-reader.ts';
import type { Stores } from './make-stores.ts';
import { wakeForUpdate } from './realm/alarms.ts';
import { HAS_CHECKPOINTS } from './realm/build-settings.ts';
import { Cached } from './realm/cached.ts';
import { passCheckpoint } from './realm/checkpoint.ts';
import type { ReportChange } from './realm/consequences.ts';
import { nowSeconds } from './realm/now-seconds.ts';
import { stopAtCheckpoint } from './realm/test-checkpoints.ts';

export interface Lists {
  readonly channelList: ChannelList;
  readonly channels: Cached<KnownChannels>;
  readonly isFileDamaged: () => Promise<boolean>;
  readonly snapshots: SnapshotCache;
  readonly sectionsOff: SectionsOff;
  readonly removals: Removals;
  readonly updates: UpdateRunner;
  readonly firstList: FirstList;
  readonly deviceLists: DeviceLists;
  readonly presets: PresetLists;
  readonly statuses: () => Promise<readonly ChannelStatus[]>;
}

export interface ListsOptions {
  readonly stores: Stores;
  readonly reader: Reader;
  readonly changed: ReportChange;
  readonly watchedTabs: () => Promise<readonly number[]>;
}

const PATIENCE = { stallMs: 30_000, totalMs: 15 * 60_000 };

/** Any extension API call resets the browser's idle timer. */
const keepAwake = (): void => void browser.runtime.getPlatformInfo();

export function makeLists({ stores, reader, changed, watchedTabs }: ListsOptions): Lists {
  const now = nowSeconds;
  const { snapshots: snapshotStore, channels: channelStore, values } = stores;
  const snapshots = new SnapshotCache(snapshotStore, () => channels.get());
  const sectionsOff = new SectionsOff(channelStore, () => changed('sections'));
  const removals = new Removals({
    store: channelStore,
    snapshotStore,
    now,
    onChange: () => changed('channels'),
  });
  const channelFile = new Cached(
    async () => {
      const file = await readPackagedJson('channel.json');
      return file.ok ? parseChannelFile(file.value) : file;
    },
    ({ ok: isRead }) => isRead,
  );
  const channelList = new ChannelList({
    store: channelStore,
    snapshotStore,
    removals,
    policy: () => reader.policy.get(),
    defaultChannel: () => channelFile.get(),
    packagedChannel: packagedChannel(browser.runtime.getURL('bundled/')),
    now,
    onChange: () => changed('channels'),
  });
  const channels = new Cached(
    () => channelList.all(),
    ({ isWhole }) => isWhole,
  );
  const firstList = new FirstList({
    hasList: async () => {
      const [loaded, known] = await Promise.all([snapshots.load(), channels.get()]);
      const clearing = known.channels.filter(({ origin }) => origin !== 'packaged' && origin !== 'list');
      return (
        clearing.length === 0 ||
        loaded.snapshots.some(({ stored }) => clearing.some(({ id }) => id === stored.channel))
      );
    },
    clock: () => performance.now(),
  });
  const deviceLists = new DeviceLists({
    channelStore,
    values,
    snapshotStore,
    removals,
    now,
    statuses: () => statuses(),
    onChanged: () => changed('channels'),
  });
  const updates = new UpdateRunner({
    store: snapshotStore,
    channelStore,
    values,
    session: sessionValue('update-attempts'),
    channels: () => channels.get(),
    saveData: async () => wantsToSaveData() || (await reader.preferences.get()).saveData,
    isOnline: () => navigator.onLine,
    isWebmailVisible: async () => isAnyShown(await watchedTabs()),
    now,
    patience: PATIENCE,
    deviceLists,
    checkpoint: HAS_CHECKPOINTS ? stopAtCheckpoint : passCheckpoint,
    keepAwake,
    wakeAt: wakeForUpdate,
    onStatus: () => broadcast('status'),
    onRun: (run) => firstList.trackUpdate(run),
    onActivated: async () => {
      const followed = changed('lists');
      firstList.onAvailable();
      await followed;
    },
    onMissing: () => changed('lists'),
    finishRemovals: () => removals.finish(),
  });
  const statuses = (): Promise<readonly ChannelStatus[]> =>
    channelStatuses({
      store: snapshotStore,
      channels: async () => (await channels.get()).channels,
      sectionsOff: () => sectionsOff.byChannel(),
      unwrittenFailure: updates.unwrittenFailure.bind(updates),
      activity: updates.activity.bind(updates),
      now,
    });
  return {
    channelList,
    channels,
    isFileDamaged: async () => !(await channelFile.get()).ok,
    snapshots,
    sectionsOff,
    removals,
    updates,
    firstList,
    deviceLists,
    presets: new PresetLists(deviceLists, updates),
    statuses,
  };
}
