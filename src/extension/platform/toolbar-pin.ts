import { browser } from './browser.ts';
import { IS_MAIL_PROGRAM } from './mail-program.ts';

export async function isOnToolbar(): Promise<boolean | null> {
  // Null: there is nothing to pin, as Thunderbird always shows the button.
  if (IS_MAIL_PROGRAM) return null;
  const action: typeof browser.action & { getUserSettings?: () => Promise<{ isOnToolbar?: boolean }> } =
    browser.action;
  return (await action.getUserSettings?.())?.isOnToolbar ?? null;
}
