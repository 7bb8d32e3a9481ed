import { eventually, type Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test, type World } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { marksOf, untilMarked } from './harness/marks.ts';
import { at, byId, ownPageWithList, tabOf } from './harness/own-parts.ts';
import { type PageScript, script } from './harness/page-script.ts';
import { htmlPage } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

test.use({ installation: 'kept' });

const MAIL = mailPage();
const FIRST = LISTED.phishingUrl;
const SECOND = LISTED.malwareUrl;

/** Two flagged links, of which the second is out of sight, and so has no mark yet. */
const MESSAGE = [FIRST, SECOND]
  .map((href, n) => `<p><a id="link-${n}" href="${href}">link ${n}</a></p><div style="height:1500px"></div>`)
  .join('');

const inSight = (id: string): PageScript<boolean> =>
  script((_, find) => {
    const { top, bottom } = find().getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }, byId(id));
const isFocused = (id: string): PageScript<boolean> =>
  script((_, find) => document.activeElement === find(), byId(id));

async function untilItsCard(page: Page): Promise<void> {
  await page.until(({ card }) => card()?.matches(':popover-open'), { what: 'its card' });
}

/** Opens the message, and waits until its links are known to the background too. */
async function openMessage(world: World): Promise<Page> {
  const page = await world.openMail(MAIL.url, MAIL.html(MESSAGE));
  await untilMarked(page, [FIRST]);
  const own = await world.openOwn('src/extension/pages/first-aid/first-aid.html');
  const tabId = await tabOf(own, 'mail.google.com');
  await own.until(
    script(async ({ send }, tabId) => (await send({ type: 'get-tab', tabId })).danger === 2, tabId),
    { what: 'both links to be known' },
  );
  await own.close();
  await page.show();
  return page;
}

test(
  'a key leads from anywhere into the card of a flagged link, and Escape back to the link',
  tier('core'),
  async ({ world }) => {
    const { browser } = world;
    const page = await openMessage(world);
    const intoCard = async (): Promise<void> => {
      await browser.pressKeysOf(page, 'why');
      await page.until(({ card, root }) => card()?.contains(root().activeElement), {
        what: 'the focus in the card',
      });
      await page.press('Escape');
      await page.until(
        script(
          ({ card }, focused, seen) => card() === null && focused() && seen(),
          isFocused('link-0'),
          inSight('link-0'),
        ),
        { what: 'the focus back on the link' },
      );
    };
    await intoCard();

    // Also after the browser has stopped the background.
    await browser.stopBackground();
    // What no keys reach in Chromium is woken by a page.
    const own = await world.openOwn('src/extension/pages/first-aid/first-aid.html');
    await own.run(({ send }) => send({ type: 'get-status' }));
    await own.close();
    await page.show();
    await intoCard();
  },
);

test('a key pauses on this site, and goes on', tier('core:firefox'), async ({ world }) => {
  const { browser } = world;
  const page = await world.openMail(MAIL.url, MAIL.html(MESSAGE));
  await untilMarked(page, [FIRST]);
  await browser.pressKeysOf(page, 'pause');
  await untilMarked(page, []);
  await browser.pressKeysOf(page, 'pause');
  await untilMarked(page, [FIRST]);
});

test.describe('where no settings are open', () => {
  test.use({ installation: 'new' });

  test(
    'where no settings are open, the menu of the toolbar button pauses, goes on, and opens the settings',
    tier('core:chromium'),
    async ({ world }) => {
      const { browser } = world;
      const page = await world.openMail(MAIL.url, MAIL.html(MESSAGE));
      await untilMarked(page, [FIRST]);
      await browser.chooseToolbarItem(page, 'toolbar-pause');
      await untilMarked(page, []);
      await browser.chooseToolbarItem(page, 'toolbar-pause');
      await untilMarked(page, [FIRST]);
      await browser.chooseToolbarItem(page, 'toolbar-options');
      const options = await browser.pageAt('options.html');
      await options.until(at('#channels h2'), { what: 'the settings' });
    },
  );
});

