/** The disk is full: the old list stays, it is said, and the next update with room succeeds. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserKind } from './harness/browser.ts';
import { FOLDERS } from './harness/channel.ts';
import { launchChromium } from './harness/chromium.ts';
import { expect, test } from './harness/fixtures.ts';
import { launchFirefox } from './harness/firefox.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
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
import { htmlPage } from './harness/proxy.ts';

/** Without the permission for any amount, so that the browser's quota stands for a disk that is full. */
async function withoutUnlimited(kind: BrowserKind, folder: string): Promise<string> {
  const extension = join(folder, 'extension');
  await cp(FOLDERS[kind], extension, { recursive: true });
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
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'spamlight-full-'));
  try {
    const launch = kind === 'chromium' ? launchChromium : launchFirefox;
    const browser = await launch({ extension: await withoutUnlimited(kind, folder), proxyPort });
    try {
      await task(browser);
    } finally {
      await browser.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('there is no room for the next list: the old one stays, it is said, and the next update succeeds', async ({
  browserKind,
  network,
}) => {
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
    // 200,000 entries, about 3 MB with both layers.
    const many = Array.from({ length: 200_000 }, (_, index) => `many-${index}.example`);
    await publishSerial(channel, 351, many);
    await ask(options, { type: 'update-now' });
    await expect
      .poll(async () => (await statusOf(options)).lastFailure, { timeout: UPDATE_PATIENCE })
      .toMatchObject({ kind: 'storage-full' });
    expect((await statusOf(options)).serial).toBe(350);
    await options.until(`/no room/.test(document.querySelector('#channels').innerText)`);
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
});
