import { browser } from '../../platform/browser.ts';
import { resolveWithin } from '../../platform/delay.ts';
import { tabsWithMessages } from '../../platform/displayed-message.ts';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import { broadcast } from '../../platform/message-bus.ts';
import { readSession, removeFromSession, sessionKeys, writeSession } from '../../platform/session-storage.ts';
import { builtInSites, startInMessage, startInTab } from '../../platform/site-access.ts';

/** Browsers start the script only in pages that load after installation. */
export async function injectIntoOpenTabs(addedPatterns: readonly string[]): Promise<void> {
  if (IS_MAIL_PROGRAM) return injectIntoOpenMessages();
  const tabs = await browser.tabs.query({ url: [...builtInSites(), ...addedPatterns] });
  await Promise.all(
    tabs.map(async ({ id, discarded }) => {
      // A discarded tab gets the script when it loads.
      if (id !== undefined && discarded !== true) await injectIntoTab(id);
    }),
  );
}

/** Thunderbird runs the script only in messages displayed later. */
async function injectIntoOpenMessages(): Promise<void> {
  await Promise.all((await tabsWithMessages()).map(startInMessage));
}

/** Milliseconds until the popup says that a tab is not reached. */
const REACH_MS = 2_000;

const UNREACHED = 'unreached:';

/**
 * Tabs wait for no other: one with an open dialog may take hours.
 *
 * @returns when the tab is reached, or noted as unreached
 */
export async function injectIntoTab(tabId: number): Promise<void> {
  const reached = startInTab(tabId);
  if ((await resolveWithin(reached, REACH_MS)) !== true && !(await isUnreached(tabId))) {
    await writeSession(UNREACHED + tabId, true);
    broadcast('tab');
  }
  void reached.then((isReached) => (isReached ? forgetUnreached(tabId) : undefined));
}

async function isUnreached(tabId: number): Promise<boolean> {
  return (await readSession(UNREACHED + tabId)) === true;
}

/** @returns whether the tab was unreached until now */
export async function retryInTab(tabId: number): Promise<boolean> {
  const isRetried = await isUnreached(tabId);
  if (isRetried) void injectIntoTab(tabId);
  return isRetried;
}

export async function retryInTabs(): Promise<void> {
  const keys = await sessionKeys([UNREACHED]);
  await Promise.all(keys.map((key) => injectIntoTab(Number(key.slice(UNREACHED.length)))));
}

export function forgetUnreached(tabId: number): Promise<void> {
  return removeFromSession([UNREACHED + tabId]);
}
