import { readFileSync } from 'node:fs';
import type { OpenOptions, Page } from './harness/browser.ts';
import { FOLDERS, LISTED } from './harness/channel.ts';
import { tier } from './harness/tiers.ts';
import { expect, test, type World } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import {
  at,
  byId,
  CARD,
  control,
  DIALOG,
  openCard,
  ownPageWithList,
  setPreferences,
  SIGN,
  tabOf,
  untilAsked,
} from './harness/own-parts.ts';
import type { PageScript } from './harness/page-script.ts';
import { htmlPage } from './harness/proxy.ts';

/** What WCAG 2.2 asks of a page: nothing to scroll sideways for at this width (1.4.10), also with text twice as large. */
const NARROW: OpenOptions = { width: 320, height: 640 };
const TEXT_PERCENT = 200;

const MAIL = mailPage('Roundcube');
const BAD = LISTED.phishingUrl;
/** One word, longer than a line. */
const LONG = `${'sub-domain-of-somebody.'.repeat(6)}example`;
const MESSAGE = `<div style="min-height:300px"><p><a id="a" href="${BAD}">a link</a></p></div>`;
const LANGUAGES = ['en', 'zh-CN'] as const;

/** A mail with a marked link, in a page as narrow, and what the popup is about. */
async function openMail(world: World): Promise<Page> {
  const page = await world.openMail(MAIL.url, MAIL.html(MESSAGE), NARROW);
  await untilMarked(page, [BAD]);
  return page;
}

/** By how much a page can be scrolled sideways, and what sticks out of it. */
async function sideways(page: Page): Promise<{ readonly by: number; readonly out: readonly string[] }> {
  return page.run(({ all }) => {
    const html = document.documentElement;
    const clips = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || clips(element.parentElement));
    const out = all('*', document.body)
      .filter(
        (element) =>
          element.checkVisibility() && element.getBoundingClientRect().right > html.clientWidth + 0.5,
      )
      .filter((element) => element.parentElement === document.body || !clips(element.parentElement))
      .map(({ localName, id, classList, textContent }) => {
        const classes = Array.from(classList, (name) => `.${name}`).join('');
        return `${localName}${id && `#${id}`}${classes} ${textContent.slice(0, 40)}`;
      });
    return { by: html.scrollWidth - html.clientWidth, out: out.slice(-8) };
  });
}

async function unfold(page: Page): Promise<void> {
  await page.until(
    () =>
      document.querySelector('main') !== null &&
      document.querySelector('[aria-busy=true]') === null &&
      document.body.innerText.length > 30,
    { what: 'the page' },
  );
  await page.run(({ all }) => {
    for (const each of all('details')) each.open = true;
    for (const section of all('main > section[hidden]')) section.removeAttribute('hidden');
  });
}

