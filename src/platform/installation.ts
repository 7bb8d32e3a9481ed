import { openTab } from './active-tab.ts';
import { browser } from './browser.ts';

/** Whether an administrator's policy has put the extension here, so that nobody has asked for it. */
export async function isInstalledByPolicy(): Promise<boolean> {
  return (await browser.management.getSelf()).installType === 'admin';
}

export async function openWelcome(): Promise<void> {
  await openTab(browser.runtime.getURL('src/pages/welcome/welcome.html'));
}
