/** The disk is full: the old list stays, it is said, and the next update with room succeeds. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { LIST_PRESETS } from '../../src/core/feed/list-presets.ts';
import type { Browser, BrowserKind } from './harness/browser.ts';
import { CHANNEL_HOST, FOLDERS } from './harness/channel.ts';
import { launchChromium } from './harness/chromium.ts';
import { expect, test } from './harness/fixtures.ts';
import { launchFirefox } from './harness/firefox.ts';
import { mailPage } from './harness/mail-pages.ts';
import { marksOf, untilMarked } from './harness/marks.ts';
import {
  ALWAYS,
  ask,
  links,
  only,
  OPTIONS,
  pinnedChannel,
  publishSerial,
  statusOf,
  untilSerial,
  UPDATE_PATIENCE,
} from './harness/pinned-channel.ts';
import { htmlPage, type HostHandler } from './harness/proxy.ts';
import { at, byId, tabOf } from './harness/own-parts.ts';
import { untilReported } from './harness/tab-report.ts';
import { tier } from './harness/tiers.ts';

const WELCOME = 'src/extension/pages/welcome/welcome.html';

/** Without the permission for any amount, so that the browser's quota stands for a disk that is full. */
async function withoutUnlimited(build: string, folder: string): Promise<string> {
  const extension = join(folder, 'extension');
  await cp(build, extension, { recursive: true });
  const path = join(extension, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as { permissions: readonly string[] };
  const permissions = manifest.permissions.filter((name) => name !== 'unlimitedStorage');
  await writeFile(path, JSON.stringify({ ...manifest, permissions }));
  return extension;
}

/** A browser with that extension, for as long as the task takes. */
async function withLimitedBrowser(
  kind: BrowserKind,
  proxyPort: number,
  task: (browser: Browser) => Promise<void>,
  build: string = FOLDERS[kind],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'spamlight-full-'));
  try {
    const launch = kind === 'chromium' ? launchChromium : launchFirefox;
    const browser = await launch({ extension: await withoutUnlimited(build, folder), proxyPort });
    try {
      await task(browser);
    } finally {
      await browser.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** 200,000 entries, about 3 MB with both layers. */
const MANY = Array.from({ length: 200_000 }, (_, index) => `many-${index}.example`);

test(
  'there is no room for the next list: the old one stays, it is said, and the next update succeeds',
  tier('core:chromium'),
  async ({ browserKind, network }) => {
    const channel = await pinnedChannel(network);
    await publishSerial(channel, 350);
    const mail = mailPage();
    network.serve(new URL(mail.url).hostname, htmlPage(mail.html(links([ALWAYS, only(350), only(351)]))));
    await withLimitedBrowser(browserKind, network.port, async (browser) => {
      const options = await browser.openPage(browser.extensionUrl(OPTIONS));
      await untilSerial(options, 350);
      const page = await browser.openPage(mail.url);
      await untilMarked(page, [ALWAYS, only(350)]);

      await browser.limitStorage(1_500_000);
      // Chromium asks how much room is left when an origin begins to store, and not again for a while.
      await browser.clearDatabases();
      await ask(options, { type: 'update-now' });
      await untilSerial(options, 350);
      await publishSerial(channel, 351, MANY);
      await ask(options, { type: 'update-now' });
      await expect
        .poll(async () => (await statusOf(options)).lastFailure, { timeout: UPDATE_PATIENCE })
        .toMatchObject({ kind: 'storage-full' });
      expect((await statusOf(options)).serial).toBe(350);
      await options.until(({ one }) => /no room/.test(one('#channels').innerText));
      await browser.stopBackground();
      await page.reload();
      await untilMarked(page, [ALWAYS, only(350)], UPDATE_PATIENCE);

      await browser.limitStorage(null);
      await ask(options, { type: 'update-now' });
      await untilSerial(options, 351);
      await page.reload();
      await untilMarked(page, [ALWAYS, only(351)], UPDATE_PATIENCE);
    });
    await channel.stop();
  },
);

test(
  'there is no room for the very first list: nothing is said to be clean, it is said, and with room it is there',
  tier('core'),
  async ({ browserKind, network }) => {
    const channel = await pinnedChannel(network);
    await publishSerial(channel, 350, MANY);
    const files = channel.files;
    // Until the disk is full, there is nothing to fetch.
    network.serve(CHANNEL_HOST, (_request, response) => void response.writeHead(503).end());
    const mail = mailPage();
    network.serve(new URL(mail.url).hostname, htmlPage(mail.html(links([ALWAYS, only(350)]))));
    await withLimitedBrowser(browserKind, network.port, async (browser) => {
      const options = await browser.openPage(browser.extensionUrl(OPTIONS));
      await expect
        .poll(async () => (await statusOf(options)).lastFailure, { timeout: UPDATE_PATIENCE })
        .not.toBeNull();
      await browser.limitStorage(1_500_000);
      await browser.clearDatabases();
      // What it was doing with the data bases then gets no answer any more, for which it would wait a minute.
      await browser.stopBackground();
      network.serve(CHANNEL_HOST, (_request, response, url) => {
        const file = files.get(url.pathname.slice(1));
        response.writeHead(file === undefined ? 404 : 200, { 'access-control-allow-origin': '*' }).end(file);
      });
      await ask(options, { type: 'update-now' });
      await expect
        .poll(async () => (await statusOf(options)).lastFailure, { timeout: UPDATE_PATIENCE })
        .toMatchObject({ kind: 'storage-full' });
      expect((await statusOf(options)).kind).toBe('none');
      await options.until(({ one }) => /no room/.test(one('#channels').innerText));

      const page = await browser.openPage(mail.url);
      await untilReported(options, mail.url, { isWebmail: true, links: 2, danger: 0, caution: 0 });
      expect(await marksOf(page)).toEqual([]);
      const tabId = await tabOf(options, new URL(mail.url).hostname);
      const popup = await browser.openPage(
        browser.extensionUrl(`src/extension/pages/popup/popup.html?tab=${tabId}`),
      );
      await popup.until(() => /no room/.test(document.body.innerText), {
        what: 'the popup to say that there is no room',
      });
      // Of links that no list was asked about it never says that none is flagged.
      expect(await popup.run(() => document.body.innerText)).not.toMatch(
        /None of|No link|no flagged|Protection on/,
      );
      await popup.close();

      await browser.limitStorage(null);
      await ask(options, { type: 'update-now' });
      await untilSerial(options, 350);
      // Without a reload.
      await page.show();
      await untilMarked(page, [ALWAYS, only(350)], UPDATE_PATIENCE);
    });
    await channel.stop();
  },
);

test(
  'there is no room for a free list in the first minute: the welcome page says so, and again is enough',
  tier('core:firefox'),
  async ({ browserKind, network }) => {
    test.setTimeout(240_000);
    const page = 'https://login.first-minute.example/verify/account.php';
    const text =
      (body: string): HostHandler =>
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/plain' }).end(body);
    network.serve('phish.co.za', text(`${[page, ...MANY.map((host) => `https://${host}/x`)].join('\n')}\n`));
    network.serve('hole.cert.pl', text('only-a-host.example\nanother.example\n'));
    network.serve('urlhaus.abuse.ch', text('https://files.first-minute.example/a.exe\n'));
    const asked = LIST_PRESETS.filter(
      ({ cors, isPrivateUseOnly }) => cors !== 'yes' && !isPrivateUseOnly,
    ).map(({ url }) => `https://${new URL(url).hostname}/*`);
    const mail = mailPage();
    network.serve(new URL(mail.url).hostname, htmlPage(mail.html(links([page]))));
    await withLimitedBrowser(
      browserKind,
      network.port,
      async (browser) => {
        await browser.closeWelcome();
        const welcome = await browser.openPage(browser.extensionUrl(WELCOME), { height: 1200 });
        await welcome.until(byId('free-get'));
        await browser.limitStorage(1_500_000);
        await browser.clearDatabases();
        await browser.clickAndAllow(welcome, byId('free-get'), asked);
        await welcome.until(
          ({ one }) => /Free some disk space/.test(one('#free-lists [role=alert]').innerText),
          { what: 'the page to say that there is no room', timeout: UPDATE_PATIENCE },
        );
        // The lists that fit are in use. While one is still being read, the rows move, and so does the button.
        await welcome.until(() => document.body.innerText.includes('2 lists are in use.'), {
          what: 'the two lists that fit',
          timeout: UPDATE_PATIENCE,
        });
        await welcome.until(({ one }) => /In use, with/.test(one('#free-which').textContent));
        // Firefox never ends a transaction during which the limit is lifted.
        await browser.stopBackground();
        await browser.limitStorage(null);
        await welcome.show();
        await welcome.click(at('#free-lists [role=alert] + button'));
        await welcome.until(() => document.body.innerText.includes('3 lists are in use.'), {
          what: 'all three lists',
          timeout: UPDATE_PATIENCE,
        });
        const tab = await browser.openPage(mail.url);
        await untilMarked(tab, [page], UPDATE_PATIENCE);
      },
      resolve(FOLDERS.built[browserKind]),
    );
  },
);