test(
  'no page of ours scrolls sideways at 320 pixels with text twice as large',
  tier('core:chromium'),
  async ({ world }) => {
    const own = await ownPageWithList(world);
    for (const [scope, subject] of [
      ['host', LONG],
      ['sender', `somebody.with.a.long.name@${LONG}`],
    ] as const) {
      await own.run(
        ({ send }, rule) => send({ type: 'add-rule', action: 'trust', expiresAt: null, ...rule }),
        {
          scope,
          subject,
          note: `${LONG} is ours`,
        },
      );
    }
    await world.browser.setTextSize(TEXT_PERCENT);
    const mail = await openMail(world);
    const tab = await tabOf(own, MAIL.url);
    const pages = {
      options: 'src/extension/pages/options/options.html',
      popup: `src/extension/pages/popup/popup.html?tab=${tab}`,
      'popup without a mail': 'src/extension/pages/popup/popup.html',
      welcome: 'src/extension/pages/welcome/welcome.html',
      'check a message': 'src/extension/pages/check-message/check-message.html',
      ...Object.fromEntries(
        ['phishing', 'malware', 'scam', 'spam'].map((kind) => [
          `first aid for ${kind}`,
          `src/extension/pages/first-aid/first-aid.html#${kind}`,
        ]),
      ),
    };
    for (const language of LANGUAGES) {
      await own.show();
      await setPreferences(own, { language });
      for (const [name, path] of Object.entries(pages)) {
        const page = await world.openOwn(path, NARROW);
        await unfold(page);
        expect(await page.run(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
        expect(await page.run(() => innerWidth)).toBeLessThanOrEqual(320);
        expect(await sideways(page), `${name} in ${language}`).toEqual({ by: 0, out: [] });
        await page.close();
      }
    }
    await mail.close();
  },
);

test('the window of a question does not scroll sideways at 320 pixels with text twice as large', async ({
  world,
}) => {
  const own = await ownPageWithList(world);
  await world.browser.setTextSize(TEXT_PERCENT);
  for (const language of LANGUAGES) {
    await own.show();
    await setPreferences(own, { language });
    const hidden = '<style>html:has(> spamlight-marks:is(:focus, :focus-within)) { display: none }</style>';
    const mail = await world.openMail(
      MAIL.url,
      MAIL.html(`${hidden}<p><a id="a" href="${BAD}">a link</a></p>`),
    );
    await untilMarked(mail, [BAD]);
    await mail.click(byId('a'));
    const asked = await world.browser.pageAt('question.html');
    const page = await world.openOwn(
      `src/extension/pages/question/question.html${new URL(await asked.url()).hash}`,
      NARROW,
    );
    await unfold(page);
    expect(await sideways(page), language).toEqual({ by: 0, out: [] });
    await page.close();
    await asked.close();
    await mail.close();
  }
});

test('a publisher’s report does not scroll sideways at 320 pixels with text twice as large', async ({
  world,
}) => {
  await world.browser.setTextSize(TEXT_PERCENT);
  world.proxy.serve('reports.example', htmlPage(readFileSync(`${FOLDERS.channel}/report/1.html`, 'utf8')));
  const page = await world.browser.openPage('https://reports.example/', NARROW);
  await page.until(at('h1, h2'));
  expect(await sideways(page)).toEqual({ by: 0, out: [] });
});

/** How large the letters of a part of ours are, and by how much it can be scrolled sideways or sticks out. */
async function measured(
  page: Page,
  part: PageScript<HTMLElement | null>,
): Promise<{ letters: string; sideways: number; out: number }> {
  return page.run((_, find) => {
    const part = find();
    if (part === null) throw new Error('it is not there');
    const { left, right } = part.getBoundingClientRect();
    return {
      letters: getComputedStyle(part).fontSize,
      sideways: part.scrollWidth - part.clientWidth,
      out: Math.max(0, Math.round(-left), Math.round(right - innerWidth)),
    };
  }, part);
}

for (const percent of [100, TEXT_PERCENT]) {
  test(
    `card, sign, question and toast follow the browser’s text size, and fit in 320 pixels: ${percent} %`,
    tier(percent === 100 ? 'soak' : 'core:chromium'),
    async ({ world }) => {
      const own = await ownPageWithList(world);
      await world.browser.setTextSize(percent);
      const letters = (size: number): string => `${(size * percent) / 100}px`;
      for (const language of LANGUAGES) {
        await own.show();
        await setPreferences(own, { language });
        const page = await openMail(world);
        // A page with letters of its own does not make ours larger or smaller.
        await page.run(() => {
          document.documentElement.style.fontSize = '5px';
          document.body.style.fontSize = '40px';
        });
        await page.until(({ sign }) => sign()?.matches(':popover-open'), { what: 'the sign' });
        // The letters' size may come when the sign stands already.
        await expect.poll(() => measured(page, SIGN)).toEqual({ letters: letters(13), sideways: 0, out: 0 });

        await openCard(page, byId('a'));
        expect(await measured(page, CARD)).toEqual({ letters: letters(14), sideways: 0, out: 0 });
        for (const button of [/Why|原因|为什么/, /Trust|信任/]) {
          await page.click(control(CARD, button));
          expect(await measured(page, CARD), String(button)).toMatchObject({ sideways: 0, out: 0 });
        }
        await page.press('Escape');
        await page.until(({ card }) => card() === null, { what: 'the card to go' });

        await page.click(byId('a'));
        await untilAsked(page);
        expect(await measured(page, DIALOG)).toEqual({ letters: letters(14), sideways: 0, out: 0 });
        await page.press('Escape');
        await page.until(({ dialog }) => dialog() === null, { what: 'the question to go' });
        await page.close();
      }
    },
  );
}
