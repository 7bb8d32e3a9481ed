/**
 * The background realm: service worker in Chrome, event page in Firefox. It makes stores and services,
 * registers every listener in its first turn, and returns. Nothing it holds is irreplaceable: the browser
 * stops it after half a minute without events.
 */
import { browser } from '../platform/browser.ts';
import { tabAt, openTabBeside } from '../platform/active-tab.ts';
import { packagedTables } from '../../core/evidence/evidence-tables.ts';
import { ok } from '../../core/result.ts';
import { ChannelStore } from '../platform/channel-store.ts';
import { CodeReader } from '../platform/code-reader.ts';
import { wantsToSaveData } from '../platform/connection.ts';
import { EvidenceStore } from '../platform/evidence-store.ts';
import { ImportStore } from '../platform/import-store.ts';
import { loadTexts } from '../platform/load-texts.ts';
import { LookBackStore } from '../platform/look-back-store.ts';
import { answer, broadcast, confirmedBy, tell } from '../platform/message-bus.ts';
import { readPackagedJson } from '../platform/packaged-file.ts';
import { privateDatabase } from '../platform/private-database.ts';
import { keepFromContentScripts } from '../platform/session-storage.ts';
import { closeTab, isTabThere, openQuestionWindow } from '../platform/question-window.ts';
import { RuleStore } from '../platform/rule-store.ts';
import { sessionValue } from '../platform/session-storage.ts';
import { SeenStore } from '../platform/seen-store.ts';
import { onShortcut } from '../platform/shortcuts.ts';
import { addedSites, builtInSites, onSitesGranted, onSitesWithdrawn } from '../platform/site-access.ts';
import { SnapshotStore } from '../platform/snapshot-store.ts';
import type { PolicyLock } from '../protocol/policy-messages.ts';
import { hostsOf } from '../protocol/webmail-hosts.ts';
import { StatisticsStore } from '../platform/statistics-store.ts';
import { ValueStore } from '../platform/value-store.ts';
import { HAS_CHECKPOINTS } from './realm/build-settings.ts';
import { Cached } from './realm/cached.ts';
import { passCheckpoint } from './realm/checkpoint.ts';
import { type Change, consequences } from './consequences.ts';
import { frameCodeHandlers, pageCodeHandlers } from './codes/code-handlers.ts';
import type { ChosenLink } from './links/chosen-link.ts';
import { ExpiryPutAway } from './links/expiry-put-away.ts';
import { FrameMemories } from './links/frame-memory.ts';
import { linkHandlers } from './links/link-handlers.ts';
import { LinkService } from './links/link-service.ts';
import { ListedTexts } from './links/listed-texts.ts';
import type { LinkWatcher } from './realm/link-watchers.ts';
import { QuietAnswers } from './links/quiet-answers.ts';
import { SnapshotCache } from './lists/loaded-snapshots.ts';
import { frameLookBackHandlers, pageLookBackHandlers } from './links/look-back-handlers.ts';
import { LookBack } from './links/look-back.ts';
import { frameMessageHandlers, pageMessageHandlers } from './links/message-handlers.ts';
import { MessageService } from './links/message-service.ts';
import { OpenMessages } from './links/open-messages.ts';
import { knowledgeOf } from './links/sender-knowledge.ts';
import { SeenListings } from './links/seen-listings.ts';
import { SenderMemory } from './links/sender-memory.ts';
import { tablesInUse } from './links/tables-in-use.ts';
import { WordModels } from './links/word-models.ts';
import { channelHandlers } from './lists/channel-handlers.ts';
import { ChannelList } from './lists/channel-list.ts';
import { packagedChannel, parseChannelFile } from './lists/default-channel.ts';
import { deviceListHandlers } from './lists/device-lists/device-list-handlers.ts';
import { DeviceLists } from './lists/device-lists/device-lists.ts';
import { presetHandlers } from './lists/device-lists/preset-handlers.ts';
import { PresetLists } from './lists/device-lists/preset-lists.ts';
import { updateList } from './lists/device-lists/update-list.ts';
import { FirstList } from './lists/first-list.ts';
import { Removals } from './lists/removals.ts';
import { SectionsOff } from './lists/sections-off.ts';
import { channelStatuses } from './lists/status.ts';
import { UpdateRunner } from './lists/update-runner.ts';
import { ChangeLimits, underLimits } from './reader/change-limits.ts';
import { backupHandlers } from './reader/backup-handlers.ts';
import { Backup } from './reader/backup.ts';
import { Corrections } from './reader/corrections.ts';
import { Correspondents } from './reader/correspondents.ts';
import { frameTexts } from './reader/frame-texts.ts';
import { CurrentPolicy } from './reader/current-policy.ts';
import { isAnythingSet } from './reader/managed-policy.ts';
import { News, newsHandlers } from './reader/news.ts';
import { policyHandlers } from './reader/policy-handlers.ts';
import { underPolicy } from './reader/policy-locks.ts';
import { OnceTrust } from './reader/once-trust.ts';
import { PausedSites } from './reader/paused-sites.ts';
import { framePreferenceHandlers, pagePreferenceHandlers } from './reader/preference-handlers.ts';
import { PreferenceStore } from './reader/preference-store.ts';
import { readerTrust, type ReaderTrust } from './reader/reader-trust.ts';
import { RuleBook } from './reader/rule-book.ts';
import { frameRuleHandlers, pageRuleHandlers } from './links/rule-handlers.ts';
import { statisticsHandlers } from './reader/statistics-handlers.ts';
import { Statistics } from './reader/statistics.ts';
import { TrustService } from './links/trust-service.ts';
import { AddedSites } from './tabs/added-sites.ts';
import { injectIntoOpenTabs } from './tabs/content-injection.ts';
import { linkToExplain, makeContextMenu, menuChoice, menuEvents } from './tabs/context-menu.ts';
import { detailsHandlers } from './tabs/details-handlers.ts';
import { FallbackSites } from './tabs/fallback-sites.ts';
import { FlaggedJumps } from './tabs/flagged-jumps.ts';
import { runShortcut } from './tabs/shortcuts.ts';
import { firstAidHandlers } from './tabs/first-aid-handlers.ts';
import { AgreedQuestions } from './tabs/agreed-questions.ts';
import { frameQuestionHandlers, pageQuestionHandlers } from './tabs/question-handlers.ts';
import { QuestionWindows } from './tabs/question-windows.ts';
import { frameTabHandlers, pageTabHandlers } from './tabs/tab-handlers.ts';
import { missedHosts, sumOfFrames, tabReport } from './tabs/tab-reports.ts';
import { TabSigns } from './tabs/tab-signs.ts';
import { runToolbarMenu } from './tabs/toolbar-menu.ts';
import { Welcome } from './tabs/welcome.ts';
import { stopOnWithdrawnSites } from './tabs/withdrawn-sites.ts';
import { stopAtCheckpoint } from './realm/test-checkpoints.ts';

