import { tabAt } from '../../platform/active-tab.ts';
import { tell } from '../../platform/message-bus.ts';
import { maySee, sitePattern } from '../../platform/site-access.ts';
import type { FrameMemories } from '../links/frame-memory.ts';

/** Ends the scripts in tabs of sites that may not be seen any more. @param forget - what is known of such a tab */
export async function stopOnWithdrawnSites(
  frames: FrameMemories,
  forget: (tabId: number) => Promise<void>,
): Promise<void> {
  for (const tabId of await frames.tabs()) {
    // The address may be readable all the same, because the reader has just used the popup there.
    const tab = await tabAt(tabId);
    const pattern = tab === null ? null : sitePattern(tab.url);
    if (pattern !== null && (await maySee([pattern]))) continue;
    tell({ type: 'stop' }, tabId);
    await forget(tabId);
  }
}
