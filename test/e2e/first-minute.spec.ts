/**
 * The first minute of a reader who has installed a plain build: no channel, a welcome page, one button. The network is
 * played, so that the lists hold reserved names only.
 */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { LIST_PRESETS } from '../../src/core/feed/list-presets.ts';
import type { Browser, Page } from './harness/browser.ts';
import { FOLDERS } from './harness/channel.ts';
import { launchChromium } from './harness/chromium.ts';
import { expect, test as base } from './harness/fixtures.ts';
import { launchFirefox } from './harness/firefox.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { byId, goBack, openCard, setPreferences, untilAsked, untilSettled } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { htmlPage, type HostHandler } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

const WELCOME = 'src/extension/pages/welcome/welcome.html';

/** Colours of our style sheets. */
const RED = 'rgb(198, 32, 22)';
const PAPER = 'rgb(255, 255, 255)';
const DARK_PAPER = 'rgb(31, 34, 41)';

/** Of the preset of pages, of the one of hosts, and of both. */
const PAGE = 'https://login.first-minute.example/verify/account.php';
const HOST = 'https://www.only-a-host.example/start';
const FINE = 'https://www.first-minute-shop.example/';

const text =
  (body: string): HostHandler =>
  (_request, response) => {
    // As servers that let no page read them: without the permission nothing would come.
    response.writeHead(200, { 'content-type': 'text/plain' }).end(body);
  };
const test = base.extend<{ plain: Browser }>({
  async plain({ browserKind, network }, use) {
    network.serve('phish.co.za', text(`${PAGE}\n`));
    network.serve('hole.cert.pl', text('only-a-host.example\nanother.example\n'));
    network.serve('urlhaus.abuse.ch', text('https://files.first-minute.example/a.exe\n'));
    const launch = browserKind === 'chromium' ? launchChromium : launchFirefox;
    const browser = await launch({ extension: resolve(FOLDERS.built[browserKind]), proxyPort: network.port });
    await use(browser);
    await browser.close();
  },
});

const LEAD = script(() => document.querySelector('#protection .lead')?.textContent);
const IS_WITHOUT_LISTS = script(
  (_, lead) => lead()?.startsWith('Spamlight warns about messages that look like a trick'),
  LEAD,
);

/** What the extension would fetch only with permission. */
const ASKED = LIST_PRESETS.filter(({ cors, isPrivateUseOnly }) => cors !== 'yes' && !isPrivateUseOnly).map(
  ({ url }) => `https://${new URL(url).hostname}/*`,
);

function tabs(own: Page): Promise<readonly string[]> {
  return own.run(async ({ api }) => (await api.tabs.query({})).map(({ url, status }) => `${url} ${status}`));
}