const UPDATE_ALARM = 'update';

/** A rule runs out: links that it let pass are flagged again. */
const RULE_ALARM = 'rule-end';

/** The storage, or the policy, could not be read, and is tried again; a realm that is stopped meanwhile is woken for it. */
const STORAGE_ALARM = 'storage';

/** How soon, in minutes: the shortest that Chromium takes. */
const STORAGE_ALARM_MINUTES = 0.5;

/** A safety net under the exact time: if the realm dies in an update, it is woken again. */
const ALARM_PERIOD_MINUTES = 60;

const PATIENCE = { stallMs: 30_000, totalMs: 15 * 60_000 };

const isMailboxProvider = (domain: string): boolean => packagedTables().isMailboxProvider(domain);

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Any call of an extension API resets the browser's idle timer. */
const keepAwake = (): void => void browser.runtime.getPlatformInfo();

/** What follows is in `consequences.ts`; a function, so that stores can be handed it before there are services. */
function changed(change: Change): Promise<void> {
  return follow(change);
}

// ————— stores —————

const database = privateDatabase();
const ruleStore = new RuleStore(database);
const values = new ValueStore(database);
const channelStore = new ChannelStore(database);
const statisticsStore = new StatisticsStore(database);
const snapshotStore = new SnapshotStore();

