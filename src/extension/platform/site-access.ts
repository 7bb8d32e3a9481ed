import '../protocol/content-world.ts';
import type { SitesChanged } from '../protocol/tab-messages.ts';
import type { ToContent } from '../protocol/told.ts';
import { contentScriptOf } from '../protocol/webmail-hosts.ts';
import { browser } from './browser.ts';
import { IS_MAIL_PROGRAM } from './mail-program.ts';
import { readSession, removeFromSession, writeSession } from './session-storage.ts';

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

/** A webmail that the reader is being asked about. */
export interface WantedSites {
  readonly patterns: readonly string[];
  /** The tab that shows it. */
  readonly tabId: number;
}

const WANTED = 'wanted-sites';

/**
 * Asks the reader about a webmail, and has the background begin there once they agree: the browser's question may
 * close the popup that asked. Call it first of all in a click's listener, as browsers let nothing come between.
 */
export function askForWebmail(wanted: WantedSites): Promise<boolean> {
  void writeSession(WANTED, wanted);
  return askForSites(wanted.patterns);
}

/** In the background, after a permission was given: what the reader was asked about, once. Null if nothing was. */
export async function takeWantedSites(): Promise<WantedSites | null> {
  const stored = await readSession(WANTED);
  // Only `askForWebmail` writes it, and the session ends with the browser: the shape is its own.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const wanted = stored as WantedSites | undefined;
  if (wanted === undefined || !(await maySee(wanted.patterns))) return null;
  await removeFromSession([WANTED]);
  return wanted;
}

/** Asks the reader. Call it first of all in a click's listener, as browsers let nothing come between. */
export function askForSites(patterns: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: [...patterns] });
}

export function maySee(patterns: readonly string[]): Promise<boolean> {
  return browser.permissions.contains({ origins: [...patterns] });
}

/** Calls back when the reader has given a permission, by whatever way. */
export function onSitesGranted(listener: () => void): void {
  browser.permissions.onAdded.addListener(listener);
}

/** Calls back when a permission was given back or withdrawn, by whatever way. */
export function onSitesWithdrawn(listener: () => void): void {
  browser.permissions.onRemoved.addListener(listener);
}

/** Sites on which the reader lets mail be checked, as match patterns; each once. */
export async function addedSites(): Promise<readonly string[]> {
  const scripts = await browser.scripting.getRegisteredContentScripts();
  return scripts
    .filter(({ id }) => id.startsWith(SCRIPT_ID_PREFIX))
    .map(({ id }) => id.slice(SCRIPT_ID_PREFIX.length))
    .sort();
}

/** The match patterns of the webmails, as this build's manifest has them. */
export function builtInSites(): readonly string[] {
  const scripts = browser.runtime.getManifest().content_scripts ?? [];
  return [...new Set(scripts.flatMap(({ matches }) => matches))];
}

/** Whether mail is checked on these sites: permission is there, and the script begins with each page. */
export async function isWatched(patterns: readonly string[]): Promise<boolean> {
  if (!(await maySee(patterns))) return false;
  const started = [...builtInSites(), ...(await addedSites())];
  return patterns.every((pattern) => started.includes(pattern));
}

/** Gives back a permission that was needed to fetch something, unless mail is checked on that site. */
export async function giveSiteBack(pattern: string): Promise<void> {
  const { host_permissions: required = [] } = browser.runtime.getManifest();
  if (required.includes(pattern) || (await addedSites()).includes(pattern)) return;
  // What the manifest requires by a wider pattern cannot be given back, and browsers say so by an error.
  await browser.permissions.remove({ origins: [pattern] }).catch(() => false);
}

/** Gives the permission back; no script of ours starts there any more, and the background ends those that run. */
export async function removeSites(patterns: readonly string[]): Promise<void> {
  await browser.permissions.remove({ origins: [...patterns] });
  for (const pattern of patterns) await unregister(pattern);
  tellBackground();
}

