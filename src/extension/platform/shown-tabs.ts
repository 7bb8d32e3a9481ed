import { browser } from './browser.ts';

/** Whether one of these tabs is the one that its window shows. Of windows behind others or minimized nothing is known. */
export async function isAnyShown(tabs: readonly number[]): Promise<boolean> {
  if (tabs.length === 0) return false;
  const active = await browser.tabs.query({ active: true });
  return active.some(({ id }) => id !== undefined && tabs.includes(id));
}
