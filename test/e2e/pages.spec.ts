import { AXE, RULES, violations } from './harness/axe.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { SETTINGS_PAGES } from '../../src/extension/pages/options/options-frame.tsx';
import { byId, ownPageWithList, setPreferences, tabOf, untilCount } from './harness/own-parts.ts';
import { type PageScript, script } from './harness/page-script.ts';
import { ask } from './harness/pinned-channel.ts';
import { tier } from './harness/tiers.ts';

const PAGES = {
  options: 'src/extension/pages/options/options.html',
  popup: 'src/extension/pages/popup/popup.html',
  'first aid': 'src/extension/pages/first-aid/first-aid.html#malware',
  welcome: 'src/extension/pages/welcome/welcome.html',
} as const;

/** @param length - of what it says at least, in characters */
const ready = (length: number): PageScript<boolean> =>
  script(
    (_, least) =>
      document.querySelector('main, body > *') !== null &&
      document.querySelector('[aria-busy=true]') === null &&
      document.body.innerText.length > least,
    length,
  );

/** All pages of the settings at once. */
const SHOW_ALL = script(({ all }) => {
  for (const section of all('main > section[hidden]')) section.removeAttribute('hidden');
});

for (const [name, path] of Object.entries(PAGES)) {
  test(
    `the ${name} page has nothing that axe objects to, light and dark, narrow and wide`,
    tier(name === 'options' ? 'core:chromium' : name === 'popup' ? 'core:firefox' : 'all'),
    async ({ world }) => {
      for (const dark of [false, true]) {
        for (const width of name === 'popup' ? [400] : [480, 1280]) {
          const page = await world.openOwn(path, { dark, width, height: 900 });
          await page.until(ready(60));
          await page.run(SHOW_ALL);
          expect(await violations(page), `${dark ? 'dark' : 'light'}, ${width} px`).toEqual([]);
          const overflow = await page.run(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, `scrolls sideways at ${width} px`).toBe(0);
          await page.close();
        }
      }
    },
  );
}

test('the marks in a page have nothing that axe objects to', tier('core:chromium'), async ({ world }) => {
  const mail = mailPage();
  const page = await world.openMail(
    mail.url,
    mail.html(`<p><a href="${LISTED.phishingUrl}">confirm your account</a></p>`),
  );
  await untilMarked(page, [LISTED.phishingUrl]);
  const found = await page.run(
    async (_, load, rules) => {
      const within = { include: [['spamlight-marks']] };
      return (await load().run(within, { resultTypes: ['violations'], rules })).violations;
    },
    AXE,
    RULES,
  );
  expect(found).toEqual([]);
});

const control = (
  section: string,
  kind: 'button' | 'input[type=text]',
  name: string,
): PageScript<HTMLButtonElement | HTMLInputElement | undefined> =>
  script(
    ({ all }, selector, wanted) =>
      all<HTMLButtonElement | HTMLInputElement>(selector).find(
        (each) =>
          each.checkVisibility() &&
          (each.ariaLabel || each.labels?.[0]?.textContent || each.textContent).trim().startsWith(wanted),
      ),
    `#${section} ${kind}`,
    name,
  );

test(
  'the allowlist: add, search, remove, undo; the mail in the other tab follows at once',
  tier('core'),
  async ({ world }) => {
    const mail = mailPage();
    const page = await world.openMail(
      mail.url,
      mail.html(`<p><a href="${LISTED.phishingUrl}">confirm your account</a></p>`),
    );
    await untilMarked(page, [LISTED.phishingUrl]);

    const options = await world.openOwn(`${PAGES.options}#decisions`, { height: 1000 });
    const address = control('decisions', 'input[type=text]', 'Address');
    await options.until(address);
    await options.click(address);
    await options.until(
      script((_, find) => document.activeElement === find(), address),
      { what: 'the field to have the focus' },
    );
    await options.type('https://login.bank-check.example/verify/account.php');
    await options.press('Enter');
    await options.until(control('decisions', 'button', 'Remove'));
    expect(await options.run(({ one }) => one('#decisions').innerText)).toContain('bank-check.example');
    await untilMarked(page, []);

    await options.click(control('decisions', 'button', 'Remove'));
    await untilMarked(page, [LISTED.phishingUrl]);
    await options.until(control('decisions', 'button', 'Undo'));
    await options.click(control('decisions', 'button', 'Undo'));
    await untilMarked(page, []);
  },
);

