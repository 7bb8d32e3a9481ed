import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import {
  chromium,
  type BrowserContext,
  type CDPSession,
  type Page as PlaywrightPage,
  type Worker,
} from '@playwright/test';
import type { AssistiveBus } from './assistive.ts';
import { type AccessibleNode, controlsAmong, OwnWorld } from './own-root.ts';
import { bodyOf, type PageScript, type Place, scriptOf, inExpression, waitingFor } from './page-script.ts';
import { mainThreadMs } from './process-time.ts';
import {
  eventually,
  PATIENCE,
  StoodStill,
  within,
  type Browser,
  type OpenOptions,
  type Page,
  type Popup,
  SLOW_PRESS,
} from './browser.ts';

/** Under which the popup writes down, for the session, what it is about to ask for: `site-access.ts`. */
export const WANTED_SITES = 'wanted-sites';

/** A file of the browser's page of extensions: it has that page's rights, and draws nothing. */
const EXTENSIONS = 'chrome://extensions/strings.m.js';

export interface LaunchOptions {
  /** Folder of the unpacked extension. */
  readonly extension: string;
  readonly proxyPort: number;
  /** BCP 47, for the browser's own language. */
  readonly language?: string;
  /** An existing profile folder; kept at close. Otherwise a fresh one, removed at close. */
  readonly profile?: string;
  /** The browser, if it is not the usual one. */
  readonly program?: string;
  /** The browser can be cleared and used again: the extension comes by hand, for one that was there from the start cannot go. */
  readonly reusable?: boolean;
  /** The reader has allowed the extension in private windows. */
  readonly inPrivateWindows?: boolean;
  /** How long the extension may take to start, ms. */
  readonly patience?: number;
  /** In Chromium: the bus of assistive technology that it is on. */
  readonly assistive?: AssistiveBus;
}

