import { resolve } from 'node:path';
import { test as base } from '@playwright/test';
import type { Browser, BrowserKind, OpenOptions, Page } from './browser.ts';
import { CHANNEL_HOST, FOLDERS, channelFiles } from './channel.ts';
import { launchChromium, type LaunchOptions } from './chromium.ts';
import { launchFirefox } from './firefox.ts';
import { managedBrowser } from './policies.ts';
import { htmlPage, startProxy, type Proxy } from './proxy.ts';
import { SharedBrowser } from './shared-browser.ts';

export interface HarnessOptions {
  browserKind: BrowserKind;
}

/** A browser with the built extension, on a network that the test plays. */
export interface World {
  readonly browser: Browser;
  readonly proxy: Proxy;
  /** Plays `html` at every path of the URL's host, and opens the URL. */
  openMail(url: string, html: string, options?: OpenOptions): Promise<Page>;
  /** Opens a page of the extension, as in `openOwn('src/pages/options/options.html')`. */
  openOwn(path: string, options?: OpenOptions): Promise<Page>;
}

const LANGUAGE = 'en-US';

/** Set by a spec with `test.use`. */
interface TestOptions {
  /** BCP 47, of the browser itself. */
  readonly language: string;
  readonly channelFolder: string;
  /** What an administrator has set, as the browser's policy files hold it; null for none. */
  readonly policy: unknown;
  /** A browser for this test alone, started for it: where its start, its age or its whole profile matters. */
  readonly ownBrowser: boolean;
}

export const test = base.extend<
  TestOptions & { readonly world: World; readonly network: Proxy },
  HarnessOptions & { readonly sharedProxy: Proxy; readonly sharedBrowser: SharedBrowser }
>({
  browserKind: ['chromium', { option: true, scope: 'worker' }],
  language: [LANGUAGE, { option: true }],
  channelFolder: [FOLDERS.channel, { option: true }],
  policy: [null, { option: true }],
  ownBrowser: [false, { option: true }],

  sharedProxy: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads what is asked for from this pattern
    async ({}, use) => {
      const proxy = await startProxy();
      await use(proxy);
      await proxy.close();
    },
    { scope: 'worker' },
  ],

  sharedBrowser: [
    async ({ browserKind, sharedProxy }, use) => {
      const shared = new SharedBrowser(() =>
        launch(browserKind, { proxyPort: sharedProxy.port, reusable: true }),
      );
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],

  async network({ channelFolder, sharedProxy }, use) {
    sharedProxy.serve(CHANNEL_HOST, channelFiles(channelFolder));
    await use(sharedProxy);
    sharedProxy.clear();
  },

  async world({ browserKind, network: proxy, language, policy, ownBrowser, sharedBrowser }, use) {
    const managed = policy === null ? null : managedBrowser(browserKind, policy);
    const isOwn = ownBrowser || managed !== null || language !== LANGUAGE;
    const own = {
      proxyPort: proxy.port,
      language,
      ...(managed === null ? {} : { program: managed.program }),
    };
    try {
      const browser = await (isOwn ? launch(browserKind, own) : sharedBrowser.take());
      try {
        await use({
          browser,
          proxy,
          async openMail(url, html, options) {
            proxy.serve(new URL(url).hostname, htmlPage(html));
            return browser.openPage(url, options);
          },
          openOwn: (path, options) => browser.openPage(browser.extensionUrl(path), options),
        });
      } finally {
        await (isOwn ? browser.close() : sharedBrowser.giveBack());
      }
    } finally {
      managed?.remove();
    }
  },
});

function launch(kind: BrowserKind, more: Omit<LaunchOptions, 'extension'>): Promise<Browser> {
  const extension = resolve(FOLDERS[kind]);
  return (kind === 'chromium' ? launchChromium : launchFirefox)({ extension, ...more });
}

export { expect } from '@playwright/test';
