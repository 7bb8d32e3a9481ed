import { browser } from '../platform/browser.ts';
import { tell } from '../platform/message-bus.ts';
import { denyContentScripts } from '../platform/session-storage.ts';
import { onShortcut } from '../platform/shortcuts.ts';
import { onSitesGranted, onSitesWithdrawn } from '../platform/site-access.ts';
import type { Rooms } from './answer-requests.ts';
import type { ChosenLink } from './links/chosen-link.ts';
import { scheduleStorageRetry, RULE_ALARM, STORAGE_ALARM, UPDATE_ALARM } from './realm/alarms.ts';
import type { ReportChange } from './realm/consequences.ts';
import { linkToExplain, menuChoice, menuEvents } from './tabs/context-menu.ts';
import { runShortcut } from './tabs/shortcuts.ts';
import { runToolbarMenu } from './tabs/toolbar-menu.ts';
import { stopOnWithdrawnSites } from './tabs/withdrawn-sites.ts';

/** Firefox keeps the event page alive while the promise is pending. */
function listener<Parameters extends readonly unknown[]>(
  work: (...parameters: Parameters) => Promise<void>,
): (...parameters: Parameters) => void {
  // oxlint-disable-next-line typescript/no-misused-promises -- the browser's types do not know of the promise
  return work;
}

/** Call in the realm's first turn: browsers wake the realm only for listeners registered then. */
export function listen(rooms: Rooms, changed: ReportChange): void {
  listenToBrowser(rooms, changed);
  listenToReader(rooms);
  listenToTabs(rooms, changed);
}

function listenToBrowser(rooms: Rooms, changed: ReportChange): void {
  const { lists, tabs } = rooms;
  browser.runtime.onInstalled.addListener(
    listener(async ({ reason }) => {
      // In parallel: if one fails, the others still run.
      await Promise.all([
        tabs.renewMenu(),
        reason === 'install' ? tabs.welcome.onInstalled() : undefined,
        lists.updates.run('installed'),
      ]);
    }),
  );
  // Chrome starts the realm with the browser only because of this listener.
  browser.runtime.onStartup.addListener(listener(() => tabs.welcome.onStartup()));
  browser.alarms.onAlarm.addListener(
    listener(async ({ name }) => {
      if (name === RULE_ALARM) await changed('rules');
      if (name === STORAGE_ALARM) await tryStorage(rooms, changed);
      if (name !== UPDATE_ALARM) return;
      // If channel heads brought nothing new, no sign changes.
      if ((await lists.updates.run('due')) === 'done') await tabs.signs.refreshAll();
    }),
  );
  browser.storage.onChanged.addListener((_changes, area) => {
    if (area === 'managed') void changed('policy');
  });
  denyContentScripts();
}

function listenToReader({ reader, links, tabs }: Rooms): void {
  const { togglePause } = reader;
  /** Makes no network request. */
  const explain = async ({ href, tabId, frameId }: ChosenLink): Promise<void> => {
    const [details] = await links.service.describe([href], null);
    if (details !== undefined) tell({ type: 'link-explained', href, details }, tabId, frameId);
  };
  menuEvents()?.addListener(
    listener(async (info, tab) => {
      const choice = menuChoice(info, tab);
      const asked = linkToExplain(info, tab);
      if (choice !== null) await links.trust.fromMenu(choice);
      else if (asked !== null) await explain(asked);
      else await runToolbarMenu(info, tab, togglePause);
    }),
  );
  onShortcut((name, tabId) => void runShortcut(name, tabId, { jumps: tabs.jumps, togglePause }));
}

function listenToTabs({ frames, lists, tabs }: Rooms, changed: ReportChange): void {
  browser.tabs.onActivated.addListener(
    listener(async ({ tabId }) => {
      // Channel heads are requested only while a webmail is visible.
      if ((await frames.tabs()).includes(tabId)) await lists.updates.runIfDue();
    }),
  );
  browser.tabs.onRemoved.addListener(
    listener(async (tabId) => {
      await Promise.all([tabs.forget(tabId), tabs.questionWindows.onTabClosed(tabId)]);
    }),
  );
  browser.tabs.onUpdated.addListener(
    listener(async (tabId, { status }) => {
      if (status !== 'loading') return;
      // Chromium reports "loading" also for address changes within a document. So drop only reports, which frames send
      // again; judged links stay.
      if (await frames.forgetReports(tabId)) tell({ type: 'report' }, tabId);
    }),
  );
  onSitesGranted(
    listener(async () => {
      await tabs.onSites();
      // Webmails of the manifest may be permitted again, and open.
      await tabs.startInOpenTabs();
    }),
  );
  onSitesWithdrawn(
    listener(async () => {
      await stopOnWithdrawnSites(frames, async (tabId) => {
        await tabs.forget(tabId);
        await tabs.signs.refresh(tabId);
      });
      await changed('sites');
    }),
  );
}

async function tryStorage({ frames, reader, lists }: Rooms, changed: ReportChange): Promise<void> {
  const [loaded, known, book] = await Promise.all([
    lists.snapshots.load(),
    lists.channels.get(),
    reader.rules.current(),
  ]);
  if (!loaded.storageFailed && known.isWhole && book.isWhole) await changed('storage');
  // Without an open webmail nothing waits, and the next request tries again.
  else if ((await frames.tabs()).length > 0) await scheduleStorageRetry();
}