const snapshots = new SnapshotCache(snapshotStore, () => channels.get());
const frames = new FrameMemories();
const policy = new CurrentPolicy(() => changed('policy'));
const sectionsOff = new SectionsOff(channelStore, () => changed('sections'));
const removals = new Removals({
  store: channelStore,
  snapshotStore,
  now: nowSeconds,
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
  policy: () => policy.get(),
  defaultChannel: () => channelFile.get(),
  packagedChannel: packagedChannel(browser.runtime.getURL('bundled/')),
  now: nowSeconds,
  onChange: () => changed('channels'),
});
const channels = new Cached(
  () => channelList.all(),
  ({ isWhole }) => isWhole,
);
const preferences = new PreferenceStore(values, () => policy.get(), changed);
const texts = new Cached(async () => loadTexts((await preferences.get()).language));
const rules = new RuleBook({
  store: ruleStore,
  policy: () => policy.get(),
  now: nowSeconds,
  onChange: () => changed('rules'),
});
const statistics = new Statistics(statisticsStore, values, () => changed('statistics'));
const news = new News(values);
const isLocked = async (lock: PolicyLock): Promise<boolean> => {
  const { isRead, administered } = await policy.get();
  // Who is refused something only because the policy cannot be read hears of it when it can.
  if (!isRead) void awaitStorage();
  return administered.locks.includes(lock);
};
const paused = new PausedSites(
  values,
  () => isLocked('pause'),
  () => changed('pause'),
);
const welcome = new Welcome(values);
const sites = new AddedSites(values, browser.runtime.getManifest().version);
const webmails = new Cached(async () => hostsOf([...builtInSites(), ...(await addedSites())]));
const fallback = new FallbackSites({ store: values, webmails: () => webmails.get(), now: nowSeconds });
const evidenceStore = new EvidenceStore(database);
const corrections = new Corrections({
  store: evidenceStore,
  isMailboxProvider,
  now: nowSeconds,
  onChange: () => changed('corrections'),
});
const correspondents = new Correspondents({
  store: evidenceStore,
  secret: () => values.secret(crypto.getRandomValues(new Uint8Array(16))),
  isMailboxProvider,
  isOn: async () => (await preferences.get()).rememberCorrespondents,
  now: nowSeconds,
});
const trustNow = async (): Promise<ReaderTrust> => readerTrust(await preferences.get());
const backup = new Backup({
  rules: ruleStore,
  channels: channelStore,
  statistics: statisticsStore,
  imports: new ImportStore(database),
  preferences,
  onChange: changed,
});

// ————— services —————