test(
  'the menu of the toolbar symbol adds the webmail that is open',
  tier('core:chromium'),
  async ({ world }) => {
    const { browser, proxy } = world;
    const html = `<!doctype html><title>Choir mail</title><main><section><header><h2>Rehearsal</h2>
    <a href="mailto:anna@choir.example">Anna</a></header><div><p>Dear all, here are the
    <a target="_blank" href="${FIRST}">notes</a> for our rehearsal on Thursday.</p><p>We begin at seven.</p></div></section></main>`;
    proxy.serve('mail.choir.example', htmlPage(html));
    const page = await browser.openPage('https://mail.choir.example/');
    await browser.chooseToolbarItem(page, 'toolbar-add');
    if (browser.kind === 'chromium') {
      // It lets a permission be asked for by a real click alone, and without a display its menu has none. What was to be
      // asked for stands where a permission that is given finds it; adding-webmail.spec.ts goes on from there.
      const own = await world.openOwn('src/extension/pages/first-aid/first-aid.html');
      await own.until(
        async ({ api }) => {
          const stored = await api.storage.session.get('wanted-sites');
          const wanted = stored['wanted-sites'] as { readonly patterns: readonly string[] } | undefined;
          return wanted?.patterns.join() === 'https://mail.choir.example/*';
        },
        { what: 'the webmail to be asked for' },
      );
      return;
    }
    await browser.allowSites(page, ['https://mail.choir.example/*']);
    await untilMarked(page, [FIRST], 30_000);
  },
);

test(
  'the menu of any link says where it leads, through what, and where nobody can know that',
  tier('core'),
  async ({ world }) => {
    await ownPageWithList(world);
    const links = {
      plain: 'https://www.example.org/page?x=1',
      wrapped: `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent('https://www.example.org/deep/page')}&data=05`,
      short: 'https://bit.ly/3abcdef',
    };
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(
        Object.entries(links)
          .map(([id, href]) => `<p><a id="${id}" href="${href}">read</a></p>`)
          .join(''),
      ),
    );
    await page.until(({ one }) => one('spamlight-marks'));
    const said = async (id: string): Promise<string> => {
      await world.browser.chooseMenuItem(page, `#${id}`, 'where-link');
      await page.until(({ toast }) => toast()?.matches(':popover-open'), { what: `the answer for ${id}` });
      const text = await page.run(({ one, root }) => one('.toast', root()).textContent);
      await page.run(({ one, root }) => one('.toast', root()).remove());
      return text.replaceAll(/[\u2066-\u2069]/g, '');
    };
    expect(await said('plain')).toBe('This link leads to https://www.example.org/page?x=1.');
    expect(await said('wrapped')).toBe(
      'This link leads to https://www.example.org/deep/page, via eur01.safelinks.protection.outlook.com.',
    );
    expect(await said('short')).toMatch(
      /bit\.ly\/3abcdef\. Nobody can know where it ends before it is opened\. .*bit\.ly decides/,
    );
    // Nobody was asked.
    const hosts = Object.values(links).map((href) => new URL(href).hostname);
    expect(world.proxy.seen.filter((each) => hosts.includes(new URL(each.url).hostname))).toEqual([]);
    expect(await marksOf(page)).toEqual([]);
  },
);

test(
  'Show in the message leads from the popup to the link, and the popup gets out of the way',
  tier('core:firefox'),
  async ({ world }) => {
    const page = await openMessage(world);
    const popup = await world.browser.openPopup(page);
    await popup.until('2 links flagged');
    await popup.click(`.flagged:has(li[data-key="${SECOND}"]) button[aria-label^="Show in the message"]`);
    await eventually('the link in sight', () => page.run(inSight('link-1')));
    await page.until(isFocused('link-1'), { what: 'the focus on the link' });
    await untilItsCard(page);
    expect(await page.run(({ card }) => card()?.textContent)).toContain(new URL(SECOND).hostname);
    await popup.close();
  },
);