export async function launchChromium(options: LaunchOptions): Promise<Browser> {
  const { profile } = options;
  const folder = profile ?? (await mkdtemp(join(tmpdir(), 'spamlight-chromium-')));
  const removeFolder = async (): Promise<void> => {
    if (profile === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const context = await start(folder, options);
    try {
      return await drive(context, removeFolder, options);
    } catch (error) {
      await context.close();
      throw error;
    }
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** Playwright ends it with this process: Chromium goes when its remote control, a pipe, is closed. */
async function start(
  folder: string,
  {
    extension,
    proxyPort,
    language = 'en-US',
    program,
    reusable = false,
    inPrivateWindows = false,
    assistive,
  }: LaunchOptions,
): Promise<BrowserContext> {
  if (inPrivateWindows) await allowInPrivateWindows(folder, extension);
  return chromium.launchPersistentContext(folder, {
    headless: true,
    executablePath: program ?? process.env['SPAMLIGHT_CHROMIUM'] ?? '/usr/bin/chromium',
    // Playwright switches service worker start-up and extensions off unless told otherwise.
    // As readers have it: pages that are left come back as they were, and open no tab that nobody has clicked for.
    ignoreDefaultArgs: ['--disable-extensions', '--disable-back-forward-cache', '--disable-popup-blocking'],
    locale: language,
    env: {
      ...process.env,
      ...assistive?.env,
      PATH: `${await withoutDesktop(folder)}${delimiter}${process.env['PATH'] ?? ''}`,
    },
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 800 },
    args: [
      // Either of these loads the extension at the start, after which it cannot be taken away.
      ...(reusable ? [] : [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`]),
      `--proxy-server=127.0.0.1:${proxyPort}`,
      // Loopback goes through the proxy too: it is the record of all that leaves the browser.
      '--proxy-bypass-list=<-loopback>',
      '--ignore-certificate-errors',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-quic',
      // What the address bar suggests is a page for each tab, loaded beforehand: half of what opening a tab costs.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
      '--no-first-run',
      // Lets `openPopup` press the button in the toolbar.
      '--enable-unsafe-extension-debugging',
      `--lang=${language}`,
      ...(assistive === undefined ? [] : ['--force-renderer-accessibility']),
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}

/** Before the start: an extension that is allowed later is loaded anew, of which Playwright is not always told. */
async function allowInPrivateWindows(profile: string, extension: string): Promise<void> {
  const hash = createHash('sha256').update(extension).digest('hex').slice(0, 32);
  // The id of an unpacked extension: the hash of its path, in the letters a to p.
  const id = hash.replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
  await mkdir(join(profile, 'Default'), { recursive: true });
  const preferences = { extensions: { settings: { [id]: { incognito: true } } } };
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
}

/**
 * Each extension that goes has Chromium take its icons off the desktop, by six shell scripts with dozens of programs. There
 * is no desktop: a program that does nothing stands before them in the path.
 *
 * @returns the folder that has it
 */
async function withoutDesktop(profile: string): Promise<string> {
  const folder = join(profile, 'spamlight-programs');
  await mkdir(folder, { recursive: true });
  for (const name of ['xdg-icon-resource', 'xdg-desktop-menu']) {
    await rm(join(folder, name), { force: true });
    await symlink('/bin/true', join(folder, name));
  }
  return folder;
}

async function drive(
  context: BrowserContext,
  removeFolder: () => Promise<void>,
  { extension, reusable = false, patience = 2 * PATIENCE, assistive }: LaunchOptions,
): Promise<Browser> {
  async function install(): Promise<Worker> {
    const started = context.waitForEvent('serviceworker', { timeout: patience });
    const [worker] = await Promise.all([
      started,
      ofBrowser(context, 'Extensions.loadUnpacked', { path: extension }),
    ]);
    return worker;
  }
  if (reusable) await allowUnpacked(context);
  const worker = reusable
    ? await install()
    : (context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: patience })));
  const id = new URL(worker.url()).hostname;

  // A limit lasts as long as the session that set it.
  let limiting: CDPSession | null = null;
  // Settings stay with the profile.
  let isTextSized = false;

  const [browserProcess] = await processesOf(context, 'browser');
  if (browserProcess === undefined) throw new Error('no process of the browser');

  const lines: string[] = [];
  const problems: string[] = [];
  function listen(realm: Worker): void {
    realm.on('console', (message) => lines.push(`worker: ${message.text()}`));
  }
  listen(worker);
  context.on('serviceworker', listen);
  context.on('console', (message) => lines.push(`${message.page()?.url()}: ${message.text()}`));
  context.on('weberror', (error) => lines.push(`error: ${error.error().stack}`));

  /** The worker; one that was stopped comes back with the next message from a page. */
  async function liveWorker(): Promise<Worker> {
    return (
      context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: PATIENCE }))
    );
  }

  const wrappedPages = new WeakMap<Page, PlaywrightPage>();

  async function forget(): Promise<void> {
    if (isTextSized) await setTextSize(context, 100);
    isTextSized = false;
    lines.length = 0;
    problems.length = 0;
  }

  const abilities: PageAbilities = {
    assistive,
    processId: (page) => processOf(context, page),
    async zoom(url, percent) {
      await (
        await liveWorker()
      ).evaluate(
        async (given) => {
          const api = (globalThis as unknown as { chrome: ChromeForTests }).chrome;
          const tabId = (await api.tabs.query({})).find((each) => each.url === given.url)?.id;
          // Otherwise the site keeps it, for the next test.
          await api.tabs.setZoomSettings(tabId, { scope: 'per-tab' });
          await api.tabs.setZoom(tabId, given.percent / 100);
        },
        { url, percent },
      );
    },
  };

  /** Sends an event of the browser, as to a reader who chose or pressed something in this page. */
  async function fire(event: string, page: Page, what: unknown): Promise<void> {
    const url = await page.url();
    await (
      await liveWorker()
    ).evaluate(
      async (given) => {
        const api = (globalThis as unknown as { chrome: ChromeForTests }).chrome;
        const tabs = await api.tabs.query({});
        // The browser shows the address of a tab to whoever was clicked there.
        const tab =
          tabs.find((each) => each.url === given.url) ?? (await api.tabs.query({ active: true }))[0];
        const [name, member] = given.event.split('.') as ['commands', 'onCommand'];
        api[name][member].dispatch(given.what, tab && { ...tab, url: given.url });
      },
      { event, what, url },
    );
  }

  // Content scripts run in a world of their own; the browser reports theirs with the page's.
  const isOurs = (text: string): boolean => text.includes('content.iife') || text.includes(id);
  context.on('weberror', (event) => {
    const text = event.error().stack ?? String(event.error());
    if (isOurs(text)) problems.push(text);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && isOurs(message.location().url)) problems.push(message.text());
  });

  return {
    kind: 'chromium',
    problems: () => Promise.resolve(problems),
    async disableExtension() {
      const page = await context.newPage();
      await page.goto(EXTENSIONS);
      await page.evaluate(`chrome.management.setEnabled(${JSON.stringify(id)}, false)`);
      await page.close();
    },
    extensionUrl: (path) => `chrome-extension://${id}/${path}`,
    async openPage(url, options = {}) {
      const page = await context.newPage();
      await dress(page, options);
      await page.goto(url);
      const wrapped = wrap(page, abilities);
      wrappedPages.set(wrapped, page);
      return wrapped;
    },
    async openPrivate(url) {
      const before = new Set(context.pages());
      await (
        await liveWorker()
      ).evaluate(async () => {
        const api = (globalThis as unknown as { chrome: ChromeForTests }).chrome;
        await api.windows.create({ incognito: true, url: 'about:blank' });
      });
      const page = await eventually('the private window', () =>
        context.pages().find((candidate) => !before.has(candidate)),
      );
      await page.goto(url);
      return wrap(page, abilities);
    },
    async pageAt(part) {
      const page = await eventually(`a page at ${part}`, () =>
        context.pages().find((candidate) => candidate.url().includes(part)),
      );
      return wrap(page, abilities);
    },
    openPopup: (page) => openPopup(context, id, page),
    async clickAndAllow(page, place, patterns) {
      const details = await context.newPage();
      await details.goto(EXTENSIONS);
      await allow(details, id, patterns);
      await details.close();
      await page.click(place);
    },
    async withdrawSites() {
      const page = await context.newPage();
      await page.goto(EXTENSIONS);
      await page.evaluate(
        `chrome.developerPrivate.updateExtensionConfiguration({ extensionId: ${JSON.stringify(id)}, hostAccess: 'ON_CLICK' })`,
      );
      await page.close();
    },
    async stopBackground() {
      const page = context.pages()[0] ?? (await context.newPage());
      const session = await context.newCDPSession(page);
      const stopped = new Promise<void>((resolve) => {
        session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
          // Some events are about nobody, and would be about all of nobody.
          const ours = versions.filter(({ scriptURL }) => scriptURL.includes(id));
          if (ours.length > 0 && ours.every(({ runningStatus }) => runningStatus === 'stopped')) resolve();
        });
      });
      await session.send('ServiceWorker.enable');
      await session.send('ServiceWorker.stopAllWorkers');
      await stopped;
      await session.detach();
    },
    async moveClock(days) {
      await context.addInitScript(moveClock, { protocol: 'chrome-extension:', days });
      context.on('serviceworker', (realm) => {
        // One that ends meanwhile has no clock any more.
        realm.evaluate(moveClock, { protocol: 'chrome-extension:', days }).catch(() => undefined);
      });
    },
    async chooseMenuItem(page, linkSelector, itemId) {
      // Chromium draws its context menu outside the page, where nothing can click without a display. The event
      // that a choice would send is sent instead, with what the browser itself would put into it.
      const info = await page.run(
        ({ one }, selector) => ({
          linkUrl: one<HTMLAnchorElement>(selector).href,
          pageUrl: location.href,
          frameId: 0,
        }),
        linkSelector,
      );
      await fire('contextMenus.onClicked', page, {
        ...info,
        menuItemId: itemId,
        editable: false,
      });
    },
    async pressKeysOf(page, command) {
      await fire('commands.onCommand', page, command);
    },
    async chooseToolbarItem(page, itemId) {
      await fire('contextMenus.onClicked', page, { menuItemId: itemId, editable: false });
    },
    async allowSites(_page, patterns) {
      const details = await context.newPage();
      await details.goto(EXTENSIONS);
      await allow(details, id, patterns);
      await details.close();
    },
    async closeWelcome() {
      const page = await eventually('the welcome page', () =>
        context.pages().find((each) => each.url().endsWith('/welcome.html')),
      );
      await page.close();
    },
    async addSites(patterns) {
      const details = await context.newPage();
      await details.goto(EXTENSIONS);
      await allow(details, id, patterns);
      // What was given is no right of the extension's before it has asked, from a page of its own and as by a click.
      await details.goto(`chrome-extension://${id}/src/extension/pages/first-aid/first-aid.html`);
      await details.evaluate(
        async (wanted) => {
          const api = (globalThis as unknown as { chrome: ChromeForTests }).chrome;
          const tabId = (await api.tabs.getCurrent()).id;
          await api.storage.session.set({ [wanted.key]: { patterns: wanted.patterns, tabId } });
          await api.permissions.request({ origins: wanted.patterns });
          const isBegun = async (): Promise<boolean> => {
            const ids = (await api.scripting.getRegisteredContentScripts()).map((script) => script.id);
            return wanted.patterns.every((pattern) => ids.includes(`late ${pattern}`));
          };
          for (const end = performance.now() + wanted.patience; !(await isBegun());) {
            if (performance.now() > end) throw new Error('the background does not begin there');
            await new Promise((resolve) => {
              setTimeout(resolve, 10);
            });
          }
        },
        { key: WANTED_SITES, patterns, patience: PATIENCE },
      );
      await details.close();
    },
    async reloadExtension() {
      const page = await context.newPage();
      await page.goto(EXTENSIONS);
      await page.evaluate(
        `${DEVELOPER_MODE}.then(() => chrome.developerPrivate.reload(${JSON.stringify(id)}, { failQuietly: true }))`,
      );
      await page.close();
    },
    async clearDatabases() {
      const page = context.pages()[0] ?? (await context.newPage());
      const session = await context.newCDPSession(page);
      await session.send('Storage.clearDataForOrigin', {
        origin: `chrome-extension://${id}`,
        storageTypes: 'indexeddb',
      });
      await session.detach();
    },
    async limitStorage(bytes) {
      limiting ??= await context.newCDPSession(context.pages()[0] ?? (await context.newPage()));
      const origin = `chrome-extension://${id}`;
      await limiting.send('Storage.overrideQuotaForOrigin', {
        origin,
        ...(bytes === null ? {} : { quotaSize: bytes }),
      });
    },
    async setTextSize(percent) {
      isTextSized = percent !== 100;
      await setTextSize(context, percent);
    },
    consoleLines: () => Promise.resolve(lines),
    async closeAllBut(page) {
      await closeAllPages(context, wrappedPages.get(page));
      await page.show();
      await forget();
    },
    async clear() {
      await limiting?.detach();
      limiting = null;
      const last = await closeAllPages(context);
      await ofBrowser(context, 'Extensions.uninstall', { id });
      await eventually('the worker to be gone', () => context.serviceWorkers().length === 0);
      const session = await context.newCDPSession(last);
      await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
      await session.send('Network.clearBrowserCache');
      await session.detach();
      await context.clearCookies();
      await context.clearPermissions();
      await forget();
    },
    async install() {
      await install();
    },
    async close() {
      try {
        await within(PATIENCE, 'closing the browser', context.close());
      } catch (error) {
        if (!(error instanceof StoodStill)) throw error;
        process.kill(browserProcess, 'SIGKILL');
      } finally {
        await removeFolder();
      }
    },
  };
}

/**
 * In one whole run Chromium opened or closed no tab any more, for minutes.
 *
 * @param kept - one that stays; without it, a new one is there instead of them
 * @returns the one that is left
 * @throws StoodStill if each page answers, so that it is nothing that a page does
 */
async function closeAllPages(context: BrowserContext, kept?: PlaywrightPage): Promise<PlaywrightPage> {
  try {
    const last = kept ?? (await within(PATIENCE, 'opening a tab', context.newPage()));
    for (const page of context.pages()) {
      if (page === last) continue;
      await within(PATIENCE, `closing ${page.url()}`, page.close({ runBeforeUnload: false }));
    }
    return last;
  } catch (error) {
    for (const page of context.pages()) {
      const answers = await within(PATIENCE, page.url(), page.evaluate('true')).catch(() => false);
      if (answers !== true) throw new Error(`${page.url()} does not answer`, { cause: error });
    }
    throw error;
  }
}

/** As a reader does in the browser's settings, where only some sizes are offered. */
async function setTextSize(context: BrowserContext, percent: number): Promise<void> {
  const page = await context.newPage();
  await page.goto('chrome://settings/fonts');
  await page.evaluate(
    `chrome.settingsPrivate.setPref('webkit.webprefs.default_font_size', ${(16 * percent) / 100})`,
  );
  await page.close();
}

/** Outside its developer mode, Chromium switches an unpacked extension off instead of loading it. */
const DEVELOPER_MODE = 'chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })';

async function allowUnpacked(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(EXTENSIONS);
  await page.evaluate(DEVELOPER_MODE);
  await page.close();
}

/** Sends a command to the browser as a whole. Playwright's types lack what is experimental. */
async function ofBrowser(context: BrowserContext, method: string, parameters: object): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('no browser');
  await (session.send.bind(session) as (method: string, parameters: object) => Promise<unknown>)(
    method,
    parameters,
  );
  await session.detach();
}

/** Ids of the operating system's processes of this kind. */
async function processesOf(
  context: BrowserContext,
  kind: 'browser' | 'renderer',
): Promise<readonly number[]> {
  const session = await context.browser()?.newBrowserCDPSession();
  const info = await session?.send('SystemInfo.getProcessInfo');
  await session?.detach();
  return (info?.processInfo ?? []).filter(({ type }) => type === kind).map(({ id }) => id);
}

/** The renderer that works while the page does: no protocol tells which one it is. */
async function processOf(context: BrowserContext, page: PlaywrightPage): Promise<number> {
  const renderers = await processesOf(context, 'renderer');
  const before = renderers.map(mainThreadMs);
  await page.evaluate(`{ const end = performance.now() + 400; while (performance.now() < end); }`);
  const worked = renderers.map((id, index) => mainThreadMs(id) - (before[index] ?? 0));
  const found = renderers[worked.indexOf(Math.max(...worked))];
  if (found === undefined) throw new Error('no process of this page');
  return found;
}

/** Playwright does not count a popup among its pages, so it is reached by the protocol that is under it. */
async function openPopup(context: BrowserContext, id: string, page: Page): Promise<Popup> {
  // What a reader does in the extension's details; there, because it must be open before the popup is.
  const details = await context.newPage();
  await details.goto(EXTENSIONS);
  const url = await page.url();
  const shown = context.pages().find((candidate) => candidate.url() === url);
  await shown?.bringToFront();

  const browser = context.browser();
  if (browser === null) throw new Error('no browser');
  const session = await browser.newBrowserCDPSession();
  // Its types lack what is experimental.
  const send = session.send.bind(session) as (method: string, parameters: object) => Promise<unknown>;
  const targets = async (): Promise<readonly Target[]> => {
    const all = await send('Target.getTargets', { filter: [{}] });
    return (all as { targetInfos: readonly Target[] }).targetInfos;
  };
  const tab = (await targets()).find((target) => target.type === 'tab' && target.url === url);
  const find = async (): Promise<Target | undefined> =>
    (await targets()).find(({ type, url: at }) => type === 'page' && at.endsWith('/popup.html'));
  await send('Extensions.triggerAction', { id, targetId: tab?.targetId });
  const own = await eventually('the popup', find);
  const attached = await send('Target.attachToTarget', {
    targetId: own.targetId,
    flatten: false,
  });
  const { sessionId } = attached as { sessionId: string };
  const waiting = new Map<number, (answer: unknown) => void>();
  session.on('Target.receivedMessageFromTarget', ({ message }: { message: string }) => {
    const { id: number, result } = JSON.parse(message) as { id: number; result: unknown };
    waiting.get(number)?.(result);
  });
  let last = 0;
  async function inPopup(method: string, parameters: object): Promise<unknown> {
    last += 1;
    const number = last;
    const answered = new Promise((resolve) => waiting.set(number, resolve));
    await send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id: number, method, params: parameters }),
    });
    return answered;
  }
  async function value(expression: string): Promise<unknown> {
    const answer = await inPopup('Runtime.evaluate', { expression, returnByValue: true });
    return (answer as { result: { value: unknown } }).result.value;
  }
  const popup: Popup = {
    until: (words) => untilSaid(words, async () => String(await value('document.body.innerText'))),
    async click(selector) {
      const box = await eventually(`${selector} in the popup`, () =>
        value(
          `(() => { const element = document.querySelector(${JSON.stringify(selector)});
             element?.scrollIntoView({ block: 'center', behavior: 'instant' });
             const box = element?.getBoundingClientRect();
             return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()`,
        ),
      );
      for (const type of ['mousePressed', 'mouseReleased']) {
        await inPopup('Input.dispatchMouseEvent', {
          type,
          ...box,
          button: 'left',
          clickCount: 1,
        });
      }
    },
    async clickAndAllow(selector, patterns) {
      await allow(details, id, patterns);
      await popup.click(selector);
    },
    async press(key) {
      const { text, ...known } = POPUP_KEYS[key] ?? { text: '' };
      const named = { key, code: key, ...known };
      await inPopup('Input.dispatchKeyEvent', {
        type: 'keyDown',
        ...named,
        ...(text === '' ? {} : { text }),
      });
      await inPopup('Input.dispatchKeyEvent', { type: 'keyUp', ...named });
    },
    async pressAndAllow(key, patterns) {
      await allow(details, id, patterns);
      await popup.press(key);
    },
    async refuseNext(ask) {
      await value(`chrome.permissions.request = () => Promise.resolve(false)`);
      await ask();
    },
    async controls() {
      const { result } = (await inPopup('Runtime.evaluate', { expression: 'document.body' })) as {
        result: { objectId: string };
      };
      await inPopup('Accessibility.enable', {});
      const { nodes } = (await inPopup('Accessibility.queryAXTree', result)) as {
        nodes: readonly AccessibleNode[];
      };
      return controlsAmong(nodes);
    },
    focused: async () => String(await value('document.activeElement?.id')),
    async close() {
      await details.close();
      await send('Target.closeTarget', { targetId: own.targetId }).catch(() => undefined);
      await session.detach();
    },
  };
  return popup;
}

