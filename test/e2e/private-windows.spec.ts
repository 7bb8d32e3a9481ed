/**
 * Private windows. The manifest names no mode, which is "spanning" in both browsers: one background for all windows,
 * which must not store what is read in a private one.
 */
import type { Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { DATABASES } from './harness/databases.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import {
  byId,
  CARD,
  control,
  goBack,
  openCard,
  openWithList,
  STAY,
  tabOf,
  untilAsked,
} from './harness/own-parts.ts';
import { ask } from './harness/pinned-channel.ts';
import { htmlPage } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

// The windows of a browser are shared by its tests.
test.use({ ownBrowser: true });

const MAIL = mailPage();
const HOST = new URL(MAIL.url).hostname;
const BAD = LISTED.phishingUrl;
const SPAM = `https://www.${LISTED.spamHost}/order`;
const CLEAN = 'https://quetzal.example/okapi';
const SENDER = 'okapi@axolotl.example';
const SECRETS = ['quetzal', 'okapi', 'axolotl'];
const HTML = MAIL.html(
  `<p style="padding:40px"><a id="bad" href="${BAD}">a</a></p><p style="padding:40px"><a id="spam" href="${SPAM}">b</a></p>
   <p><a id="clean" href="${CLEAN}">c</a></p>`,
).replaceAll('sender@news.example', SENDER);

/** All that is the reader's own, and what is in memory for the session. */
async function stored(own: Page): Promise<{ readonly kept: string; readonly session: string }> {
  return own.run(async ({ api }, databases) => {
    const { opened, records, textOf } = databases();
    const { objectStoreNames } = await opened('spamlight-private', (db) => db);
    const kept: Record<string, string> = {};
    for (const name of objectStoreNames) kept[name] = await textOf(await records('spamlight-private', name));
    return {
      kept: JSON.stringify([kept, await api.storage.local.get(null)]),
      session: JSON.stringify(await api.storage.session.get(null)),
    };
  }, DATABASES);
}

/** Reads a message, goes back from a question, opens a link. */
async function read(page: Page): Promise<void> {
  await untilMarked(page, [BAD, SPAM]);
  await page.click(byId('bad'));
  await untilAsked(page);
  await goBack(page);
  await page.run(STAY);
  await page.click(byId('clean'));
}

/** With what the card proposes: for danger once, for caution always. */
async function trust(page: Page, id: string): Promise<void> {
  await openCard(page, byId(id));
  await page.click(control(CARD, /^Trust…/));
  await page.until(control(CARD, /^Trust$/), { what: 'the choice' });
  await page.click(control(CARD, /^Trust$/));
}

test.describe('in private windows, where the reader lets it', () => {
  test.use({ inPrivateWindows: true });

  test(
    'in a private window links are marked and ask, and nothing that is read or opened there is stored',
    tier('core:firefox'),
    async ({ world }) => {
      world.proxy.serve(HOST, htmlPage(HTML));
      const own = await openWithList(world.browser);
      const before = await stored(own);

      const page = await world.browser.openPrivate(MAIL.url);
      await read(page);
      // The session storage is memory, and has the sender while the tab is open.
      await expect.poll(async () => (await stored(own)).session).toContain(SENDER);
      await page.close();
      await expect.poll(async () => (await stored(own)).session).not.toContain(SENDER);
      expect((await stored(own)).kept).toBe(before.kept);

      // The test would see it: in another window the same is counted and remembered, as hashes.
      const other = await world.browser.openPage(MAIL.url);
      await read(other);
      await other.close();
      await expect
        .poll(async () => (await ask(own, { type: 'get-statistics' })) as object)
        .toMatchObject({ days: [{ danger: 1 }] });
      const after = await stored(own);
      expect(after.kept).not.toBe(before.kept);
      for (const secret of SECRETS) expect(after.kept).not.toContain(secret);
    },
  );

  test(
    'of what the reader decides in a private window a rule is kept; “once” and a pause are not',
    tier('all'),
    async ({ world }) => {
      world.proxy.serve(HOST, htmlPage(HTML));
      const own = await openWithList(world.browser);
      const before = await stored(own);
      const first = await world.browser.openPrivate(MAIL.url);
      await untilMarked(first, [BAD, SPAM]);
      await trust(first, 'bad');
      await untilMarked(first, [SPAM]);
      const tabId = await tabOf(own, HOST);
      expect(await ask(own, { type: 'set-paused', tabId, isPaused: true })).toEqual({ outcome: 'done' });
      await untilMarked(first, []);
      expect(await ask(own, { type: 'list-pauses' })).toEqual({ origins: [] });
      // In other windows nothing is paused.
      const other = await world.browser.openPage(MAIL.url);
      await untilMarked(other, [BAD, SPAM]);
      await other.close();
      expect(await ask(own, { type: 'set-paused', tabId, isPaused: false })).toEqual({ outcome: 'done' });
      await first.close();
      expect(await ask(own, { type: 'list-rules', action: 'trust' })).toMatchObject({ rules: [] });

      const second = await world.browser.openPrivate(MAIL.url);
      await untilMarked(second, [BAD, SPAM]);
      await trust(second, 'spam');
      await untilMarked(second, [BAD]);
      await second.close();
      expect(await ask(own, { type: 'list-rules', action: 'trust' })).toMatchObject({
        rules: [{ subject: LISTED.spamHost, by: 'reader' }],
      });
      expect((await stored(own)).kept).not.toBe(before.kept);
    },
  );
});

test(
  'without the reader’s leave, nothing of a private window reaches the extension',
  tier('core:firefox'),
  async ({ world }) => {
    world.proxy.serve(HOST, htmlPage(HTML));
    const own = await openWithList(world.browser);
    const page = await world.browser.openPrivate(MAIL.url);
    await page.until(() => document.readyState === 'complete');
    // A message of the same mail in another window is marked by then.
    const other = await world.browser.openPage(MAIL.url);
    await untilMarked(other, [BAD, SPAM]);
    expect(await page.run(() => document.querySelector('spamlight-marks') === null)).toBe(true);
    await other.close();
    await expect.poll(async () => (await stored(own)).session).not.toContain(SENDER);
  },
);
