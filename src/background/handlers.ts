import { tabAt } from '../platform/active-tab.ts';
import { browser } from '../platform/browser.ts';
import {
  broadcast,
  type ContentCaller,
  type ContentHandlers,
  type PageCaller,
  type PageHandlers,
} from '../platform/message-bus.ts';
import { addDetails } from '../platform/site-access.ts';
import type { PrivateStore } from '../platform/private-store.ts';
import type { SnapshotStore } from '../platform/snapshot-store.ts';
import type { LinkVerdict } from '../protocol/link-messages.ts';
import type { FrameTexts } from '../protocol/preference-messages.ts';
import type { Backup } from './reader/backup.ts';
import type { ChannelList } from './lists/channel-list.ts';
import type { DeviceLists } from './lists/device-lists/device-lists.ts';
import type { FrameMemories } from './links/frame-memory.ts';
import type { LinkService } from './links/link-service.ts';
import type { LookBack } from './links/look-back.ts';
import type { PausedSites } from './reader/paused-sites.ts';
import type { PreferenceStore } from './reader/preference-store.ts';
import type { RuleBook } from './reader/rule-book.ts';
import { channelStatuses, type StatusOptions } from './lists/status.ts';
import { tabReport } from './tabs/tab-reports.ts';
import type { TabSigns } from './tabs/tab-signs.ts';
import type { TrustService } from './reader/trust-service.ts';
import type { UpdateRunner } from './lists/update-runner.ts';

export interface Services {
  readonly links: LinkService;
  readonly trust: TrustService;
  readonly frames: FrameMemories;
  readonly signs: TabSigns;
  readonly lookBack: LookBack;
  readonly rules: RuleBook;
  readonly preferences: PreferenceStore;
  readonly channelList: ChannelList;
  readonly updates: UpdateRunner;
  readonly deviceLists: DeviceLists;
  readonly backup: Backup;
  readonly privateStore: PrivateStore;
  readonly snapshotStore: SnapshotStore;
  readonly status: StatusOptions;
  /** Null: those of the browser's own language. */
  readonly frameTexts: () => Promise<FrameTexts | null>;
  /** A channel was added or removed. */
  readonly onChannels: () => void;
  /** A webmail was added or removed. */
  readonly onSites: () => Promise<void>;
  readonly paused: PausedSites;
  readonly isPausedTab: (tabId: number) => Promise<boolean>;
  /** Checking was paused somewhere, or goes on there. */
  readonly onPaused: () => Promise<void>;
  /** A section was switched on or off. */
  readonly onSections: () => void;
}

const PAUSED: LinkVerdict = {
  verdict: { kind: 'unchecked', because: 'paused', asks: false },
  layers: [],
  scopes: [],
};

/** What a webmail frame may ask, and who answers. */
export function contentHandlers({
  links,
  trust,
  signs,
  lookBack,
  preferences,
  deviceLists,
  frameTexts,
  paused,
}: Services): ContentHandlers {
  const isPaused = async ({ tabUrl, isPrivate }: ContentCaller): Promise<boolean> =>
    tabUrl !== null && (await paused.has({ url: tabUrl, isPrivate }));
  return {
    'check-links': async (request, caller) => {
      if (await isPaused(caller)) return { verdicts: request.links.map(() => PAUSED) };
      deviceLists.saw(request);
      return { verdicts: await deviceLists.courtesy.during(() => links.check(request, caller)) };
    },
    'trust-link': (request, caller) => trust.fromFrame('trust', request, request.forSeconds, caller),
    'block-link': (request, caller) => trust.fromFrame('block', request, null, caller),
    'undo-rule': async (request, caller) => ({ undone: await trust.undoFromFrame(request, caller) }),
    'report-frame': async (request, { tabId, frameId }) => {
      await signs.report(tabId, frameId, request);
      return null;
    },
    'link-opened': async (request, caller) => {
      if (!(await isPaused(caller))) await lookBack.remember(request, caller);
      return null;
    },
    'get-preferences': () => preferences.get(),
    'get-texts': frameTexts,
    'load-details': async (_request, { tabId, frameId }) => ({ loaded: await addDetails(tabId, frameId) }),
  };
}

