import { tabAt } from '../../platform/active-tab.ts';
import { tell } from '../../platform/message-bus.ts';
import { hasPermission, sitePattern } from '../../platform/site-access.ts';
import type { FrameMemories } from '../links/frame-memory.ts';

export async function stopOnWithdrawnSites(
  frames: FrameMemories,
  forget: (tabId: number) => Promise<void>,
): Promise<void> {
  for (const tabId of await frames.tabs()) {
    // A readable address proves no permission: opening the popup also makes it readable.
    const tab = await tabAt(tabId);
    const pattern = tab === null ? null : sitePattern(tab.url);
    if (pattern !== null && (await hasPermission([pattern]))) continue;
    tell({ type: 'stop' }, tabId);
    await forget(tabId);
  }
}
