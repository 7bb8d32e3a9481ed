import { browser } from './browser.ts';
import { IS_MAIL_PROGRAM } from './mail-program.ts';

/** Whether the extension's symbol is in the toolbar; null if the browser cannot say. */
export async function isOnToolbar(): Promise<boolean | null> {
  // Beside each message, from the installation on.
  if (IS_MAIL_PROGRAM) return null;
  const action: typeof browser.action & { getUserSettings?: () => Promise<{ isOnToolbar?: boolean }> } =
    browser.action;
  return (await action.getUserSettings?.())?.isOnToolbar ?? null;
}
