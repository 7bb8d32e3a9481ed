/**
 * The background realm: service worker in Chrome, event page in Firefox. It makes stores and services,
 * registers every listener in its first turn, and returns. Nothing it holds is irreplaceable: the browser
 * stops it after half a minute without events.
 */
import type { SectionName } from '../core/snapshot/snapshot.ts';
import { tabAt } from '../platform/active-tab.ts';
import { browser } from '../platform/browser.ts';
import { loadTexts } from '../platform/load-texts.ts';
import { readManagedStorage } from '../platform/managed-storage.ts';
import { answer, broadcast, tell } from '../platform/message-bus.ts';
import { PrivateStore } from '../platform/private-store.ts';
import {
  beginOn,
  builtInSites,
  maySee,
  onSitesGranted,
  onSitesWithdrawn,
  sitePattern,
  takeWantedSites,
} from '../platform/site-access.ts';
import { sessionValue } from '../platform/session-storage.ts';
import { SnapshotStore } from '../platform/snapshot-store.ts';
import type { FrameTexts } from '../protocol/preference-messages.ts';
import { AddedSites } from './tabs/added-sites.ts';
import { Backup } from './reader/backup.ts';
import { HAS_CHECKPOINTS } from './build-settings.ts';
import { Cached } from './cached.ts';
import { ChannelList } from './lists/channel-list.ts';
import type { Channel } from './lists/channel.ts';
import { passCheckpoint } from './checkpoint.ts';
import { injectIntoOpenTabs } from './tabs/content-injection.ts';
import { makeContextMenu, menuChoice } from './tabs/context-menu.ts';
import { defaultChannel, packagedChannel } from './lists/default-channel.ts';
import { DeviceLists } from './lists/device-lists/device-lists.ts';
import { updateList } from './lists/device-lists/update-list.ts';
import { FrameMemories } from './links/frame-memory.ts';
import { contentHandlers, pageHandlers } from './handlers.ts';
import { LinkService } from './links/link-service.ts';
import { SnapshotCache } from './links/loaded-snapshots.ts';
import { LookBack } from './links/look-back.ts';
import { parseManagedPolicy } from './reader/managed-policy.ts';
import { PausedSites } from './reader/paused-sites.ts';
import { PreferenceStore } from './reader/preference-store.ts';
import { RuleBook } from './reader/rule-book.ts';
import { SenderMemory } from './links/sender-memory.ts';
import { Statistics } from './reader/statistics.ts';
import { TabSigns } from './tabs/tab-signs.ts';
import { stopAtCheckpoint } from './test-checkpoints.ts';
import { TrustService } from './reader/trust-service.ts';
import { UpdateRunner } from './lists/update-runner.ts';

const UPDATE_ALARM = 'update';

/** A safety net under the exact time: if the realm dies in an update, it is woken again. */
const ALARM_PERIOD_MINUTES = 60;

const PATIENCE = { stallMs: 30_000, totalMs: 15 * 60_000 };

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

// ————— stores —————

const snapshotStore = new SnapshotStore();
const privateStore = new PrivateStore();
const snapshots = new SnapshotCache(snapshotStore);
const frames = new FrameMemories();
const policy = new Cached(async () => parseManagedPolicy(await readManagedStorage()));
const sectionsOff = new Cached(
  () => privateStore.sectionsOff(),
  ({ ok }) => ok,
);
/** Section names by channel. None are off while they cannot be read: then more is flagged, never less. */
const offSections = async (): Promise<ReadonlyMap<string, readonly SectionName[]>> => {
  const stored = await sectionsOff.get();
  return new Map((stored.ok ? stored.value : []).map(({ channel, off }) => [channel, off]));
};
const channelList = new ChannelList({
  store: privateStore,
  policy: () => policy.get(),
  defaultChannel,
  packagedChannel: packagedChannel(browser.runtime.getURL('bundled/')),
  now: nowSeconds,
});
const knownChannels = new Cached(
  () => channelList.all(),
  ({ isWhole }) => isWhole,
);
const channels = async (): Promise<readonly Channel[]> => (await knownChannels.get()).channels;
const preferences = new PreferenceStore(privateStore, () => policy.get(), onPreferences);
const texts = new Cached(async () => loadTexts((await preferences.get()).language));
const rules = new RuleBook({
  store: privateStore,
  policy: () => policy.get(),
  now: nowSeconds,
  onChange: onRules,
});
const statistics = new Statistics(privateStore, () => broadcast('statistics'));

// ————— services —————