test(
  'from the installation to a danger that asks: one page, one button',
  tier('core'),
  async ({ plain, network }) => {
    test.setTimeout(240_000);
    const mail = mailPage();
    network.serve(
      new URL(mail.url).hostname,
      htmlPage(
        mail.html(
          `<p><a id="page" href="${PAGE}">account</a></p><p><a href="${HOST}">host</a></p><p><a href="${FINE}">shop</a></p>`,
        ),
      ),
    );
    const options = await plain.openPage(plain.extensionUrl('src/extension/pages/options/options.html'));
    // All tabs, so that a failure shows what came instead.
    await expect
      .poll(async () => [...(await tabs(options)), ...(await plain.problems())], { timeout: 60_000 })
      .toContainEqual(expect.stringContaining(WELCOME));
    expect((await tabs(options)).filter((tab) => tab.includes(WELCOME))).toHaveLength(1);
    await options.close();

    const page = await plain.openPage(mail.url);
    await page.until(({ one }) => one('spamlight-marks'));
    const welcome = await plain.openPage(plain.extensionUrl(WELCOME), { height: 1200 });
    await welcome.until(IS_WITHOUT_LISTS, { what: 'the truth' });
    // Nothing is said in the message for want of a list.
    await page.show();
    expect(await page.run(({ marks }) => marks().length)).toBe(0);

    await welcome.show();
    await welcome.run(({ one }) => one('#free-get').scrollIntoView({ block: 'center' }));
    await plain.clickAndAllow(welcome, byId('free-get'), ASKED);
    await welcome.until(() => document.body.innerText.includes('3 lists are in use.'), {
      what: 'all three lists',
      timeout: 60_000,
    });
    expect(await welcome.run(LEAD)).toContain('Links are checked against 3 lists on this computer');

    const seen = network.seen.filter(({ url }) => LIST_PRESETS.some((preset) => preset.url === url));
    expect(seen).toHaveLength(3);
    for (const { headers } of seen)
      for (const name of ['cookie', 'referer', 'if-none-match']) expect(headers).not.toHaveProperty(name);

    await page.show();
    const marks = await untilMarked(page, [PAGE, HOST], 30_000);
    expect(marks.find(({ href }) => href === PAGE)).toMatchObject({ level: 'danger' });
    expect(marks.find(({ href }) => href === HOST)).toMatchObject({ level: 'caution' });
    await page.click(byId('page'));
    await untilAsked(page);
    await untilSettled(page);
    await goBack(page);
    expect(await page.url()).toBe(mail.url);

    await welcome.show();
    await welcome.run(({ one }) => one('#free-undo').click());
    await welcome.until(IS_WITHOUT_LISTS, { what: 'the lists to go' });
    await page.show();
    await untilMarked(page, [], 30_000);
  },
);

test(
  'the example on the welcome page has the real mark, card and question, in our colours',
  tier('core:chromium'),
  async ({ plain }) => {
    // The one of the installation comes late on a busy machine, and would then lie above the tab that is looked at.
    await plain.closeWelcome();
    const own = await plain.openPage(plain.extensionUrl(WELCOME));
    mkdirSync('test-results/look', { recursive: true });
    for (const [language, said] of [
      ['en', 'This link is dangerous'],
      ['zh_CN', '此链接有危险'],
    ] as const) {
      await setPreferences(own, { language });
      for (const dark of [false, true]) {
        const welcome = await plain.openPage(plain.extensionUrl(WELCOME), { height: 1400, dark });
        await welcome.until(({ marks }) => marks().length === 1, { what: 'the mark' });
        await welcome.run(({ one }) => one('#example-link').scrollIntoView({ block: 'center' }));
        await welcome.until(
          script(
            ({ one, root }, red) => getComputedStyle(one('.mark .frame', root())).borderColor === red,
            RED,
          ),
          { what: 'a red frame' },
        );
        await openCard(welcome, byId('example-link'));
        await welcome.until(
          script(
            ({ one, root }, paper) => getComputedStyle(one('.card', root())).backgroundColor === paper,
            dark ? DARK_PAPER : PAPER,
          ),
          { what: 'the colour of the card' },
        );
        const kind = `${language}-${dark ? 'dark' : 'light'}-${plain.kind}`;
        await welcome.screenshot(`test-results/look/example-card-${kind}.png`);
        await welcome.click(byId('example-link'));
        await untilAsked(welcome);
        expect(await welcome.run(({ dialog }) => dialog()?.innerText)).toContain(said);
        expect(
          await welcome.run(({ one, root }) => {
            const { backgroundColor, borderRadius, position } = getComputedStyle(one('dialog', root()));
            return { backgroundColor, borderRadius, position };
          }),
        ).toEqual({
          backgroundColor: dark ? DARK_PAPER : PAPER,
          borderRadius: '16px',
          position: 'fixed',
        });
        await welcome.screenshot(`test-results/look/example-question-${kind}.png`);
        await goBack(welcome);
        expect(await welcome.url()).toContain(WELCOME);
        await welcome.close();
      }
    }
    expect(await plain.problems()).toEqual([]);
  },
);
