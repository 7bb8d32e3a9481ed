import { browser } from '../platform/browser.ts';
import { tell } from '../platform/message-bus.ts';
import { keepFromContentScripts } from '../platform/session-storage.ts';
import { onShortcut } from '../platform/shortcuts.ts';
import { onSitesGranted, onSitesWithdrawn } from '../platform/site-access.ts';
import type { Rooms } from './answer-requests.ts';
import type { ChosenLink } from './links/chosen-link.ts';
import { awaitStorage, RULE_ALARM, STORAGE_ALARM, UPDATE_ALARM } from './realm/alarms.ts';
import type { Changed } from './realm/consequences.ts';
import { linkToExplain, menuChoice, menuEvents } from './tabs/context-menu.ts';
import { runShortcut } from './tabs/shortcuts.ts';
import { runToolbarMenu } from './tabs/toolbar-menu.ts';
import { stopOnWithdrawnSites } from './tabs/withdrawn-sites.ts';

/** The promise is handed to the browser: Firefox keeps the event page for as long as one is open. */
function listener<Parameters extends readonly unknown[]>(
  work: (...parameters: Parameters) => Promise<void>,
): (...parameters: Parameters) => void {
  // oxlint-disable-next-line typescript/no-misused-promises -- the browser's types do not know of the promise
  return work;
}

/** Registers every listener; to be called in the realm's first turn, or browsers do not wake it for them. */
export function listen(rooms: Rooms, changed: Changed): void {
  listenToBrowser(rooms, changed);
  listenToReader(rooms);
  listenToTabs(rooms, changed);
}

/** Installation, start, time, and what an administrator sets. */
function listenToBrowser(rooms: Rooms, changed: Changed): void {
  const { reader, lists, tabs } = rooms;
  browser.runtime.onInstalled.addListener(
    listener(async ({ reason, previousVersion }) => {
      // Side by side: where one of them fails the others still happen.
      await Promise.all([
        tabs.renewMenu(),
        // Not after an update.
        reason === 'install' ? tabs.welcome.installed() : undefined,
        previousVersion === undefined
          ? undefined
          : reader.news.updated(previousVersion, browser.runtime.getManifest().version),
        lists.updates.run('installed'),
      ]);
    }),
  );
  // The realm starts by itself; without a listener Chrome would not start it with the browser.
  browser.runtime.onStartup.addListener(listener(() => tabs.welcome.browserStarted()));
  browser.alarms.onAlarm.addListener(
    listener(async ({ name }) => {
      if (name === RULE_ALARM) await changed('rules');
      if (name === STORAGE_ALARM) await tryStorage(rooms, changed);
      if (name !== UPDATE_ALARM) return;
      await lists.updates.run('due');
      await tabs.signs.refreshAll();
    }),
  );
  browser.storage.onChanged.addListener((_changes, area) => {
    if (area === 'managed') void changed('policy');
  });
  keepFromContentScripts();
}

/** Menus and keys. */
function listenToReader({ reader, links, tabs }: Rooms): void {
  const { togglePause } = reader;
  /** Says in the page where a link leads, listed or not, and asks nobody. */
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

/** Tabs that are closed or show another page, and sites that are granted or withdrawn. */
function listenToTabs({ frames, tabs }: Rooms, changed: Changed): void {
  browser.tabs.onRemoved.addListener(
    listener(async (tabId) => {
      await Promise.all([tabs.forget(tabId), tabs.questionWindows.closed(tabId)]);
    }),
  );
  browser.tabs.onUpdated.addListener(
    listener(async (tabId, { status }) => {
      if (status !== 'loading') return;
      // Chromium says "loading" for a change of address within one document as well, as mail programs in a page make all
      // the time. So only what is shown is void: frames that still show it say so again. What was judged stays until a
      // new document says that it is one.
      if (await frames.forgetReports(tabId)) tell({ type: 'report' }, tabId);
    }),
  );
  onSitesGranted(
    listener(async () => {
      await tabs.onSites();
      // Webmails that the manifest names may have been given back to us; their pages are open already.
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

async function tryStorage({ frames, reader, lists }: Rooms, changed: Changed): Promise<void> {
  const [loaded, known, book] = await Promise.all([
    lists.snapshots.load(),
    lists.channels.get(),
    reader.rules.known(),
  ]);
  if (!loaded.storageFailed && known.isWhole && book.isWhole) await changed('storage');
  // With no webmail open nobody waits; whoever asks next has it tried again.
  else if ((await frames.tabs()).length > 0) await awaitStorage();
}
