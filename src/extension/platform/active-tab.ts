import { browser } from './browser.ts';
import { openInBrowser } from './displayed-message.ts';
import { IS_MAIL_PROGRAM } from './mail-program.ts';

export interface ActiveTab {
  readonly id: number;
  /** Null if hidden from the extension. */
  readonly url: string | null;
}

export async function activeTab(): Promise<ActiveTab | null> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id === undefined ? null : { id: tab.id, url: tab.url ?? null };
}

/** Null if the tab is gone or unreadable. */
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

export async function openOptionsAt(section: string): Promise<void> {
  // Chromium gives the path from the manifest, Firefox the full URL.
  const page = new URL(browser.runtime.getManifest().options_ui?.page ?? '', browser.runtime.getURL(''));
  page.hash = section;
  await browser.tabs.create({ url: page.href });
}

export async function openTab(url: string): Promise<void> {
  // Thunderbird's own tabs have no phishing protection.
  if (IS_MAIL_PROGRAM && /^https?:/i.test(url)) return openInBrowser(url);
  await browser.tabs.create({ url });
}

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