const senders = new SenderMemory((tabId, sender, before) => {
  const askAgain = (): void => tell({ type: 'recheck' }, tabId);
  // Rule or none: cards offer to trust whom the links were judged with.
  if (before !== null) askAgain();
  else if (sender !== null) void links.hasSenderRule(sender).then((hasRule) => hasRule && askAgain());
});
const onceTrust = new OnceTrust({
  hashOf: (href) => frames.hashOf(href),
  shownIn: (tabId) => frames.shownMessages(tabId),
  now: nowSeconds,
});
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
const links: LinkService = new LinkService({
  snapshots,
  channels: () => channels.get(),
  sectionsOff: () => sectionsOff.byChannel(),
  rules,
  frames,
  senders,
  onceTrust,
  readerTrust: trustNow,
  webmails: () => webmails.get(),
  hasFailed: (channel) => updates.hasFailed(channel),
  firstList: () => firstList.settled(),
  now: nowSeconds,
  onDamaged: (damaged) => void updates.repair(damaged),
  onNoList: () => void updates.nudge({ hasLists: false }),
  onUnread: () => void awaitStorage(),
});
const tables = new Cached(async () =>
  tablesInUse(await snapshots.load(), await channels.get(), await sectionsOff.byChannel()),
);
const listedTexts = new ListedTexts({
  snapshots,
  channels: () => channels.get(),
  sectionsOff: () => sectionsOff.byChannel(),
  onDamaged: (damaged) => void updates.repair(damaged),
});
const wordModels = new WordModels({
  snapshots,
  channels: () => channels.get(),
  sectionsOff: () => sectionsOff.byChannel(),
});
const messages = new OpenMessages();
const messageService = new MessageService({
  messages,
  knowledgeOf: (head, links, isPrivate) =>
    knowledgeOf({ head, links, isPrivate }, { rules, corrections, correspondents }),
  tables: () => tables.get(),
  listingOf: (text) => listedTexts.of(text),
  soundOf: (subject, text) => wordModels.of(subject, text),
  webmails: () => webmails.get(),
  describeLinks: (hrefs, sender) => links.describe(hrefs, sender),
  onMarked: () => broadcast('tab'),
  onUnmarked: (head, links, isPrivate) => {
    if (!isPrivate && head.address !== null) void correspondents.remember(head.address, head.subject, links);
  },
  tell,
});
const trust = new TrustService({
  links,
  frames,
  rules,
  onceTrust,
  onOnceChanged,
  readerTrust: trustNow,
  now: nowSeconds,
});
const limits = new ChangeLimits(nowSeconds, () => broadcast('tab'));
const lookBack = new LookBack({
  store: new LookBackStore(database),
  snapshots,
  channels: () => channels.get(),
  links,
  frames,
  webmails: () => webmails.get(),
  sectionsOff: () => sectionsOff.byChannel(),
  now: nowSeconds,
  onChange: () => changed('look-back'),
});
const seenListings = new SeenListings({
  store: new SeenStore(database),
  snapshots,
  channels: () => channels.get(),
  webmails: () => webmails.get(),
  now: nowSeconds,
  onChange: () => changed('look-back'),
});
const updates: UpdateRunner = new UpdateRunner({
  store: snapshotStore,
  channelStore,
  values,
  session: sessionValue('update-attempts'),
  channels: () => channels.get(),
  saveData: async () => wantsToSaveData() || (await preferences.get()).saveData,
  isOnline: () => navigator.onLine,
  now: nowSeconds,
  patience: PATIENCE,
  updateList: (id, options) => updateList(id, { channelStore, values }, options, deviceLists.courtesy),
  checkpoint: HAS_CHECKPOINTS ? stopAtCheckpoint : passCheckpoint,
  keepAwake,
  wakeAt: async (when) =>
    browser.alarms.create(UPDATE_ALARM, { when: when * 1000, periodInMinutes: ALARM_PERIOD_MINUTES }),
  onStatus: () => broadcast('status'),
  onRun: (run) => firstList.during(run),
  onActivated: async () => {
    const followed = changed('lists');
    firstList.came();
    await followed;
  },
  onMissing: () => changed('lists'),
  finishRemovals: () => removals.finish(),
});
const deviceLists = new DeviceLists({
  channelStore,
  values,
  snapshotStore,
  removals,
  now: nowSeconds,
  patience: PATIENCE,
  keepAwake,
  recheck: recheckFrames,
  webmails: () => webmails.get(),
  onStatus: () => broadcast('status'),
  onChanged: () => changed('channels'),
});
const status = {
  store: snapshotStore,
  channels: async () => (await channels.get()).channels,
  sectionsOff: () => sectionsOff.byChannel(),
  unwrittenFailure: updates.unwrittenFailure.bind(updates),
  activity: updates.activity.bind(updates),
  now: nowSeconds,
};
const isManaged = async (): Promise<boolean> => isAnythingSet(await policy.get());
const presets = new PresetLists({
  deviceLists,
  lists: async () => {
    const described = await deviceLists.describe(await channelStatuses(status));
    if (!described.ok) return described;
    return ok(described.value.lists.map(({ status: { id, url, entries } }) => ({ id, url, entries })));
  },
  isManaged,
  onStatus: () => broadcast('status'),
});
const signs = new TabSigns({
  frames,
  texts: () => texts.get(),
  status,
  hasFindings: async () => (await lookBack.unseen()).length > 0,
  isPaused: (tabId) => paused.hasTab(tabId),
  onShown: async (tabId, isNewPage) => {
    const isOver = isNewPage ? await onceTrust.forgetTab(tabId) : await onceTrust.endsWhenMovedOn(tabId);
    if (isOver) await onOnceChanged(tabId);
  },
  askAgain: (tabId) => {
    tell({ type: 'report' }, tabId);
    // Frames of the new page may have asked before the page said that it is new.
    tell({ type: 'recheck' }, tabId);
  },
});