test(
  'the settings: an address leads to its section, and the side bar says on which page',
  tier('core:chromium'),
  async ({ world }) => {
    for (const [section, first] of [
      ['decisions', 'decisions'],
      ['self-test', 'statistics'],
      ['changes', 'backup'],
      ['nothing', 'channels'],
    ] as const) {
      const linked = await world.openOwn(`${PAGES.options}#${section}`, { height: 1000 });
      await linked.until(
        script(
          ({ all }, wanted) =>
            all<HTMLAnchorElement>('nav [aria-current=page]')
              .map(({ hash }) => hash)
              .join() === wanted,
          `#${first}`,
        ),
        { what: `the side bar to say ${first}` },
      );
      await linked.until(
        script(
          (_, find) => {
            const named = find();
            const { top } = named.getBoundingClientRect();
            return named.checkVisibility() && top >= 0 && top < innerHeight;
          },
          byId(section === 'nothing' ? 'channels' : section),
        ),
        { what: `${section} to be in sight` },
      );
      await linked.close();
    }
  },
);

test('the settings: no page of them is longer than two windows, with 10,000 rules and all else', async ({
  world,
}) => {
  const own = await ownPageWithList(world);
  const lines = Array.from({ length: 10_000 }, (_, place) => `n${place}.example`);
  await ask(own, { type: 'add-rules', action: 'trust', lines });
  const page = await world.openOwn(PAGES.options, { width: 1280, height: 800 });
  await page.until(({ all }) => all('#decisions tbody tr').length === 12);
  for (const { sections } of SETTINGS_PAGES) {
    await page.run((_, section) => {
      location.hash = section;
    }, sections[0]);
    await page.until(script((_, find) => !find().hasAttribute('hidden'), byId(sections[0])));
    const height = await page.run(() => document.documentElement.scrollHeight);
    expect(height, sections.join()).toBeLessThanOrEqual(1_600);
  }
});

test(
  'the settings: the browser’s own search finds words on a page that is not shown',
  tier('all'),
  async ({ world }) => {
    const page = await world.openOwn(PAGES.options, { height: 1000 });
    await page.until(byId('language'));
    // What the browser does when its search has found something there.
    await page.run(({ one }) => one('#language').dispatchEvent(new Event('beforematch', { bubbles: true })));
    await page.until(
      ({ one }) =>
        !one('#levels').hasAttribute('hidden') &&
        one('#channels').hasAttribute('hidden') &&
        one<HTMLAnchorElement>('nav [aria-current=page]').hash === '#levels',
      { what: 'the page with the language' },
    );
  },
);

test('the popup of two flagged links is as high as a browser lets one be', async ({ world }) => {
  const own = await ownPageWithList(world);
  const mail = mailPage();
  const page = await world.openMail(
    mail.url,
    mail.html(
      `<p><a href="${LISTED.phishingUrl}">Confirm your account</a> <a href="https://www.${LISTED.phishingHost}/a">b</a></p>`,
    ),
  );
  await untilCount(page, 2);
  const tab = await tabOf(own, new URL(mail.url).host);
  const popup = await world.openOwn(`src/extension/pages/popup/popup.html?tab=${tab}`, {
    width: 384,
    height: 600,
  });
  await popup.until(({ all }) => all('.flagged').length === 2);
  expect(await popup.run(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(600);
});

test(
  'Update now shows that it works, and ends with the time of the next look',
  tier('core:chromium'),
  async ({ world }) => {
    const options = await world.openOwn(PAGES.options, { height: 1000 });
    // The first update of all is under way when the page opens.
    await options.until(({ one }) => one('#channels').innerText.includes('Next look'));
    await options.click(control('channels', 'button', 'Update now'));
    await options.until(
      ({ one }) =>
        one('#channels').innerText.includes('Next look') &&
        document.querySelector('#channels progress') === null,
    );
    // Folded, among the technical details.
    expect(await options.run(({ one }) => one('#channels').textContent)).toContain('channel.test');
  },
);

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN' });

  test(
    'in Chinese, the pages speak Chinese, and have nothing that axe objects to',
    tier('core:chromium'),
    async ({ world }) => {
      if (world.browser.kind === 'firefox') {
        // A stock Firefox has the language of its package; a reader can choose another one for Spamlight.
        const options = await world.openOwn(PAGES.options);
        await setPreferences(options, { language: 'zh-CN' });
      }
      for (const path of Object.values(PAGES)) {
        const page = await world.openOwn(path, { height: 900 });
        await page.until(ready(25));
        await page.run(SHOW_ALL);
        expect(await page.run(() => document.documentElement.lang)).toMatch(/^zh/);
        expect(await page.run(() => /[\u4e00-\u9fff]{4}/.test(document.body.innerText))).toBe(true);
        expect(await violations(page)).toEqual([]);
      }
    },
  );
});
