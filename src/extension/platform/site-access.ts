import '../protocol/content-world.ts';
import type { RequestTo } from '../protocol/requests.ts';
import type { ContentMessage } from '../protocol/background-messages.ts';
import { contentScriptOf } from '../protocol/webmail-hosts.ts';
import { browser } from './browser.ts';
import { IS_MAIL_PROGRAM } from './mail-program.ts';
import { readSession, removeFromSession, writeSession } from './session-storage.ts';

/**
 * Null for pages that no extension may read. The pattern has no port and matches all: Firefox never runs one with a
 * port (findings/firefox-takes-ports-in-matches-and-never-runs-them.sh).
 */
export function sitePattern(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  if ((protocol !== 'https:' && protocol !== 'http:') || hostname === '') return null;
  return `${protocol}//${hostname}/*`;
}

export function siteHost(pattern: string): string {
  return pattern.replace(/^[^:]+:\/\//, '').replace(/\/\*$/, '');
}

/** A webmail in an open permission prompt. */
export interface WantedSites {
  readonly patterns: readonly string[];
  readonly tabId: number;
}

const WANTED = 'wanted-sites';

/**
 * Records the webmail, for the background to start it: the prompt may close the popup that asked. Call first in a click
 * listener (user activation).
 */
export function requestWebmail(wanted: WantedSites): Promise<boolean> {
  void writeSession(WANTED, wanted);
  return requestSites(wanted.patterns);
}

/** Webmail whose prompt was accepted; a second call returns null. */
export async function takeWantedSites(): Promise<WantedSites | null> {
  const stored = await readSession(WANTED);
  // Written only by `requestWebmail`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const wanted = stored as WantedSites | undefined;
  if (wanted === undefined || !(await hasPermission(wanted.patterns))) return null;
  await removeFromSession([WANTED]);
  return wanted;
}

/** Call first in a click listener (user activation). */
export function requestSites(patterns: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: [...patterns] });
}

export function hasPermission(patterns: readonly string[]): Promise<boolean> {
  return browser.permissions.contains({ origins: [...patterns] });
}

export function onSitesGranted(listener: () => void): void {
  browser.permissions.onAdded.addListener(listener);
}

export function onSitesWithdrawn(listener: () => void): void {
  browser.permissions.onRemoved.addListener(listener);
}

export async function addedSites(): Promise<readonly string[]> {
  const scripts = await browser.scripting.getRegisteredContentScripts();
  return scripts
    .filter(({ id }) => id.startsWith(SCRIPT_ID_PREFIX))
    .map(({ id }) => id.slice(SCRIPT_ID_PREFIX.length))
    .sort();
}

export function builtInSites(): readonly string[] {
  const scripts = browser.runtime.getManifest().content_scripts ?? [];
  return [...new Set(scripts.flatMap(({ matches }) => matches))];
}

export async function isWatched(patterns: readonly string[]): Promise<boolean> {
  if (!(await hasPermission(patterns))) return false;
  const started = [...builtInSites(), ...(await addedSites())];
  return patterns.every((pattern) => started.includes(pattern));
}

/** Revokes a permission for a download, unless mail is checked on that site. */
export async function revokeSite(pattern: string): Promise<void> {
  const { host_permissions: required = [] } = browser.runtime.getManifest();
  if (required.includes(pattern) || (await addedSites()).includes(pattern)) return;
  // Rejects for origins under a wider required pattern.
  await browser.permissions.remove({ origins: [pattern] }).catch(() => false);
}

/** The background then stops scripts that are running. */
export async function removeSites(patterns: readonly string[]): Promise<void> {
  await browser.permissions.remove({ origins: [...patterns] });
  for (const pattern of patterns) await unregister(pattern);
  tellBackground();
}

/** Registers for `document_start` and `document_end`, as the manifest does. Idempotent. */
export async function watchSites(patterns: readonly string[]): Promise<void> {
  for (const pattern of patterns) {
    const { js, css } = contentScript(contentScriptOf(pattern));
    await unregister(pattern);
    const both = {
      matches: [pattern],
      js,
      allFrames: true,
      matchOriginAsFallback: true,
      persistAcrossSessions: true,
    };
    await browser.scripting.registerContentScripts([
      { ...both, id: SCRIPT_ID_PREFIX + pattern, css, runAt: 'document_start' },
      { ...both, id: LATE_SCRIPT_ID_PREFIX + pattern, runAt: 'document_end' },
    ]);
  }
}

/**
 * Injects the content script into an open tab; frames that already run it ignore a second one. A tab without a URL
 * (browser start) will load the script itself.
 *
 * @returns whether the tab is reached. Chromium gives no answer while a dialog of the page is open.
 */
export async function startInTab(tabId: number): Promise<boolean> {
  let injected: string | null = null;
  let isReached = true;
  for (let tries = 0; tries < MAX_INJECTIONS; tries++) {
    const script = await scriptOfTab(tabId);
    if (script === null || script === injected) break;
    // The tab navigated meanwhile: the script for the previous page may run here and keep the right one out.
    if (injected !== null) await stopIn(tabId);
    isReached = await inject({ tabId, allFrames: true }, contentScript(script));
    injected = script;
  }
  return isReached;
}