/** They look on while frames ask; what they do is in nobody's way. */
const watchers: readonly LinkWatcher[] = [
  deviceLists.watcher,
  messageService.watcher,
  seenListings.watcher,
  statistics.watcher(nowSeconds, async () => (await policy.get()).administered.countsStatistics),
  { ended: () => void updates.nudge() },
];

const agreed = new AgreedQuestions({ tell, open: openTabBeside, now: () => performance.now() });
const questionWindows = new QuestionWindows({
  tell: agreed.tell,
  confirmedBy,
  open: openQuestionWindow,
  isThere: isTabThere,
  close: closeTab,
  session: sessionValue('question-window'),
});
const jumps = new FlaggedJumps({ frames, tell, session: sessionValue('last-jump') });

// ————— what follows from what —————

const follow = consequences({
  forget: {
    policy: () => policy.forget(),
    channels: () => channels.forget(),
    snapshots: () => snapshots.forget(),
    sections: () => sectionsOff.forget(),
    rules: () => rules.forget(),
    preferences: () => preferences.forget(),
    tables: () => tables.forget(),
    texts: () => texts.forget(),
    webmails: () => webmails.forget(),
    paused: () => paused.forget(),
    corrections: () => corrections.forget(),
    judged: () => messageService.forgetGrounds(),
  },
  tellPages: broadcast,
  again: {
    frames: async () => void (await recheckFrames()),
    signs: () => signs.refreshAll(),
    menu: renewMenu,
    'rule-end': awaitRuleEnd,
    'look-back': async () => void (await Promise.all([lookBack.check(), seenListings.check()])),
    'fallback-sites': () => fallback.forgetRemoved(),
    // Not waited for: an update may be what this follows from.
    updates: async () => void updates.run('due'),
  },
});

/** @returns how many tabs were told */
async function recheckFrames(): Promise<number> {
  const tabs = await frames.tabs();
  for (const tabId of tabs) tell({ type: 'recheck' }, tabId);
  return tabs.length;
}

async function onOnceChanged(tabId: number): Promise<void> {
  tell({ type: 'recheck' }, tabId);
  broadcast('tab');
  await awaitRuleEnd();
}

/** Frames ask again when a rule runs out, whether or not anybody is awake then. */
async function awaitRuleEnd(): Promise<void> {
  const end = Math.min(await rules.nextEnd(), await onceTrust.nextEnd());
  if (Number.isFinite(end)) await browser.alarms.create(RULE_ALARM, { when: end * 1000 });
}

/** Frames that were told *not checked* hear of it when it can be checked; nothing else may come that tells them. */
async function awaitStorage(): Promise<void> {
  // Whoever asks again and again must not put it off.
  if ((await browser.alarms.get(STORAGE_ALARM)) !== undefined) return;
  await browser.alarms.create(STORAGE_ALARM, { delayInMinutes: STORAGE_ALARM_MINUTES });
}

async function tryStorage(): Promise<void> {
  const [loaded, known, book] = await Promise.all([snapshots.load(), channels.get(), rules.known()]);
  if (!loaded.storageFailed && known.isWhole && book.isWhole) await changed('storage');
  // With no webmail open nobody waits; whoever asks next has it tried again.
  else if ((await frames.tabs()).length > 0) await awaitStorage();
}

