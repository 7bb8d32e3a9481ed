import { beforeEach, expect, test, vi } from 'vitest';
import type { TabReport } from '../../../../src/extension/protocol/tab-messages.ts';
import { FakeBrowser, fetchFromPackage, MATCHES } from '../fake-browser.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, Realm, until } from '../realm.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

const STUCK = 7;
const OTHER = 8;
const ADDED = 9;
const CHOIR = 'https://mail.choir.example/*';

let browser: FakeBrowser;
let realm: Realm;

beforeEach(() => {
  freshProfile();
  vi.stubGlobal('fetch', fetchFromPackage(new Map()));
  vi.stubGlobal('navigator', { onLine: false });
  browser = new FakeBrowser();
  realm = new Realm(browser);
  browser.openTabs = [
    { id: STUCK, url: 'https://mail.google.com/mail/u/0/' },
    { id: OTHER, url: 'https://outlook.live.com/mail/' },
  ];
});

const filesIn = (tabId: number): readonly string[] =>
  (
    browser.injected as readonly { readonly target: { readonly tabId: number }; readonly files: string[] }[]
  ).flatMap(({ target, files }) => (target.tabId === tabId ? files : []));

const untilScriptIn = (tabId: number): Promise<void> =>
  until(() => expect(filesIn(tabId)).toContainEqual(expect.stringContaining('/content')));

const POPUP = 'src/extension/pages/popup/popup.html';

const tabNow = (tabId: number): Promise<TabReport> => realm.fromPage({ type: 'get-tab', tabId }, POPUP);

/** The reader adds a webmail in the popup. */
async function addChoir(): Promise<void> {
  browser.granted.add(CHOIR);
  browser.openTabs.push({ id: ADDED, url: 'https://mail.choir.example/' });
  browser.session.set('wanted-sites', { patterns: [CHOIR], tabId: ADDED });
  await Promise.all([
    browser.fire('permissions.onAdded', { origins: [CHOIR] }),
    realm.fromPage({ type: 'sites-changed' }, POPUP),
  ]);
}

const never = (): Promise<void> => new Promise(() => undefined);

test.each(['script', 'sheet'] as const)(
  'a tab that takes no %s keeps no other from its script, nor the menu, nor a webmail that is added later',
  async (held) => {
    browser.injects = (tabId, what) => (tabId === STUCK && what === held ? never() : Promise.resolve());
    await realm.start();
    await untilScriptIn(OTHER);
    if (held === 'sheet') await untilScriptIn(STUCK);
    await addChoir();
    await untilScriptIn(ADDED);
    expect(browser.menus.get('trust-site')).toMatchObject({ documentUrlPatterns: [...MATCHES, CHOIR] });
    // No later start of the realm repeats it in all tabs.
    await until(() => expect(browser.session.get('started')).toBe(true));
  },
);

test('a webmail that is added while its own tab takes no script is registered, and the popup is answered', async () => {
  browser.injects = (tabId) => (tabId === ADDED ? never() : Promise.resolve());
  await realm.start();
  await addChoir();
  expect([...browser.registered.keys()]).toContain(`site ${CHOIR}`);
  expect(browser.menus.get('trust-site')).toMatchObject({ documentUrlPatterns: [...MATCHES, CHOIR] });
});

test('a tab that is not reached in time is told in its popup, and no other is, until it is reached', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  browser.injects = (tabId) => (tabId === STUCK ? held : Promise.resolve());
  await realm.start();
  await until(async () => expect((await tabNow(STUCK)).isUnreached).toBe(true));
  expect((await tabNow(OTHER)).isUnreached).toBe(false);
  release();
  await until(async () => expect((await tabNow(STUCK)).isUnreached).toBe(false));
  expect(filesIn(STUCK)).toContainEqual(expect.stringContaining('/content'));
});

test.each([
  ['the popup is opened on it', () => tabNow(STUCK)],
  ['the background starts anew', () => realm.start()],
] as const)('a tab that refused the script is tried again when %s', async (_, happen) => {
  browser.injects = (tabId) =>
    tabId === STUCK ? Promise.reject(new Error('Cannot access contents of the page')) : Promise.resolve();
  await realm.start();
  await until(async () => expect((await tabNow(STUCK)).isUnreached).toBe(true));
  browser.injects = () => Promise.resolve();
  await happen();
  await untilScriptIn(STUCK);
  await until(async () => expect((await tabNow(STUCK)).isUnreached).toBe(false));
});

test('pages are told once of a tab that stays unreached, however often they ask', async () => {
  browser.injects = (tabId) => (tabId === STUCK ? Promise.reject(new Error('no')) : Promise.resolve());
  await realm.start();
  await until(async () => expect((await tabNow(STUCK)).isUnreached).toBe(true));
  const told = (): number =>
    browser.broadcasts.filter((each) => JSON.stringify(each).includes('"tab"')).length;
  const before = told();
  for (let n = 0; n < 5; n++) await tabNow(STUCK);
  await realm.idle();
  expect(told()).toBe(before);
});

test('a tab that could not be reached is forgotten when it is closed', async () => {
  browser.injects = (tabId) => (tabId === STUCK ? Promise.reject(new Error('no')) : Promise.resolve());
  await realm.start();
  await until(async () => expect((await tabNow(STUCK)).isUnreached).toBe(true));
  browser.openTabs = browser.openTabs.filter(({ id }) => id !== STUCK);
  await browser.fire('tabs.onRemoved', STUCK);
  expect([...browser.session.keys()].filter((key) => key.startsWith('unreached'))).toEqual([]);
});
