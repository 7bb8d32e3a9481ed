import { browser } from './browser.ts';

/** Whether one of the tabs is active in its window, which may be covered or minimized. */
export async function isAnyShown(tabs: readonly number[]): Promise<boolean> {
  if (tabs.length === 0) return false;
  const active = await browser.tabs.query({ active: true });
  return active.some(({ id }) => id !== undefined && tabs.includes(id));
}