const senders = new SenderMemory((tabId, address) => {
  void links.hasSenderRule(address).then((hasRule) => hasRule && tell({ type: 'recheck' }, tabId));
});
const links: LinkService = new LinkService({
  snapshots,
  channels: () => knownChannels.get(),
  sectionsOff: offSections,
  rules,
  frames,
  senders,
  now: nowSeconds,
  onDamaged: (damaged) => void updates.repair(damaged),
  onNoList: () => void updates.nudge({ hasLists: false }),
  onJudged: (verdicts, { isPrivate }) => {
    if (!isPrivate) statistics.count(verdicts, nowSeconds());
    void updates.nudge();
  },
});
const trust = new TrustService({ links, frames, rules, now: nowSeconds });
const lookBack = new LookBack({
  store: privateStore,
  snapshots,
  links,
  frames,
  sectionsOff: offSections,
  now: nowSeconds,
  onFound: () => {
    broadcast('look-back');
    void signs.refreshAll();
  },
});
const updates: UpdateRunner = new UpdateRunner({
  store: snapshotStore,
  privateStore,
  session: sessionValue('update-attempts'),
  channels: () => knownChannels.get(),
  saveData: async () => isMetered() || (await preferences.get()).saveData,
  isOnline: () => navigator.onLine,
  now: nowSeconds,
  patience: PATIENCE,
  updateList: (id, options) => updateList(id, privateStore, options, deviceLists.courtesy),
  checkpoint: HAS_CHECKPOINTS ? stopAtCheckpoint : passCheckpoint,
  // Any call of an extension API resets the browser's idle timer.
  keepAwake: () => void browser.runtime.getPlatformInfo(),
  wakeAt: async (when) =>
    browser.alarms.create(UPDATE_ALARM, { when: when * 1000, periodInMinutes: ALARM_PERIOD_MINUTES }),
  onStatus: () => broadcast('status'),
  onActivated,
});
const status = {
  store: snapshotStore,
  channels,
  sectionsOff: offSections,
  unwrittenFailure: updates.unwrittenFailure.bind(updates),
  activity: updates.activity.bind(updates),
  now: nowSeconds,
};
const paused = new PausedSites(privateStore);
async function isPausedTab(tabId: number): Promise<boolean> {
  const tab = await tabAt(tabId);
  return tab !== null && (await paused.has(tab));
}
const signs = new TabSigns({
  frames,
  texts: () => texts.get(),
  status,
  privateStore,
  isPaused: isPausedTab,
  askAgain: (tabId) => tell({ type: 'report' }, tabId),
});
const sites = new AddedSites(privateStore, browser.runtime.getManifest().version);
const backup = new Backup({
  store: privateStore,
  rules,
  preferences,
  onStatistics: () => broadcast('statistics'),
});

const deviceLists = new DeviceLists({
  privateStore,
  snapshotStore,
  now: nowSeconds,
  patience: PATIENCE,
  keepAwake: () => void browser.runtime.getPlatformInfo(),
  recheck: recheckAll,
  onStatus: () => broadcast('status'),
  onChanged: async () => {
    knownChannels.forget();
    await onActivated();
    broadcast('status');
    void updates.run('due');
  },
});

// ————— what changed —————

/** Another snapshot is in use. */
async function onActivated(): Promise<void> {
  snapshots.forget();
  await recheckAll();
  await signs.refreshAll();
  await lookBack.check();
}

/** @returns how many tabs were told */
async function recheckAll(): Promise<number> {
  const tabs = await frames.tabs();
  for (const tabId of tabs) tell({ type: 'recheck' }, tabId);
  return tabs.length;
}

function onRules(): void {
  broadcast('rules');
  void recheckAll();
}

/** What frames cannot know by themselves. */
async function frameTexts(): Promise<FrameTexts | null> {
  const { language } = await preferences.get();
  if (language === null) return null;
  const chosen = await texts.get();
  const isBrowsers = chosen.tag === browser.i18n.getMessage('language_tag');
  return isBrowsers ? null : { language: chosen.tag, messages: chosen.forFrames() };
}

function onPreferences(): void {
  texts.forget();
  broadcast('preferences');
  void recheckAll();
  void renewContextMenu();
}

/** Of what the browser and the popup tell about one webmail, each may come first, or alone. */
let sitesAreDone: Promise<void> = Promise.resolve();

function onSites(): Promise<void> {
  const begin = async (): Promise<void> => {
    const wanted = await takeWantedSites();
    if (wanted !== null) await beginOn(wanted);
    await renewContextMenu();
  };
  sitesAreDone = sitesAreDone.then(begin, begin);
  return sitesAreDone;
}

