import type { FirstAidAbout } from '../protocol/first-aid-messages.ts';
import { openTab } from './active-tab.ts';
import { browser } from './browser.ts';

export async function isInstalledByPolicy(): Promise<boolean> {
  return (await browser.management.getSelf()).installType === 'admin';
}

/** @param about - why the link was flagged */
export async function openFirstAid(about: FirstAidAbout): Promise<void> {
  await openTab(browser.runtime.getURL(`src/extension/pages/first-aid/first-aid.html#${about}`));
}

export async function openWelcome(): Promise<void> {
  await openTab(browser.runtime.getURL('src/extension/pages/welcome/welcome.html'));
}

export async function openCheckMessage(): Promise<void> {
  await openTab(checkMessagePage());
}

export function checkMessagePage(): string {
  return browser.runtime.getURL('src/extension/pages/check-message/check-message.html');
}

export interface ThisExtension {
  readonly version: string;
  readonly homepage: string;
}

export function thisExtension(): ThisExtension {
  const { version, homepage_url: homepage = '' } = browser.runtime.getManifest();
  return { version, homepage };
}
