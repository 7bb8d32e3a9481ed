import { resolve } from 'node:path';
import { test as base } from '@playwright/test';
import { startAssistiveBus } from './assistive.ts';
import type { Browser, BrowserKind, OpenOptions, Page } from './browser.ts';
import { CHANNEL_HOST, FOLDERS, channelFiles } from './channel.ts';
import { launchChromium, type LaunchOptions } from './chromium.ts';
import { launchFirefox } from './firefox.ts';
import { FIXTURES } from '../../extension/content/webmail/fixture.ts';
import { OPTIONAL_WEBMAILS } from '../../../src/extension/protocol/webmail-hosts.ts';
import { REQUIRED_MATCHES } from '../../webmail-matches.ts';
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
  /** The options, where the installation is kept: they are open already. */
  readonly own: Page | null;
  /** Plays `html` at every path of the URL's host, and opens the URL. */
  openMail(url: string, html: string, options?: OpenOptions): Promise<Page>;
  /** Opens a URL that is served already, once the reader has added its site. */
  openSite(url: string, options?: OpenOptions): Promise<Page>;
  /** Has the reader add the site of a URL, where mail is not checked from the installation on. */
  addSite(url: string): Promise<void>;
  /** Opens a page of the extension, as in `openOwn('src/extension/pages/options/options.html')`. */
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
  /**
   * `kept`: the extension was installed for an earlier test already and has its list. Nothing of that test is left but the
   * sites that were added.
   */
  readonly installation: 'new' | 'kept';
  /** `faults` is the build for fault injection, for whose tests alone it is. */
  readonly kindOfBuild: 'shipped' | 'faults';
  /** The reader has allowed the extension in private windows: a browser of its own. */
  readonly inPrivateWindows: boolean;
  /** Assistive technology is on the machine. */
  readonly assisted: boolean;
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
  installation: ['new', { option: true }],
  kindOfBuild: ['shipped', { option: true }],
  inPrivateWindows: [false, { option: true }],
  assisted: [false, { option: true }],

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
        launch({ browserKind, kindOfBuild: 'shipped' }, { proxyPort: sharedProxy.port, reusable: true }),
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

  async world(
    {
      browserKind,
      kindOfBuild,
      network: proxy,
      channelFolder,
      language,
      policy,
      ownBrowser,
      installation,
      inPrivateWindows,
      assisted,
      sharedBrowser,
    },
    use,
  ) {
    const managed = policy === null ? null : managedBrowser(browserKind, policy);
    const assistive = assisted && browserKind === 'chromium' ? await startAssistiveBus() : null;
    const isOwn =
      ownBrowser ||
      inPrivateWindows ||
      managed !== null ||
      assistive !== null ||
      language !== LANGUAGE ||
      kindOfBuild !== 'shipped';
    const own = {
      proxyPort: proxy.port,
      language,
      inPrivateWindows,
      ...(managed === null ? {} : { program: managed.program }),
      ...(assistive === null ? {} : { assistive }),
    };
    try {
      const wanted = installation === 'kept' ? channelFolder : null;
      const browser = await (isOwn ? launch({ browserKind, kindOfBuild }, own) : sharedBrowser.take(wanted));
      const added = isOwn ? new Map<string, readonly string[]>() : sharedBrowser.sites;
      const kept = isOwn ? null : sharedBrowser.own;
      const addSite = async (url: string): Promise<void> => {
        const { protocol, hostname } = new URL(url);
        if (added.has(hostname) || isCovered(REQUIRED_MATCHES, hostname)) return;
        // Of a webmail that is known all hosts are asked for at once, as the popup does.
        const known = OPTIONAL_WEBMAILS.find(({ matches }) => isCovered(matches, hostname));
        const patterns = known?.matches ?? [`${protocol}//${hostname}/*`];
        await browser.addSites(patterns);
        added.set(hostname, patterns);
      };
      const openSite = async (url: string, options?: OpenOptions): Promise<Page> => {
        await addSite(url);
        return browser.openPage(url, options);
      };
      try {
        if (kept === null) await browser.closeWelcome();
        await use({
          browser,
          proxy,
          own: kept,
          addSite,
          openSite,
          openMail(url, html, options) {
            proxy.serve(new URL(url).hostname, htmlPage(html));
            return isToBeAdded(url) ? openSite(url, options) : browser.openPage(url, options);
          },
          openOwn: (path, options) => browser.openPage(browser.extensionUrl(path), options),
        });
      } finally {
        await (isOwn ? browser.close() : sharedBrowser.giveBack());
      }
    } finally {
      managed?.remove();
      await assistive?.stop();
    }
  },
});

function launch(
  {
    browserKind,
    kindOfBuild,
  }: { readonly browserKind: BrowserKind; readonly kindOfBuild: TestOptions['kindOfBuild'] },
  more: Omit<LaunchOptions, 'extension'>,
): Promise<Browser> {
  const folders = kindOfBuild === 'faults' ? FOLDERS.faults : FOLDERS;
  const start = browserKind === 'chromium' ? launchChromium : launchFirefox;
  return start({ extension: resolve(folders[browserKind]), ...more });
}

/** The sites of this repository's own pages; tests of adding one open others. */
function isToBeAdded(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === '127.0.0.1' ||
    hostname.endsWith('.webmail.test') ||
    FIXTURES.some(({ facts }) => new URL(facts.url).hostname === hostname)
  );
}

/** Whether one of these match patterns is for the host. */
function isCovered(patterns: readonly string[], hostname: string): boolean {
  return patterns.some((pattern) => {
    const host = new URL(pattern.replace('*.', '')).hostname;
    return hostname === host || (pattern.includes('*.') && hostname.endsWith(`.${host}`));
  });
}

export { expect } from '@playwright/test';
