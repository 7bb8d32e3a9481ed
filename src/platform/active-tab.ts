import { browser } from './browser.ts';

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

export function openOptions(): Promise<void> {
  return browser.runtime.openOptionsPage();
}