const POPUP_KEYS: Readonly<
  Record<string, { readonly windowsVirtualKeyCode: number; readonly text: string }>
> = {
  Tab: { windowsVirtualKeyCode: 9, text: '' },
  Enter: { windowsVirtualKeyCode: 13, text: '\r' },
};

/**
 * Chromium draws its question outside all pages, where nothing can answer it without a display. So the permission is
 * given before it is asked for, in the extension's details, as a reader may do.
 */
async function allow(details: PlaywrightPage, id: string, patterns: readonly string[]): Promise<void> {
  for (const pattern of patterns) {
    await details.evaluate(
      `chrome.developerPrivate.addHostPermission(${JSON.stringify(id)}, ${JSON.stringify(pattern)})`,
    );
  }
}

interface Target {
  readonly type: string;
  readonly url: string;
  readonly targetId: string;
}

/** Waits until the text that `read` gives has the words in it. */
export async function untilSaid(words: string, read: () => Promise<string>): Promise<string> {
  let said = '';
  try {
    return await eventually(
      words,
      async () => {
        said = await read();
        return said.includes(words) ? said : null;
      },
      2 * PATIENCE,
    );
  } catch (error) {
    throw new Error(`the popup does not say "${words}" but:\n${said}`, { cause: error });
  }
}