/** Does nothing if the tab displays no message. */
export async function startInMessage(tabId: number): Promise<void> {
  await inject({ tabId }, contentScript('content-thunderbird'));
}

/**
 * Doesn't wait for the style sheet: Firefox inserts it once a frame is parsed, and settles only when all frames are. It
 * inserts a sheet once per document and rejects repeats. Removed first, because permissions are reported repeatedly and
 * frames may have loaded since.
 *
 * @returns false if the tab is gone or closed to extensions
 */
async function inject(
  target: { tabId: number; allFrames?: boolean },
  { js, css }: ContentScript,
): Promise<boolean> {
  const started = orNull(() =>
    browser.scripting.executeScript({ target, files: js, injectImmediately: true }),
  );
  void orNull(() => browser.scripting.removeCSS({ target, files: css }));
  void orNull(() => browser.scripting.insertCSS({ target, files: css }));
  return (await started) !== null;
}

/** Injections per call; each after the first follows a navigation between webmails. */
const MAX_INJECTIONS = 8;

async function scriptOfTab(tabId: number): Promise<string | null> {
  const tab = await orNull(() => browser.tabs.get(tabId));
  const pattern = sitePattern(tab?.url ?? '');
  return pattern === null ? null : contentScriptOf(tab?.url ?? '');
}

/** Stops the tab's content scripts and waits for their end: a new one does nothing until then. */
async function stopIn(tabId: number): Promise<void> {
  await orNull(() => browser.tabs.sendMessage(tabId, { type: 'stop' } satisfies ContentMessage));
  const target = { tabId, allFrames: true };
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const found = await orNull(() =>
      browser.scripting.executeScript({ target, func: hasWatcher, injectImmediately: true }),
    );
    if (found?.some(({ result }) => result === true) !== true) return;
  }
}

/** Each look is a round trip to the frames. */
const MAX_LOOKS = 100;

/** Serialized into a frame, so it must not refer to this module. */
function hasWatcher(): boolean {
  return Object.hasOwn(globalThis, 'spamlightWatches') && globalThis.spamlightWatches?.() === true;
}

/** Null if the tab is gone or closed to extensions. */
async function orNull<T>(step: () => Promise<T>): Promise<T | null> {
  const [settled] = await Promise.allSettled([step()]);
  return settled.status === 'fulfilled' ? settled.value : null;
}

/**
 * Injects the second content script once the first has something to show.
 *
 * @returns false if the browser refuses, or the frame is gone
 */
export async function addDetails(tabId: number, frameId: number): Promise<boolean> {
  try {
    await browser.scripting.executeScript({
      target: { tabId, frameIds: [frameId] },
      files: contentScript('details').js,
      injectImmediately: true,
    });
    return true;
  } catch (error) {
    // Error texts differ between browsers.
    if (error instanceof Error) return false;
    throw error;
  }
}

interface ContentScript {
  readonly js: string[];
  readonly css: string[];
}

/**
 * Package paths, derived from the manifest's first script. Firefox accepts none of those it lists
 * (findings/firefox-getmanifest-names-whole-addresses.sh).
 */
function contentScript(name: string): ContentScript {
  const [script] = scriptsOfManifest();
  const root = browser.runtime.getURL('');
  const paths = (files: readonly string[] = []): string[] =>
    files.map((file) => (file.startsWith(root) ? file.slice(root.length) : file));
  return {
    js: paths(script?.js).map((file) => file.replace(/\/[\w-]+\.iife\./, `/${name}.iife.`)),
    css: paths(script?.css),
  };
}

type NamedFiles = Partial<ContentScript>;

function scriptsOfManifest(): readonly NamedFiles[] {
  const manifest = browser.runtime.getManifest();
  if (!IS_MAIL_PROGRAM) return manifest.content_scripts ?? [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of Thunderbird's own
  const { message_display_scripts: scripts } = manifest as { message_display_scripts?: NamedFiles[] };
  return scripts ?? [];
}

/** After a site's removal: the background then drops it from the context menu, and an update does not restore it. */
function tellBackground(): void {
  browser.runtime
    .sendMessage({ type: 'sites-changed' } satisfies RequestTo<'sites-changed'>)
    .catch(() => undefined);
}

const SCRIPT_ID_PREFIX = 'site ';

const LATE_SCRIPT_ID_PREFIX = 'late ';

async function unregister(pattern: string): Promise<void> {
  const ids = [SCRIPT_ID_PREFIX + pattern, LATE_SCRIPT_ID_PREFIX + pattern];
  const registered = await browser.scripting.getRegisteredContentScripts({ ids });
  if (registered.length === 0) return;
  await browser.scripting.unregisterContentScripts({ ids: registered.map(({ id }) => id) });
}
