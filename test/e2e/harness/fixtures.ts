import { resolve } from 'node:path';
import { test as base } from '@playwright/test';
import type { Browser, BrowserKind, OpenOptions, Page } from './browser.ts';
import { CHANNEL_HOST, FOLDERS, channelFiles } from './channel.ts';
import { launchChromium } from './chromium.ts';
import { launchFirefox } from './firefox.ts';
import { managedBrowser } from './policies.ts';
import { htmlPage, startProxy, type Proxy } from './proxy.ts';

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

export const test = base.extend<
  { world: World; network: Proxy; language: string; channelFolder: string; policy: unknown },
  HarnessOptions
>({
  browserKind: ['chromium', { option: true, scope: 'worker' }],
  language: ['en-US', { option: true }],
  channelFolder: [FOLDERS.channel, { option: true }],
  policy: [null, { option: true }],

  async network({ channelFolder }, use) {
    const proxy = await startProxy();
    proxy.serve(CHANNEL_HOST, channelFiles(channelFolder));
    await use(proxy);
    await proxy.close();
  },

  async world({ browserKind, network: proxy, language, policy }, use) {
    const launch = browserKind === 'chromium' ? launchChromium : launchFirefox;
    const managed = policy === null ? null : managedBrowser(browserKind, policy);
    try {
      const browser = await launch({
        extension: resolve(FOLDERS[browserKind]),
        proxyPort: proxy.port,
        language,
        ...(managed === null ? {} : { program: managed.program }),
      });
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
        await browser.close();
      }
    } finally {
      managed?.remove();
    }
  },
});

export { expect } from '@playwright/test';
