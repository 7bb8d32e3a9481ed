import type { Browser, Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { setPreferences } from './harness/own-parts.ts';
import { htmlPage } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

const OPTIONS = 'src/extension/pages/options/options.html';
const SITE = 'https://left.webmail.test/';

/** What the extension has stored, by the names of its keys and databases, and what it thinks that it was told. */
async function extensionState(own: Page): Promise<unknown> {
  return own.run(async ({ api, send }) => {
    const { origins = [] } = await api.permissions.getAll();
    return {
      preferences: await send({ type: 'get-preferences' }),
      rules: await send({ type: 'list-rules', action: 'trust' }),
      origins: origins.sort(),
    };
  });
}

async function siteState(page: Page): Promise<unknown> {
  return page.run(async () => ({
    cookie: document.cookie,
    local: Object.fromEntries(Object.entries(localStorage)),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
  }));
}

async function leaveTraces(browser: Browser, own: Page, site: Page): Promise<void> {
  await own.run(async ({ api }) => {
    console.error('left in the console');
    await api.storage.local.set({ left: 'behind' });
  });
  await setPreferences(own, { saveData: true });
  await site.run(async () => {
    document.cookie = 'left=behind; max-age=86400; secure';
    localStorage.setItem('left', 'behind');
    await new Promise((resolve, reject) => {
      const open = indexedDB.open('left');
      open.addEventListener('success', resolve);
      open.addEventListener('error', reject);
    });
    await caches.open('left');
  });
  await browser.reloadExtension();
}

test(
  'what a test leaves in a shared browser does not reach the next test',
  tier('core:chromium'),
  async ({ world, sharedBrowser }) => {
    const { browser, proxy } = world;
    proxy.serve(new URL(SITE).hostname, htmlPage('<p>nothing</p>'));
    const own = await world.openOwn(OPTIONS);
    const fresh = {
      extension: await extensionState(own),
      site: await siteState(await browser.openPage(SITE)),
    };
    const site = await browser.openPage(SITE);
    await leaveTraces(browser, own, site);
    expect(await siteState(site)).not.toEqual(fresh.site);

    await sharedBrowser.giveBack();
    const again = await sharedBrowser.take();
    expect(again).toBe(browser);
    expect(await again.consoleLines()).not.toContainEqual(expect.stringContaining('left in the console'));
    expect(await siteState(await again.openPage(SITE))).toEqual(fresh.site);
    const ownAgain = await again.openPage(again.extensionUrl(OPTIONS));
    expect(await extensionState(ownAgain)).toEqual(fresh.extension);
    expect(await ownAgain.run(async ({ api }) => (await api.storage.local.get('left'))['left'] ?? null)).toBe(
      null,
    );
  },
);

test('an extension that a test switched off, or whose sites or pages it removed, is there again for the next test', async ({
  world,
  sharedBrowser,
}) => {
  const mail = mailPage();
  const html = mail.html(`<p><a href="${LISTED.phishingUrl}">confirm your account</a></p>`);
  for (const harm of ['withdrawSites', 'disableExtension', 'clearDatabases'] as const) {
    const page = await world.openMail(mail.url, html);
    await untilMarked(page, [LISTED.phishingUrl]);
    await world.browser[harm]();
    await sharedBrowser.giveBack();
    await sharedBrowser.take();
  }
  await untilMarked(await world.openMail(mail.url, html), [LISTED.phishingUrl]);
});

test.describe('an installation that is kept', () => {
  test.use({ installation: 'kept' });

  test(
    'an installation that is kept has what it stored put back, and no site that a test added',
    tier('core:firefox'),
    async ({ world, sharedBrowser, channelFolder }) => {
      const { browser } = world;
      const before = await extensionState(world.own as Page);
      let [own, kept] = [world.own as Page, null as Page | null];
      // On a busy machine one may be given up that took too long to put back: then the next is tried, but not for ever.
      for (let turn = 0; turn < 3 && kept !== own; turn++) {
        own = sharedBrowser.own as Page;
        await setPreferences(own, { saveData: true });
        await own.run(async ({ api, send }) => {
          await api.storage.session.set({ left: 'behind' });
          await send({
            type: 'add-rule',
            action: 'trust',
            scope: 'host',
            subject: 'left.example',
            note: '',
            expiresAt: null,
          });
        });
        expect(await extensionState(own)).not.toEqual(before);
        await sharedBrowser.giveBack();
        expect(await sharedBrowser.take(channelFolder)).toBe(browser);
        kept = sharedBrowser.own as Page;
      }
      // The same page, so it was not installed anew.
      expect(kept).toBe(own);
      if (kept === null) throw new Error('no page');
      expect(await extensionState(kept)).toEqual(before);
      expect(await kept.run(async ({ api }) => (await api.storage.session.get('left'))['left'] ?? null)).toBe(
        null,
      );

      await browser.addSites([`${SITE}*`]);
      expect(await extensionState(kept)).not.toEqual(before);
      await sharedBrowser.giveBack();
      await sharedBrowser.take(channelFolder);
      expect(await extensionState(sharedBrowser.own as Page)).toEqual(before);
    },
  );

  test('an installation that is kept is given up where a test has left it without a page, or another list is wanted', async ({
    world,
    sharedBrowser,
    channelFolder,
  }) => {
    const own = world.own as Page;
    // The last tab of a browser is not closed.
    await world.browser.openPage('about:blank');
    await own.close();
    await sharedBrowser.giveBack();
    expect(sharedBrowser.own).toBe(null);
    await sharedBrowser.take(channelFolder);
    expect(sharedBrowser.own).not.toBe(own);
    const kept = sharedBrowser.own;
    await sharedBrowser.giveBack();
    await sharedBrowser.take(null);
    expect(sharedBrowser.own).not.toBe(kept);
  });
});
