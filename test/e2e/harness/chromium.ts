import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type CDPSession, type Page as PlaywrightPage, type Worker } from '@playwright/test';
import { eventually, type Browser, type OpenOptions, type Page } from './browser.ts';

export interface LaunchOptions {
  /** Folder of the unpacked extension. */
  readonly extension: string;
  readonly proxyPort: number;
  /** BCP 47, for the browser's own language. */
  readonly language?: string;
  /** An existing profile folder; kept at close. Otherwise a fresh one, removed at close. */
  readonly profile?: string;
}

export async function launchChromium({
  extension,
  proxyPort,
  language = 'en-US',
  profile,
}: LaunchOptions): Promise<Browser> {
  const folder = profile ?? (await mkdtemp(join(tmpdir(), 'spamlight-chromium-')));
  const context = await chromium.launchPersistentContext(folder, {
    headless: true,
    executablePath: process.env['SPAMLIGHT_CHROMIUM'] ?? '/usr/bin/chromium',
    // Playwright switches service worker start-up and extensions off unless told otherwise.
    ignoreDefaultArgs: ['--disable-extensions'],
    locale: language,
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 800 },
    args: [
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      `--proxy-server=127.0.0.1:${proxyPort}`,
      // Loopback goes through the proxy too: it is the record of all that leaves the browser.
      '--proxy-bypass-list=<-loopback>',
      '--ignore-certificate-errors',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-quic',
      '--no-first-run',
      `--lang=${language}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  const worker =
    context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: 20_000 }));
  const id = new URL(worker.url()).hostname;

  // A limit lasts as long as the session that set it.
  let limiting: CDPSession | null = null;

  const lines: string[] = [];
  function listen(realm: Worker): void {
    realm.on('console', (message) => lines.push(`worker: ${message.text()}`));
  }
  listen(worker);
  context.on('serviceworker', listen);
  context.on('console', (message) => lines.push(`${message.page()?.url()}: ${message.text()}`));
  context.on('weberror', (error) => lines.push(`error: ${error.error().stack}`));

  /** The worker; one that was stopped comes back with the next message from a page. */
  async function liveWorker(): Promise<Worker> {
    return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: 10_000 }));
  }

  // Content scripts run in a world of their own; the browser reports theirs with the page's.
  const problems: string[] = [];
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
      await page.goto('chrome://extensions/');
      await page.evaluate(`chrome.management.setEnabled(${JSON.stringify(id)}, false)`);
      await page.close();
    },
    extensionUrl: (path) => `chrome-extension://${id}/${path}`,
    async openPage(url, options = {}) {
      const page = await context.newPage();
      await dress(page, options);
      await page.goto(url);
      return wrap(page);
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
    async chooseMenuItem(page, linkSelector, itemId) {
      // Chromium draws its context menu outside the page, where nothing can click without a display. The event
      // that a choice would send is sent instead, with what the browser itself would put into it.
      const info = await page.run(
        `const link = document.querySelector(args); return { linkUrl: link.href, pageUrl: location.href, frameId: 0 };`,
        linkSelector,
      );
      const url = await page.url();
      await (
        await liveWorker()
      ).evaluate(
        async (given) => {
          const api = (globalThis as unknown as { chrome: ChromeForTests }).chrome;
          const tabs = await api.tabs.query({});
          const tab = tabs.find((candidate) => candidate.url === given.url);
          api.contextMenus.onClicked.dispatch(
            { ...given.info, menuItemId: given.itemId, editable: false },
            tab,
          );
        },
        { info: info as object, itemId, url },
      );
    },
    async reloadExtension() {
      const page = await context.newPage();
      await page.goto('chrome://extensions/');
      // Outside its developer mode, Chromium switches an unpacked extension off instead of loading it again.
      await page.evaluate(
        `chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })
           .then(() => chrome.developerPrivate.reload(${JSON.stringify(id)}, { failQuietly: true }))`,
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
    consoleLines: () => Promise.resolve(lines),
    async close() {
      await context.close();
      if (profile === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

interface ChromeForTests {
  readonly tabs: { query(filter: object): Promise<{ readonly url?: string }[]> };
  readonly contextMenus: { readonly onClicked: { dispatch(info: object, tab: object | undefined): void } };
}

async function dress(
  page: PlaywrightPage,
  { width = 1280, height = 800, dark = false }: OpenOptions,
): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
}

function wrap(page: PlaywrightPage): Page {
  const self: Page = {
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    // Sent as text, not as a function built in the page: a webmail's policy may forbid that.
    run: (body, args) =>
      page.evaluate(`(async (args) => { ${body} })(${JSON.stringify(args) ?? 'undefined'})`),
    async until(expression, { timeout = 10_000, what = expression } = {}) {
      return eventually(what, () => self.run(`return ${expression}`), timeout);
    },
    async mouse(action, x, y) {
      await page.mouse.move(x, y);
      if (action === 'move') return;
      await page.mouse.click(x, y, {
        button: action === 'click' ? 'left' : action === 'middle-click' ? 'middle' : 'right',
      });
    },
    async click(elementExpression, action = 'click') {
      const { x, y } = await middleOf(self, elementExpression);
      await self.mouse(action, x, y);
    },
    async press(key, modifiers = {}) {
      await page.keyboard.press(modifiers.shift === true ? `Shift+${key}` : key);
    },
    type: (text) => page.keyboard.type(text),
    async screenshot(path) {
      await page.screenshot({ path });
    },
    url: () => Promise.resolve(page.url()),
    close: () => page.close(),
  };
  return self;
}

/** Scrolls the element into view and gives its middle in the coordinates of the top viewport. */
export async function middleOf(page: Page, elementExpression: string): Promise<{ x: number; y: number }> {
  const point = await page.run(`
    const element = ${elementExpression};
    if (!element) throw new Error('no element: ' + ${JSON.stringify(elementExpression)});
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    let box = element.getClientRects()[0] ?? element.getBoundingClientRect();
    let x = box.left + box.width / 2, y = box.top + box.height / 2;
    for (let view = element.ownerDocument.defaultView; view !== window && view.frameElement; view = view.parent) {
      const frame = view.frameElement.getBoundingClientRect();
      x += frame.left + view.frameElement.clientLeft; y += frame.top + view.frameElement.clientTop;
    }
    return { x, y };`);
  return point as { x: number; y: number };
}
