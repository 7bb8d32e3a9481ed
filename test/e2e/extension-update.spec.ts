/**
 * What is the reader's own outlives an update of the extension. Databases of every older schema are in
 * `test/platform/private-store.test.ts`; here the browser itself replaces one version by the next.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from './harness/browser.ts';
import { CHANNEL_HOST, channelFiles, FOLDERS, LISTED } from './harness/channel.ts';
import { launchChromium } from './harness/chromium.ts';
import { expect, test } from './harness/fixtures.ts';
import { launchFirefox } from './harness/firefox.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { htmlPage } from './harness/proxy.ts';

const OPTIONS = 'src/pages/options/options.html';
const SPAM = `https://www.${LISTED.spamHost}/order`;

function ask(options: Page, message: unknown): Promise<unknown> {
  return options.run(`return (globalThis.browser ?? globalThis.chrome).runtime.sendMessage(args)`, message);
}

/** Puts a build into the folder that the browser loads, under another version number. */
function install(build: string, folder: string, version: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(build, folder, { recursive: true });
  const path = join(folder, 'manifest.json');
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...(manifest as object), version }));
}

test('rules, preferences and lists are still there after an update of the extension', async ({
  browserKind,
  network,
}) => {
  test.setTimeout(120_000);
  network.serve(CHANNEL_HOST, channelFiles(FOLDERS.channel));
  const root = await mkdtemp(join(tmpdir(), 'spamlight-update-'));
  const profile = join(root, 'profile');
  const folder = join(root, 'extension');
  const launch = async (): Promise<Browser> => {
    if (browserKind === 'chromium') {
      return launchChromium({ extension: folder, proxyPort: network.port, profile });
    }
    return launchFirefox({ extension: folder, proxyPort: network.port, profile });
  };
  const mail = mailPage();
  network.serve(
    new URL(mail.url).hostname,
    htmlPage(mail.html(`<p><a href="${LISTED.phishingUrl}">a</a></p><p><a href="${SPAM}">b</a></p>`)),
  );

  install(FOLDERS[browserKind], folder, '0.0.9');
  await prepareProfile(profile);
  let browser = await launch();
  let page = await browser.openPage(mail.url);
  await untilMarked(page, [LISTED.phishingUrl, SPAM]);
  let options = await browser.openPage(browser.extensionUrl(OPTIONS));
  const rule = { scope: 'site', subject: LISTED.spamHost, note: 'they are fine', expiresAt: null };
  await ask(options, { type: 'add-rule', action: 'trust', ...rule });
  await ask(options, { type: 'add-rule', action: 'block', ...rule, subject: 'games.example' });
  const preferences = { onDanger: 'disable', onCaution: 'ask', language: 'zh-CN', saveData: true };
  await ask(options, { type: 'set-preferences', preferences });
  await untilMarked(page, [LISTED.phishingUrl]);
  await browser.close();

  install(FOLDERS[browserKind], folder, '0.1.0');
  network.forgetSeen();
  browser = await launch();
  options = await browser.openPage(browser.extensionUrl(OPTIONS));
  expect(await ask(options, { type: 'list-rules', action: 'trust' })).toMatchObject({
    rules: [{ subject: LISTED.spamHost, note: 'they are fine', by: 'reader' }],
  });
  expect(await ask(options, { type: 'list-rules', action: 'block' })).toMatchObject({
    rules: [{ subject: 'games.example' }],
  });
  expect(await ask(options, { type: 'get-preferences' })).toEqual(preferences);
  page = await browser.openPage(mail.url);
  await untilMarked(page, [LISTED.phishingUrl]);
  // The list was kept as well: nothing was downloaded again.
  expect(network.seen.filter(({ url }) => url.includes('/base/'))).toEqual([]);
  await browser.close();
  await rm(root, { recursive: true, force: true });
});

/** Firefox forgets what a temporary add-on stored unless it is told otherwise; an installed one keeps it. */
async function prepareProfile(profile: string): Promise<void> {
  await mkdir(profile, { recursive: true });
  await writeFile(
    join(profile, 'prefs.js'),
    'user_pref("extensions.webextensions.keepStorageOnUninstall", true);\n' +
      'user_pref("extensions.webextensions.keepUuidOnUninstall", true);\n',
  );
}
