import { tabAt } from '../../platform/active-tab.ts';
import { tell } from '../../platform/message-bus.ts';
import { hasPermission, sitePattern } from '../../platform/site-access.ts';
import type { FrameMemories } from '../links/frame-memory.ts';

export async function stopOnWithdrawnSites(
  frames: FrameMemories,
  forget: (tabId: number) => Promise<void>,
): Promise<void> {
  for (const tabId of await frames.tabs()) {
    // The tab's address may be readable only because the reader has just used the popup there.
    const tab = await tabAt(tabId);
    const pattern = tab === null ? null : sitePattern(tab.url);
    if (pattern !== null && (await hasPermission([pattern]))) continue;
    tell({ type: 'stop' }, tabId);
    await forget(tabId);
  }
}
