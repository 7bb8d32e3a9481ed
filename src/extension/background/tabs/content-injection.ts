import { browser } from '../../platform/browser.ts';
import { tabsWithMessages } from '../../platform/displayed-message.ts';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import { builtInSites, startInMessage, startInTab } from '../../platform/site-access.ts';

/**
 * Starts the content script in webmail tabs that were open before the extension was: browsers do that only
 * for pages that load from now on.
 *
 * @param addedPatterns - match patterns of the webmails that the reader added
 */
export async function injectIntoOpenTabs(addedPatterns: readonly string[]): Promise<void> {
  if (IS_MAIL_PROGRAM) return injectIntoOpenMessages();
  const tabs = await browser.tabs.query({ url: [...builtInSites(), ...addedPatterns] });
  await Promise.all(
    tabs.map(async ({ id, discarded }) => {
      // A discarded tab loads anew when it is opened, and gets the script then.
      if (id !== undefined && discarded !== true) await startInTab(id);
    }),
  );
}

/** Thunderbird runs the script only in messages that are displayed from now on. */
async function injectIntoOpenMessages(): Promise<void> {
  await Promise.all((await tabsWithMessages()).map(startInMessage));
}
