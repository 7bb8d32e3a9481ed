import { browser } from './browser.ts';

/** CSS pixels. */
const SIZE = { width: 560, height: 560 };

/**
 * Opens a popup window, or a tab if the browser has no windows.
 *
 * @returns the id of the tab; null if neither opened
 */
export async function openQuestionWindow(id: string): Promise<number | null> {
  const url = browser.runtime.getURL(`src/extension/pages/question/question.html#${id}`);
  const [opened] = await Promise.allSettled([windowWith(url)]);
  if (opened.status === 'fulfilled' && opened.value !== undefined) return opened.value;
  const [tab] = await Promise.allSettled([browser.tabs.create({ url })]);
  return tab.status === 'fulfilled' ? (tab.value.id ?? null) : null;
}

async function windowWith(url: string): Promise<number | undefined> {
  const { tabs } = await browser.windows.create({ url, type: 'popup', focused: true, ...SIZE });
  return tabs?.[0]?.id;
}

export async function isTabThere(tabId: number): Promise<boolean> {
  const [found] = await Promise.allSettled([browser.tabs.get(tabId)]);
  return found.status === 'fulfilled';
}

export async function closeTab(tabId: number): Promise<void> {
  // Rejects if already closed.
  await Promise.allSettled([browser.tabs.remove(tabId)]);
}
