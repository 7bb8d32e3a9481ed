import { browser } from './browser.ts';

/** Whether the extension's symbol is in the toolbar; null if the browser cannot say. */
export async function isOnToolbar(): Promise<boolean | null> {
  const action: typeof browser.action & { getUserSettings?: () => Promise<{ isOnToolbar?: boolean }> } =
    browser.action;
  return (await action.getUserSettings?.())?.isOnToolbar ?? null;
}
