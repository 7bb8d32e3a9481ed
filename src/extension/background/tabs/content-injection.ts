import { browser } from '../../platform/browser.ts';
import { tabsWithMessages } from '../../platform/displayed-message.ts';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import { builtInSites, startInMessage, startInTab } from '../../platform/site-access.ts';

/** Browsers start the script only in pages that load after installation. */
export async function injectIntoOpenTabs(addedPatterns: readonly string[]): Promise<void> {
  if (IS_MAIL_PROGRAM) return injectIntoOpenMessages();
  const tabs = await browser.tabs.query({ url: [...builtInSites(), ...addedPatterns] });
  await Promise.all(
    tabs.map(async ({ id, discarded }) => {
      // A discarded tab gets the script when it loads.
      if (id !== undefined && discarded !== true) await startInTab(id);
    }),
  );
}

/** Thunderbird runs the script only in messages displayed later. */
async function injectIntoOpenMessages(): Promise<void> {
  await Promise.all((await tabsWithMessages()).map(startInMessage));
}