/** What a page can do only by way of its browser. */
interface PageAbilities {
  readonly assistive: AssistiveBus | undefined;
  readonly processId: (page: PlaywrightPage) => Promise<number>;
  readonly zoom: (url: string, percent: number) => Promise<void>;
}

interface ChromeForTests {
  readonly tabs: {
    query(filter: object): Promise<{ readonly url?: string; readonly id?: number }[]>;
    getCurrent(): Promise<{ readonly id: number }>;
    setZoom(tabId: number | undefined, factor: number): Promise<void>;
    setZoomSettings(tabId: number | undefined, settings: object): Promise<void>;
  };
  readonly windows: { create(options: object): Promise<unknown> };
  readonly permissions: { request(wanted: object): Promise<boolean> };
  readonly storage: { readonly session: { set(values: object): Promise<void> } };
  readonly scripting: { getRegisteredContentScripts(): Promise<{ readonly id: string }[]> };
  readonly contextMenus: { readonly onClicked: { dispatch(info: unknown, tab: object | undefined): void } };
  readonly commands: { readonly onCommand: { dispatch(name: unknown, tab: object | undefined): void } };
}

async function dress(
  page: PlaywrightPage,
  { width = 1280, height = 800, dark = false }: OpenOptions,
): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
}

function wrap(page: PlaywrightPage, { assistive, processId, zoom }: PageAbilities): Page {
  const ownWorld = new OwnWorld(page);
  // Sent as text, not as a function built in the page: a webmail's policy may forbid that.
  const runBody = (body: string, { isOfRoot }: PageScript<unknown>): Promise<never> =>
    (isOfRoot ? ownWorld.run(body) : page.evaluate(`(async () => { ${body} })()`)) as Promise<never>;
  const self: Page = {
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    async openAlert() {
      const opened = page.waitForEvent('dialog');
      await page.evaluate(`void setTimeout(() => alert('Your session has expired'))`);
      const dialog = await opened;
      return () => dialog.accept();
    },
    run: (...given: Parameters<typeof scriptOf<unknown>>) => {
      const called = scriptOf(...given);
      return runBody(bodyOf(called), called);
    },
    async until(condition, { timeout = PATIENCE, what } = {}) {
      const asked = scriptOf(condition);
      return eventually(what ?? asked.what, () => runBody(waitingFor(asked), asked), timeout);
    },
    async mouse(action, x, y) {
      await page.mouse.move(x, y);
      if (action === 'move') return;
      await page.mouse.click(x, y, {
        button: action === 'middle-click' ? 'middle' : action === 'right-click' ? 'right' : 'left',
        delay: action === 'slow-click' ? SLOW_PRESS : 0,
      });
    },
    async mouseInFrame(frame, action, x, y) {
      const { left, top } = await self.run((_, element) => {
        const box = element()?.getBoundingClientRect();
        if (box === undefined) throw new Error('no frame');
        return { left: box.left, top: box.top };
      }, scriptOf(frame));
      await self.mouse(action, left + x, top + y);
    },
    async untilInFrame(frame, condition) {
      const place = scriptOf(frame);
      const asked = scriptOf(condition);
      return eventually(`${asked.what} in ${place.what}`, async () => {
        const element = inExpression(place);
        if (asked.isOfRoot) return ownWorld.runInFrame(element, bodyOf(asked)) as Promise<never>;
        const handle = await page.evaluateHandle<Element>(element);
        const inside = await handle.asElement()?.contentFrame();
        return inside?.evaluate(`(async () => { ${bodyOf(asked)} })()`) as Promise<never>;
      });
    },
    async click(place, action = 'click') {
      const { x, y } = await middleOf(self, place);
      await self.mouse(action, x, y);
    },
    controls: (place) => ownWorld.controls(inExpression(scriptOf(place))),
    async drag(from, to) {
      const start = await middleOf(self, from);
      const end = await middleOf(self, to);
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y, { steps: 3 });
      await page.mouse.up();
    },
    async choose(place, value, by) {
      if (by === 'mouse') await self.click(place);
      await chooseByArrows(self, place, value);
      // The list is drawn by the system, where no mouse comes to it.
      if (by === 'mouse') await self.press('Enter');
    },
    async tap(place) {
      const { x, y } = await middleOf(self, place);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      await session.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x, y }],
      });
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      // Detached, the session takes the emulation with it.
      await session.detach();
    },
    async pressAssisted(place) {
      if (assistive === undefined) throw new Error('no assistive technology: test.use({ assisted: true })');
      const { title, name } = await self.run((_, find) => {
        const element = find();
        if (!element) throw new Error('no element');
        return { title: document.title, name: element.ariaLabel ?? element.textContent };
      }, scriptOf(place));
      await assistive.press(title, name);
    },
    zoom: (percent) => zoom(page.url(), percent),
    async press(key, modifiers = {}) {
      const held = [
        ...(modifiers.control === true ? ['Control'] : []),
        ...(modifiers.shift === true ? ['Shift'] : []),
      ];
      await page.keyboard.press([...held, key].join('+'));
    },
    type: (text) => page.keyboard.type(text),
    async screenshot(path) {
      await page.screenshot({ path });
    },
    url: () => Promise.resolve(page.url()),
    processId: () => processId(page),
    async collectGarbage() {
      const session = await page.context().newCDPSession(page);
      await session.send('HeapProfiler.collectGarbage');
      await session.detach();
    },
    show: () => page.bringToFront(),
    close: () => page.close(),
  };
  return self;
}