/** What our own pages may ask, and who answers. */
export function pageHandlers(services: Services): PageHandlers {
  const { links, trust, frames, signs, rules, preferences, channelList } = services;
  const { updates, backup, privateStore, snapshotStore, status, deviceLists } = services;
  return {
    'get-status': async () => ({ channels: await channelStatuses(status) }),
    'update-now': () => {
      void updates.run('all');
      return Promise.resolve(null);
    },
    'list-rules': async ({ action }) => ({ rules: await rules.list(action) }),
    'add-rule': (request) => trust.fromPage(request),
    'edit-rule': async ({ ruleId, note, expiresAt }) => ({
      edited: await rules.edit(ruleId, { note, expiresAt }),
    }),
    'undo-rule': async ({ ruleId }) => ({ undone: await rules.undo(ruleId) }),
    'remove-rules': async ({ ids }) => ({ removed: await rules.remove(ids) }),
    'restore-rules': async ({ rules: removed }) => {
      await rules.put(removed);
      return null;
    },
    'get-tab': async ({ tabId }) => {
      const isPaused = await services.isPausedTab(tabId);
      return deviceLists.courtesy.during(() => tabReport(tabId, frames, links, isPaused));
    },
    'set-paused': async ({ tabId, isPaused }) => {
      const tab = await tabAt(tabId);
      if (tab === null) return { changed: false };
      await services.paused.set(tab, isPaused);
      await services.onPaused();
      return { changed: true };
    },
    'get-preferences': () => preferences.get(),
    'set-preferences': async ({ preferences: chosen }) => {
      await preferences.set(chosen);
      return null;
    },
    'preview-channel': async ({ text }, caller) => {
      onlyFromOptions(caller);
      const preview = await channelList.preview(text);
      return preview.ok ? preview.value : { refused: preview.failure };
    },
    'add-channel': async ({ text }, caller) => {
      onlyFromOptions(caller);
      const added = await channelList.add(text);
      if (!added.ok) return { refused: added.failure };
      services.onChannels();
      void updates.run('due');
      return { channel: added.value.id };
    },
    'remove-channel': async ({ channel }, caller) => {
      onlyFromOptions(caller);
      const removed = await channelList.remove(channel);
      if (removed) {
        await snapshotStore.remove(channel);
        services.onChannels();
        services.onSections();
        // What was found in it is gone with it.
        broadcast('look-back');
        await signs.refreshAll();
      }
      return { removed };
    },
    'set-sections': async ({ channel, off }) => {
      await privateStore.putSectionsOff({ channel, off });
      services.onSections();
      return null;
    },
    'preview-list': (request, caller) => {
      onlyFromOptions(caller);
      return deviceLists.previewList(request);
    },
    'preview-file': (request, caller) => {
      onlyFromOptions(caller);
      return deviceLists.previewFile(request);
    },
    'list-chunk': (request, caller) => {
      onlyFromOptions(caller);
      return deviceLists.takeChunk(request);
    },
    'cancel-import': async (request, caller) => {
      onlyFromOptions(caller);
      deviceLists.cancel(request);
      return null;
    },
    'add-list': (request, caller) => {
      onlyFromOptions(caller);
      return deviceLists.add(request);
    },
    'remove-list': (request, caller) => {
      onlyFromOptions(caller);
      return deviceLists.remove(request);
    },
    'get-lists': async (_request, caller) => {
      onlyFromOptions(caller);
      return deviceLists.describe(await channelStatuses(status));
    },
    'sites-changed': async () => {
      await services.onSites();
      return null;
    },
    'get-look-back': async () => {
      const findings = await privateStore.findings();
      return { findings: findings.ok ? findings.value : [] };
    },
    'dismiss-look-back': async ({ ids }) => {
      await privateStore.markFindingsSeen(ids);
      broadcast('look-back');
      await signs.refreshAll();
      return null;
    },
    'get-statistics': async () => {
      const days = await privateStore.statistics();
      return { days: days.ok ? days.value : [] };
    },
    'clear-statistics': async () => {
      await privateStore.clearStatistics();
      broadcast('statistics');
      return null;
    },
    'export-private-data': async (_request, caller) => {
      onlyFromOptions(caller);
      return { text: await backup.write() };
    },
    'import-private-data': async ({ text }, caller) => {
      onlyFromOptions(caller);
      const read = await backup.read(text);
      return read.ok ? read.value : { refused: read.failure };
    },
    'undo-import': async ({ imported }, caller) => {
      onlyFromOptions(caller);
      return { undone: await backup.undo(imported) };
    },
  };
}

/** @throws RangeError if another page asks: only a mistake of ours, or something that got into one, would */
function onlyFromOptions({ path }: PageCaller): void {
  const options = browser.runtime.getManifest().options_ui?.page;
  // A path in Chromium, as it is written; the whole address in Firefox.
  if (options === undefined || path !== new URL(options, browser.runtime.getURL('')).pathname)
    throw new RangeError(`asked from ${path}`);
}
