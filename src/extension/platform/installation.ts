import type { FirstAidAbout } from '../protocol/first-aid-messages.ts';
import { openTab } from './active-tab.ts';
import { browser } from './browser.ts';

/** Whether an administrator's policy has put the extension here, so that nobody has asked for it. */
export async function isInstalledByPolicy(): Promise<boolean> {
  return (await browser.management.getSelf()).installType === 'admin';
}

/** What to do after a mistake. @param about - what the link was flagged for */
export async function openFirstAid(about: FirstAidAbout): Promise<void> {
  await openTab(browser.runtime.getURL(`src/extension/pages/first-aid/first-aid.html#${about}`));
}

export async function openWelcome(): Promise<void> {
  await openTab(browser.runtime.getURL('src/extension/pages/welcome/welcome.html'));
}

/** The page that checks messages from elsewhere. */
export async function openCheckMessage(): Promise<void> {
  await openTab(checkMessagePage());
}

export function checkMessagePage(): string {
  return browser.runtime.getURL('src/extension/pages/check-message/check-message.html');
}

/** What has changed, in the settings. */
export async function openChanges(): Promise<void> {
  await openTab(browser.runtime.getURL('src/extension/pages/options/options.html#changes'));
}

export interface ThisExtension {
  readonly version: string;
  readonly homepage: string;
}

export function thisExtension(): ThisExtension {
  const { version, homepage_url: homepage = '' } = browser.runtime.getManifest();
  return { version, homepage };
}