/**
 * Scrolls the element into view and gives its middle in the coordinates of the top viewport, once it stands still:
 * where a page is still coming, what is below moves, and a click would go elsewhere.
 */
export async function middleOf(page: Page, place: Place): Promise<{ x: number; y: number }> {
  const element = scriptOf(place);
  // What is drawn anew while a page settles is there again in a moment.
  return eventually(`${element.what} to point at`, () =>
    page.run(async ({ pause }, find) => {
      const measure = (): { x: number; y: number } => {
        const found = find();
        if (!found) throw new Error('no element');
        // What is drawn over the page would go with what is scrolled away from under the pointer.
        const block = found.closest('[popover], dialog') === null ? 'center' : 'nearest';
        found.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
        const box = found.getClientRects()[0] ?? found.getBoundingClientRect();
        let x = box.left + box.width / 2;
        let y = box.top + box.height / 2;
        let view: Window | null = found.ownerDocument.defaultView;
        while (view !== null && view !== window && view.frameElement !== null) {
          const frame = view.frameElement.getBoundingClientRect();
          x += frame.left + view.frameElement.clientLeft;
          y += frame.top + view.frameElement.clientTop;
          view = view.parent;
        }
        return { x, y };
      };
      for (let last = measure(), turn = 0; ; turn++) {
        await pause(30);
        const now = measure();
        // What never stands still is clicked where it is.
        if ((now.x === last.x && now.y === last.y) || turn > 60) return now;
        last = now;
      }
    }, element),
  );
}

/** From the option of a focused `select` that is chosen to the one with this value. */
export async function chooseByArrows(page: Page, place: Place, value: string): Promise<void> {
  const steps = await page.run(
    (_, find, wanted) => {
      const select = find() as HTMLSelectElement;
      if (document.activeElement !== select) throw new Error('the list of choices has not the focus');
      return Array.from(select.options).findIndex((each) => each.value === wanted) - select.selectedIndex;
    },
    scriptOf(place),
    value,
  );
  for (let step = 0; step < Math.abs(steps); step++) await page.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
}

/** Runs in the extension's realms. Moved twice, the clock is as late as both times together. */
function moveClock({ protocol, days }: { readonly protocol: string; readonly days: number }): void {
  if (location.protocol !== protocol) return;
  const now = Date.now.bind(Date);
  Date.now = () => now() + days * 86_400_000;
}
