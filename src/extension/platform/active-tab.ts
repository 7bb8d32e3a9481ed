import { browser } from './browser.ts';
import { openInBrowser } from './displayed-message.ts';
import { IS_MAIL_PROGRAM } from './mail-program.ts';

export interface ActiveTab {
  readonly id: number;
  /** Null where the extension may not read the site's address. */
  readonly url: string | null;
}

/** The tab that the reader sees in the window of the popup. */
export async function activeTab(): Promise<ActiveTab | null> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id === undefined ? null : { id: tab.id, url: tab.url ?? null };
}

/** What a tab shows; null if the tab is gone, or its address may not be read. */
export async function tabAt(tabId: number): Promise<OpenTab | null> {
  const [found] = await Promise.allSettled([browser.tabs.get(tabId)]);
  if (found.status === 'rejected') return null;
  const { url, incognito } = found.value;
  return url === undefined ? null : { url, isPrivate: incognito };
}

export interface OpenTab {
  readonly url: string;
  readonly isPrivate: boolean;
}

export function openOptions(): Promise<void> {
  return browser.runtime.openOptionsPage();
}

/** The options page in a tab of its own, at one of its sections. */
export async function openOptionsAt(section: string): Promise<void> {
  // A path in Chromium, as it is written; the whole address in Firefox.
  const page = new URL(browser.runtime.getManifest().options_ui?.page ?? '', browser.runtime.getURL(''));
  page.hash = section;
  await browser.tabs.create({ url: page.href });
}

export async function openTab(url: string): Promise<void> {
  // A tab of the mail program would show the page without anything that protects its reader.
  if (IS_MAIL_PROGRAM && /^https?:/i.test(url)) return openInBrowser(url);
  await browser.tabs.create({ url });
}

/** Opens a tab beside another one, in front or behind; nothing, if that one is gone. */
export async function openTabBeside(url: string, tabId: number, isBehind: boolean): Promise<void> {
  const [opener] = await Promise.allSettled([browser.tabs.get(tabId)]);
  if (opener.status === 'rejected') return;
  const { windowId } = opener.value;
  await browser.tabs.create({
    url,
    active: !isBehind,
    openerTabId: tabId,
    ...(windowId === undefined ? {} : { windowId }),
  });
}