/**
 * Starts the content script on these sites from now on; twice in each document, as the manifest does on the webmails
 * that it names. May be called again: a site is registered once.
 */
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
 * Starts the content script in a tab that is open already; a frame that has it notices that by itself. A tab that shows no
 * site yet is about to (at the start of a browser), and its page brings its own script.
 */
export function startInTab(tabId: number): Promise<void> {
  const start = async (): Promise<void> => {
    if ((await scriptOfTab(tabId)) === null) return;
    const { css } = contentScript('content');
    const target = { tabId, allFrames: true };
    // Firefox puts a style sheet into a document only once, and fails the second time: permission for a site is told
    // on more than one way, and frames that loaded meanwhile have it already.
    await orNothing(() => browser.scripting.removeCSS({ target, files: css }));
    await orNothing(() => browser.scripting.insertCSS({ target, files: css }));
    let injected: string | null = null;
    for (let tries = 0; tries < MAX_INJECTIONS; tries++) {
      const script = await scriptOfTab(tabId);
      if (script === null || script === injected) return;
      // The tab has gone on meanwhile: what was meant for the page before may watch this one, and keeps its own away.
      if (injected !== null) await stopIn(tabId);
      const { js } = contentScript(script);
      await orNothing(() => browser.scripting.executeScript({ target, files: js, injectImmediately: true }));
      injected = script;
    }
  };
  started = started.then(start, start);
  return started;
}

/** Starts the content script in the message that a tab of Thunderbird shows; nothing where it shows none. */
export async function startInMessage(tabId: number): Promise<void> {
  const { js, css } = contentScript('content-thunderbird');
  const target = { tabId };
  await orNothing(() => browser.scripting.insertCSS({ target, files: css }));
  await orNothing(() => browser.scripting.executeScript({ target, files: js, injectImmediately: true }));
}

/** In a tab that goes from webmail to webmail more often than this nobody reads. */
const MAX_INJECTIONS = 8;

/** The content script of what a tab shows; null if that is no site, or none whose address may be read. */
async function scriptOfTab(tabId: number): Promise<string | null> {
  const tab = await orNothing(() => browser.tabs.get(tabId));
  const pattern = sitePattern(tab?.url ?? '');
  return pattern === null ? null : contentScriptOf(tab?.url ?? '');
}

/** Ends what watches the frames of a tab, and waits until it has: the next one would yield to it. */
async function stopIn(tabId: number): Promise<void> {
  await orNothing(() => browser.tabs.sendMessage(tabId, { type: 'stop' } satisfies ToContent));
  const target = { tabId, allFrames: true };
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const found = await orNothing(() =>
      browser.scripting.executeScript({ target, func: hasWatcher, injectImmediately: true }),
    );
    if (found?.some(({ result }) => result === true) !== true) return;
  }
}

/** Each is the way to the frames and back. */
const MAX_LOOKS = 100;

/** Runs in a frame, without anything around it: whether one of our scripts watches there. */
function hasWatcher(): boolean {
  return Object.hasOwn(globalThis, 'spamlightWatches') && globalThis.spamlightWatches?.() === true;
}

/** A tab that is gone, or a frame that no extension may see: nothing there waits for us. */
async function orNothing<T>(step: () => Promise<T>): Promise<T | null> {
  const [settled] = await Promise.allSettled([step()]);
  return settled.status === 'fulfilled' ? settled.value : null;
}

/** One after the other, so that nothing comes between taking a style sheet away and putting it in. */
let started: Promise<void> = Promise.resolve();

/**
 * Puts the second file of the content script into one frame: the first has found something to say there.
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
    // Each browser has its own words for a frame that is gone or closed to extensions.
    if (error instanceof Error) return false;
    throw error;
  }
}

interface ContentScript {
  readonly js: string[];
  readonly css: string[];
}

/**
 * A content script by its name, and the style sheet of all of them, as paths in the package: beside the one that the
 * manifest names first. Firefox gives whole addresses there, and takes none.
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

/** Its context menu belongs there no more, and it does not bring the site back after an update of the extension. */
function tellBackground(): void {
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