/** On the pages of webmails, built in and added, and in the reader's language. */
async function renewMenu(): Promise<void> {
  const added = await sites.refresh();
  await makeContextMenu([...builtInSites(), ...added], await texts.get(), !(await isLocked('pause')));
}

/** By key or menu; the popup has a button of its own. */
async function togglePause(tabId: number): Promise<void> {
  const tab = await tabAt(tabId);
  if (tab === null || (await isLocked('pause'))) return;
  await paused.set(tab, !(await paused.has(tab)));
}

async function onSites(): Promise<void> {
  await sites.beginOnWanted();
  await changed('sites');
}

async function forgetTab(tabId: number): Promise<boolean> {
  messages.forgetTab(tabId);
  const [wasWebmail] = await Promise.all([
    frames.forgetTab(tabId),
    senders.forgetTab(tabId),
    onceTrust.forgetTab(tabId),
    limits.forgetTab(tabId),
  ]);
  return wasWebmail;
}

async function startInOpenTabs(): Promise<void> {
  await injectIntoOpenTabs(await sites.refresh());
}

// ————— listeners: all of them in the first turn —————

const putAway = new ExpiryPutAway({
  store: values,
  expiredLists: async () =>
    (await statuses())
      .filter(({ kind }) => kind === 'expired')
      .map(({ id, serial }) => `${id} ${serial}`)
      .sort()
      .join('\n'),
  now: nowSeconds,
});
const isPaused = paused.hasCaller.bind(paused);
const statuses = (): ReturnType<typeof channelStatuses> => channelStatuses(status);

answer({
  content: underLimits(
    {
      ...linkHandlers({ links, isPaused, watchers, quiet: new QuietAnswers(nowSeconds, putAway), putAway }),
      ...frameMessageHandlers({
        service: messageService,
        senders,
        frames,
        corrections,
        isPaused,
        mayTrust: async () => (await trustNow()).canAdd,
      }),
      ...frameCodeHandlers({ codes: new CodeReader(), isPaused, now: nowSeconds }),
      ...frameLookBackHandlers({ lookBack, isPaused }),
      ...frameRuleHandlers(trust),
      ...frameTabHandlers(signs, { messages, senders }, async (caller) => {
        const reports = await frames.reports(caller.tabId);
        await fallback.note(caller, sumOfFrames(reports.map(({ report }) => report)));
      }),
      ...detailsHandlers(),
      ...frameQuestionHandlers({ tell: agreed.tell, confirmedBy }, questionWindows, agreed),
      ...firstAidHandlers(),
      ...framePreferenceHandlers({
        preferences,
        frameTexts: (known) => frameTexts(known, () => texts.get()),
      }),
    },
    limits,
  ),
  page: underPolicy(
    {
      ...pageMessageHandlers({ corrections, correspondents }),
      ...pageCodeHandlers(links),
      ...channelHandlers({
        channelList,
        sectionsOff,
        removals,
        updates,
        statuses,
        isFileDamaged: async () => !(await channelFile.get()).ok,
      }),
      ...deviceListHandlers({ deviceLists, statuses }),
      ...presetHandlers(presets, isManaged, () => isLocked('lists')),
      ...pageRuleHandlers({ trust, rules }),
      ...pageTabHandlers({
        report: (tabId) =>
          deviceLists.courtesy.during(async () => {
            // The realm was stopped since: its frames tell again what their messages are like, and pages hear of it.
            if (!messages.knowsTab(tabId) && (await frames.tabs()).includes(tabId))
              tell({ type: 'recheck' }, tabId);
            return tabReport(tabId, frames, links, messages, corrections, {
              isPaused: await paused.hasTab(tabId),
              refusedChanges: await limits.refused(tabId),
            });
          }),
        missed: (tabId) => missedHosts(tabId, frames, links, messages),
        paused,
        fallback,
        showLink: (tabId, href) => jumps.show(tabId, href),
        onSites,
      }),
      ...pagePreferenceHandlers(preferences),
      ...pageLookBackHandlers(lookBack, seenListings),
      ...statisticsHandlers(statistics, nowSeconds),
      ...backupHandlers(backup),
      ...policyHandlers(() => policy.get()),
      ...newsHandlers(news),
      ...pageQuestionHandlers(questionWindows),
    },
    isLocked,
  ),
});

