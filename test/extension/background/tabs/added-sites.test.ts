import { beforeEach, expect, test, vi } from 'vitest';
import type { AddedSites } from '../../../../src/extension/background/tabs/added-sites.ts';
import { privateStores } from '../../platform/storage/private-stores.ts';
import { FakeBrowser, fetchFromPackage, MATCHES } from '../fake-browser.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, Realm, until } from '../realm.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

const CHOIR = 'https://mail.choir.example/*';
const COMPANY = 'https://mail.company.example/*';

let browser: FakeBrowser;
let realm: Realm;

beforeEach(() => {
  freshProfile();
  vi.stubGlobal('fetch', fetchFromPackage(new Map()));
  vi.stubGlobal('navigator', { onLine: false });
  browser = new FakeBrowser();
  realm = new Realm(browser);
  for (const pattern of [CHOIR, COMPANY]) browser.granted.add(pattern);
});

const registered = (): readonly string[] =>
  [...browser.registered.keys()].filter((id) => id.startsWith('site ')).sort();

/** Beside no realm. */
async function someSites(): Promise<AddedSites> {
  vi.resetModules();
  vi.doMock('../../../../src/extension/platform/browser.ts', () => ({ browser: browser.api }));
  const added = await import('../../../../src/extension/background/tabs/added-sites.ts');
  return new added.AddedSites(privateStores().values, browser.version);
}

/** What the version before has written; the browser has dropped its registrations with it. */
async function updatedFrom(version: string): Promise<void> {
  expect(await privateStores().values.put('sites', { version, patterns: [CHOIR, COMPANY] })).toMatchObject({
    ok: true,
  });
}

/** As a browser does, which answers from another process. */
const slowly = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 20);
  });

test('added sites are registered again once, although several callers ask in the same turn', async () => {
  await updatedFrom('0.0.9');
  browser.registersScripts = slowly;
  const sites = await someSites();
  expect(await Promise.all([sites.refresh(), sites.refresh()])).toEqual([
    [CHOIR, COMPANY],
    [CHOIR, COMPANY],
  ]);
  expect(registered()).toEqual([`site ${CHOIR}`, `site ${COMPANY}`]);
});

test('added sites are registered once if a permission is given meanwhile', async () => {
  await updatedFrom('0.0.9');
  browser.registersScripts = slowly;
  browser.session.set('wanted-sites', { patterns: [CHOIR], tabId: 9 });
  const sites = await someSites();
  await Promise.all([sites.refresh(), sites.startOnRequestedSites()]);
  expect(registered()).toEqual([`site ${CHOIR}`, `site ${COMPANY}`]);
});

/** The realm starts, and is told why in the same turn. */
async function startAfterUpdate(): Promise<void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  browser.readsSession = (key) => (key === 'started' ? held : Promise.resolve());
  const started = realm.start();
  await until(() => expect(browser.listeners('runtime.onInstalled').size).toBe(1));
  const told = browser.fire('runtime.onInstalled', { reason: 'update', previousVersion: '0.0.9' });
  release();
  await Promise.all([started, told]);
}

const scriptsIn = (tabId: number): readonly unknown[] =>
  browser.injected.filter((injection) => (injection as { target: { tabId: number } }).target.tabId === tabId);

test('after an update of the extension open tabs have the script, and there is a menu', async () => {
  await updatedFrom('0.0.9');
  browser.registersScripts = slowly;
  browser.openTabs = [{ id: 7, url: 'https://mail.company.example/' }];
  await startAfterUpdate();
  await until(() => expect(scriptsIn(7)).toHaveLength(2));
  expect(browser.menus.get('trust-site')).toMatchObject({
    documentUrlPatterns: [...MATCHES, CHOIR, COMPANY],
  });
});

test('a site that the browser does not register does not keep the other sites from their scripts and menu', async () => {
  await updatedFrom('0.0.9');
  const said = vi.spyOn(console, 'error').mockReturnValue();
  browser.registersScripts = async (ids) => {
    if (ids.includes(`site ${CHOIR}`)) throw new Error('not now');
  };
  browser.openTabs = [{ id: 7, url: 'https://mail.choir.example/' }];
  await startAfterUpdate();
  await until(() => expect(scriptsIn(7)).toHaveLength(2));
  expect(browser.menus.get('trust-site')).toMatchObject({
    documentUrlPatterns: [...MATCHES, CHOIR, COMPANY],
  });
  expect(registered()).toEqual([`site ${COMPANY}`]);
  expect(said).toHaveBeenCalledWith(expect.stringContaining(CHOIR), new Error('not now'));
  said.mockRestore();
  // It is not forgotten for that.
  browser.registersScripts = async () => undefined;
  await realm.fromPage({ type: 'sites-changed' }, 'src/extension/pages/popup/popup.html');
  expect(registered()).toEqual([`site ${CHOIR}`, `site ${COMPANY}`]);
  expect(await privateStores().values.get('sites')).toEqual({
    ok: true,
    value: { version: browser.version, patterns: [CHOIR, COMPANY] },
  });
});

test('a site whose registration fails when the reader adds it is still watched in its tab', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  await realm.start();
  browser.registersScripts = () => Promise.reject(new Error('not now'));
  browser.session.set('wanted-sites', { patterns: [CHOIR], tabId: 9 });
  browser.openTabs = [{ id: 9, url: 'https://mail.choir.example/' }];
  await browser.fire('permissions.onAdded', { origins: [CHOIR] });
  expect(scriptsIn(9)).not.toEqual([]);
  expect(said).toHaveBeenCalledWith(expect.stringContaining(CHOIR), new Error('not now'));
  said.mockRestore();
});

test('a realm that is stopped before open tabs have the script leaves it to the next one', async () => {
  await updatedFrom('0.0.9');
  browser.registersScripts = () => new Promise(() => undefined);
  browser.openTabs = [{ id: 7, url: 'https://mail.google.com/mail/u/0/' }];
  await realm.start();
  browser.registersScripts = async () => undefined;
  await realm.start();
  await until(() => expect(scriptsIn(7)).toHaveLength(2));
  // And to no other.
  await until(() => expect(browser.session.get('started')).toBe(true));
  await realm.start();
  expect(scriptsIn(7)).toHaveLength(2);
});