/** On the pages of webmails, built in and added, and in the reader's language. */
async function renewContextMenu(): Promise<void> {
  const added = await sites.refresh();
  await makeContextMenu([...builtInSites(), ...added], await texts.get());
}

function onPolicy(): void {
  policy.forget();
  knownChannels.forget();
  rules.forget();
  preferences.forget();
  broadcast('status');
  onRules();
  onPreferences();
  void updates.run('due');
}

/** True where the browser says that the reader wants to save data; only Chrome does. */
function isMetered(): boolean {
  return 'connection' in navigator && isSaving(navigator.connection);
}

function isSaving(connection: unknown): boolean {
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}

// ————— listeners: all of them in the first turn —————

/** The promise is handed to the browser: Firefox keeps the event page for as long as one is open. */
function listener<Parameters extends readonly unknown[]>(
  work: (...parameters: Parameters) => Promise<void>,
): (...parameters: Parameters) => void {
  // oxlint-disable-next-line typescript/no-misused-promises -- the browser's types do not know of the promise
  return work;
}

const services = {
  links,
  trust,
  frames,
  signs,
  lookBack,
  rules,
  preferences,
  channelList,
  updates,
  deviceLists,
  backup,
  privateStore,
  snapshotStore,
  status,
  frameTexts,
  onChannels: () => {
    knownChannels.forget();
    snapshots.forget();
    broadcast('status');
  },
  paused,
  isPausedTab,
  onPaused: async () => {
    broadcast('tab');
    await recheckAll();
    await signs.refreshAll();
  },
  onSites,
  onSections: () => {
    sectionsOff.forget();
    broadcast('status');
    void recheckAll();
  },
};
answer({ content: contentHandlers(services), page: pageHandlers(services) });

browser.runtime.onInstalled.addListener(
  listener(async () => {
    await renewContextMenu();
    await updates.run('installed');
  }),
);
// The realm starts by itself below; without a listener Chrome would not start it with the browser.
browser.runtime.onStartup.addListener(() => undefined);
browser.alarms.onAlarm.addListener(
  listener(async ({ name }) => {
    if (name !== UPDATE_ALARM) return;
    await updates.run('due');
    await signs.refreshAll();
  }),
);
browser.contextMenus.onClicked.addListener(
  listener(async (info, tab) => {
    const choice = menuChoice(info, tab);
    if (choice !== null) await trust.fromMenu(choice);
  }),
);
browser.tabs.onRemoved.addListener(
  listener(async (tabId) => {
    await Promise.all([frames.forgetTab(tabId), senders.forgetTab(tabId)]);
  }),
);
browser.tabs.onUpdated.addListener(
  listener(async (tabId, { status: loading }) => {
    if (loading !== 'loading') return;
    const [wasWebmail] = await Promise.all([frames.forgetTab(tabId), senders.forgetTab(tabId)]);
    // Browsers say "loading" for a change of address within one document as well; its frames then still show
    // what they did, and say so again.
    if (wasWebmail) tell({ type: 'report' }, tabId);
  }),
);
onSitesGranted(
  listener(async () => {
    await onSites();
    // Webmails that the manifest names may have been given back to us; their pages are open already.
    await startInOpenTabs();
  }),
);
onSitesWithdrawn(
  listener(async () => {
    for (const tabId of await frames.tabs()) {
      // The address may be readable all the same, because the reader has just used the popup there.
      const tab = await tabAt(tabId);
      const pattern = tab === null ? null : sitePattern(tab.url);
      if (pattern !== null && (await maySee([pattern]))) continue;
      tell({ type: 'stop' }, tabId);
      await Promise.all([frames.forgetTab(tabId), senders.forgetTab(tabId)]);
      await signs.refresh(tabId);
    }
    broadcast('tab');
  }),
);
browser.storage.onChanged.addListener((_changes, area) => {
  if (area === 'managed') onPolicy();
});

void start();

/** Runs whenever the realm starts: with the browser, or woken by an event after it was stopped. */
async function start(): Promise<void> {
  // First start of a session: browser, installation, or the extension was switched on again. Tabs that were
  // open before have no content script then.
  const isFirstOfSession = await signs.markSessionStarted();
  await Promise.all([updates.nudge(), isFirstOfSession ? startInOpenTabs() : undefined]);
}

async function startInOpenTabs(): Promise<void> {
  await injectIntoOpenTabs(await sites.refresh());
}
