/**
 * Service worker in Chrome, event page in Firefox. Browsers stop it after half a minute without events: it registers
 * all listeners in its first turn and holds nothing irreplaceable.
 */
import { broadcast, tell } from '../platform/message-bus.ts';
import { answerRequests } from './answer-requests.ts';
import { FrameMemories } from './links/frame-memory.ts';
import { listen } from './listeners.ts';
import { makeLinks } from './make-links.ts';
import { makeLists } from './make-lists.ts';
import { makeReader } from './make-reader.ts';
import { makeSites } from './make-sites.ts';
import { makeStores } from './make-stores.ts';
import { makeTabs } from './make-tabs.ts';
import { retryInTabs } from './tabs/content-injection.ts';
import { type Change, makeReportChange } from './realm/consequences.ts';

/** A hoisted function, since other modules receive it before `follow` exists. */
function changed(change: Change): Promise<void> {
  return follow(change);
}

const stores = makeStores();
const frames = new FrameMemories();
const reader = makeReader(stores, changed);
const sites = makeSites(stores.values);
const lists = makeLists({
  stores,
  reader,
  changed,
  watchedTabs: () => frames.tabs(),
});
const links = makeLinks({ stores, frames, reader, sites, lists, changed });
const tabs = makeTabs({ stores, frames, reader, sites, lists, links, changed });

const follow = makeReportChange({
  forget: {
    policy: () => reader.policy.forget(),
    channels: () => lists.channels.forget(),
    snapshots: () => lists.snapshots.forget(),
    sections: () => lists.sectionsOff.forget(),
    rules: () => reader.rules.forget(),
    preferences: () => reader.preferences.forget(),
    tables: () => links.tables.forget(),
    texts: () => reader.texts.forget(),
    webmails: () => sites.webmails.forget(),
    paused: () => reader.paused.forget(),
    corrections: () => reader.corrections.forget(),
    judged: () => links.messageService.invalidateVerdicts(),
  },
  tellPages: broadcast,
  rerun: {
    frames: async () => {
      for (const tabId of await frames.tabs()) tell({ type: 'recheck' }, tabId);
    },
    signs: () => tabs.signs.refreshAll(),
    menu: tabs.renewMenu,
    'rule-end': links.awaitRuleEnd,
    'look-back': async () => void (await Promise.all([links.lookBack.check(), links.seenListings.check()])),
    'fallback-sites': () => sites.fallback.forgetRemoved(),
    // Not awaited: an update that caused this call would wait for itself.
    updates: async () => void lists.updates.run('due'),
  },
});

const rooms = { frames, reader, sites, lists, links, tabs };
answerRequests(rooms);
listen(rooms, changed);
void start();

async function start(): Promise<void> {
  // The update starts first, since link checks wait for the first list.
  await Promise.all([lists.updates.runIfDue(), links.awaitRuleEnd(), startInTabsOfSession()]);
}

/** After browser start, installation or re-enabling, open tabs have no content script. */
async function startInTabsOfSession(): Promise<void> {
  if (await tabs.signs.isSessionStarted()) return retryInTabs();
  await tabs.startInOpenTabs();
  // Last, so that a realm stopped midway repeats this.
  await tabs.signs.markSessionStarted();
}