/** The promise is handed to the browser: Firefox keeps the event page for as long as one is open. */
function listener<Parameters extends readonly unknown[]>(
  work: (...parameters: Parameters) => Promise<void>,
): (...parameters: Parameters) => void {
  // oxlint-disable-next-line typescript/no-misused-promises -- the browser's types do not know of the promise
  return work;
}

browser.runtime.onInstalled.addListener(
  listener(async ({ reason, previousVersion }) => {
    // Side by side: where one of them fails the others still happen.
    await Promise.all([
      renewMenu(),
      // Not after an update.
      reason === 'install' ? welcome.installed() : undefined,
      previousVersion === undefined
        ? undefined
        : news.updated(previousVersion, browser.runtime.getManifest().version),
      updates.run('installed'),
    ]);
  }),
);
// The realm starts by itself below; without a listener Chrome would not start it with the browser.
browser.runtime.onStartup.addListener(listener(() => welcome.browserStarted()));
browser.alarms.onAlarm.addListener(
  listener(async ({ name }) => {
    if (name === RULE_ALARM) await changed('rules');
    if (name === STORAGE_ALARM) await tryStorage();
    if (name !== UPDATE_ALARM) return;
    await updates.run('due');
    await signs.refreshAll();
  }),
);
/** Says in the page where a link leads, listed or not, and asks nobody. */
async function explain({ href, tabId, frameId }: ChosenLink): Promise<void> {
  const [details] = await links.describe([href], null);
  if (details !== undefined) tell({ type: 'link-explained', href, details }, tabId, frameId);
}

menuEvents()?.addListener(
  listener(async (info, tab) => {
    const choice = menuChoice(info, tab);
    const asked = linkToExplain(info, tab);
    if (choice !== null) await trust.fromMenu(choice);
    else if (asked !== null) await explain(asked);
    else await runToolbarMenu(info, tab, togglePause);
  }),
);
onShortcut((name, tabId) => void runShortcut(name, tabId, { jumps, togglePause }));
browser.tabs.onRemoved.addListener(
  listener(async (tabId) => {
    await Promise.all([forgetTab(tabId), questionWindows.closed(tabId)]);
  }),
);
browser.tabs.onUpdated.addListener(
  listener(async (tabId, { status: loading }) => {
    if (loading !== 'loading') return;
    // Chromium says "loading" for a change of address within one document as well, as mail programs in a page make all
    // the time. So only what is shown is void: frames that still show it say so again. What was judged stays until a
    // new document says that it is one.
    if (await frames.forgetReports(tabId)) tell({ type: 'report' }, tabId);
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
    await stopOnWithdrawnSites(frames, async (tabId) => {
      await forgetTab(tabId);
      await signs.refresh(tabId);
    });
    await changed('sites');
  }),
);
browser.storage.onChanged.addListener((_changes, area) => {
  if (area === 'managed') void changed('policy');
});

keepFromContentScripts();
void start();

/** Runs whenever the realm starts: with the browser, or woken by an event after it was stopped. */
async function start(): Promise<void> {
  // The update first and at once: whoever asks from here on waits for the very first list.
  await Promise.all([updates.nudge(), awaitRuleEnd(), startInTabsOfSession()]);
}

/**
 * The first start of a session: browser, installation, or the extension was switched on again. Tabs that were open before
 * have no content script then.
 */
async function startInTabsOfSession(): Promise<void> {
  if (await signs.isSessionStarted()) return;
  await startInOpenTabs();
  // Not before: where the realm is stopped meanwhile the next one begins anew, and a frame that has the script keeps it.
  await signs.markSessionStarted();
}
