import type { SitesChanged } from '../protocol/messages.ts';
import { browser } from './browser.ts';

/**
 * The match pattern of the site that a page belongs to; null for pages that no extension may read.
 *
 * Ports cannot be part of it: Firefox knows none, and a pattern without one stands for all of them.
 */
export function sitePattern(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  if ((protocol !== 'https:' && protocol !== 'http:') || hostname === '') return null;
  return `${protocol}//${hostname}/*`;
}

/** Host of a site's pattern, for people. */
export function siteHost(pattern: string): string {
  return pattern.replace(/^[^:]+:\/\//, '').replace(/\/\*$/, '');
}

/** Asks the reader. Call it first of all in a click's listener, as browsers let nothing come between. */
export function askForSite(pattern: string): Promise<boolean> {
  return browser.permissions.request({ origins: [pattern] });
}

export function maySee(pattern: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [pattern] });
}

/** Sites on which the reader lets mail be checked, as match patterns; each once. */
export async function addedSites(): Promise<readonly string[]> {
  const scripts = await browser.scripting.getRegisteredContentScripts();
  return scripts
    .filter(({ id }) => id.startsWith(SCRIPT_ID_PREFIX))
    .map(({ id }) => id.slice(SCRIPT_ID_PREFIX.length))
    .sort();
}

/** Gives back a permission that was needed to fetch something, unless mail is checked on that site. */
export async function giveSiteBack(pattern: string): Promise<void> {
  const { host_permissions: required = [] } = browser.runtime.getManifest();
  if (required.includes(pattern) || (await addedSites()).includes(pattern)) return;
  await browser.permissions.remove({ origins: [pattern] });
}

/** Gives the permission back; no script of ours starts there any more. */
export async function removeSite(pattern: string): Promise<void> {
  await browser.permissions.remove({ origins: [pattern] });
  await unregister(pattern);
  tellBackground();
}

/**
 * Starts the content script on a site from now on, and in this tab at once; twice in each document, as the manifest
 * does on the webmails that it names. May be called again: a site is registered once.
 */
export async function watchSite(pattern: string, tabId: number | null): Promise<void> {
  const [script] = browser.runtime.getManifest().content_scripts ?? [];
  if (script === undefined) return;
  const { js = [], css = [] } = script;
  await unregister(pattern);
  const both = {
    matches: [pattern],
    js: [...js],
    allFrames: true,
    matchOriginAsFallback: true,
    persistAcrossSessions: true,
  };
  await browser.scripting.registerContentScripts([
    { ...both, id: SCRIPT_ID_PREFIX + pattern, css: [...css], runAt: 'document_start' },
    { ...both, id: LATE_SCRIPT_ID_PREFIX + pattern, runAt: 'document_end' },
  ]);
  tellBackground();
  if (tabId === null) return;
  const target = { tabId, allFrames: true };
  await Promise.allSettled([
    ...(css.length === 0 ? [] : [browser.scripting.insertCSS({ target, files: [...css] })]),
    browser.scripting.executeScript({ target, files: [...js], injectImmediately: true }),
  ]);
}

/** Its context menu belongs on the site too, and it remembers the site over the next update of the extension. */
function tellBackground(): void {
  // The background itself registers sites again; it needs no message, and gets none.
  browser.runtime.sendMessage({ type: 'sites-changed' } satisfies SitesChanged).catch(() => undefined);
}

/** What follows is the site's pattern. */
const SCRIPT_ID_PREFIX = 'site ';

/** The same script again, once the document has been read. */
const LATE_SCRIPT_ID_PREFIX = 'late ';

async function unregister(pattern: string): Promise<void> {
  const ids = [SCRIPT_ID_PREFIX + pattern, LATE_SCRIPT_ID_PREFIX + pattern];
  const registered = await browser.scripting.getRegisteredContentScripts({ ids });
  if (registered.length === 0) return;
  await browser.scripting.unregisterContentScripts({ ids: registered.map(({ id }) => id) });
}
