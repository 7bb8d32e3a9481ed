import { AXE } from './harness/axe.ts';
import type { Page } from './harness/browser.ts';
import { eventually } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { tier } from './harness/tiers.ts';
import { expect, test, type World } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { at, byId, setPreferences, untilAsked, untilSettled } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { htmlPage } from './harness/proxy.ts';

declare global {
  interface Window {
    /** Whether the question was out of sight in its first moment. */
    questionWasOut?: boolean;
  }
}

test.use({ installation: 'kept' });

const MAIL = mailPage();
const BAD = LISTED.phishingUrl;
const HOST = new URL(BAD).hostname;
const WINDOW = 'src/extension/pages/question/question.html';
const LINK = `<p style="margin:40px"><a id="a" href="${BAD}" target="_blank">a link</a></p>`;

/** Rules of a message by which whatever of ours has the focus takes itself out of sight. */
const HIDING: Readonly<Record<string, string>> = {
  'everything is gone while the focus is in it':
    'html:has(> spamlight-marks:is(:focus, :focus-within)) { display: none }',
  'nothing is drawn while the focus is in it':
    'html:has(> spamlight-marks:is(:focus, :focus-within)) { content-visibility: hidden }',
  'everything is small while the focus is in it':
    'html:has(> spamlight-marks:is(:focus, :focus-within)) { zoom: 0.05 }',
};

async function ask(world: World, style: string): Promise<Page> {
  const page = await world.openMail(MAIL.url, MAIL.html(`<style>${style}</style>${LINK}`));
  await untilMarked(page, [BAD]);
  await page.click(byId('a'));
  return page;
}

/** The window of the question, once its buttons work. */
async function questionOf(world: World): Promise<Page> {
  const own = await world.browser.pageAt(WINDOW);
  await own.until(at('main:not(.settling) #back'), { what: 'the question in the window' });
  return own;
}

/** A click after which the window is gone: Firefox has no answer then for who clicked. What it did is seen elsewhere. */
async function leaveBy(question: Page, id: 'back' | 'go-on'): Promise<void> {
  await question.click(byId(id)).catch(() => undefined);
}

async function untilNoWindow(world: World, page: Page): Promise<void> {
  const own = await world.openOwn('src/extension/pages/first-aid/first-aid.html');
  await own.until(
    script(
      async ({ api }, path) => (await api.tabs.query({})).every(({ url }) => url?.includes(path) !== true),
      WINDOW,
    ),
    { what: 'the window of the question to go' },
  );
  await own.close();
  await page.show();
}

const opened = (world: World): boolean => world.proxy.seen.some(({ url }) => url.includes(HOST));

for (const [name, style] of Object.entries(HIDING)) {
  test(
    `a message in which ${name} has its question asked in a window`,
    tier(name !== 'everything is small while the focus is in it' ? 'soak' : 'core:chromium'),
    async ({ world }) => {
      world.proxy.serve(HOST, htmlPage('<title>arrived</title>'));
      const page = await ask(world, style);
      const question = await questionOf(world);
      const text = await question.run(() => document.body.innerText);
      expect(text).toContain('This link is dangerous');
      expect(text).toContain(HOST);
      await leaveBy(question, 'back');
      await untilNoWindow(world, page);
      expect(opened(world)).toBe(false);
      // Nothing of it is left in the page: it can be asked anew, and answered the other way.
      await page.until(({ dialog }) => dialog() === null, { what: 'no question in the page' });
      await page.click(byId('a'));
      const again = await questionOf(world);
      await leaveBy(again, 'go-on');
      await eventually('the link to open', () => opened(world));
    },
  );
}

test(
  'a question that something of the page covers later goes to a window, and closing that opens nothing',
  tier('core'),
  async ({ world }) => {
    const page = await ask(world, '');
    await untilAsked(page);
    // As a page does that wants to be above all: each time it is passed it opens another one.
    await page.run(({ dialog }) => {
      const cover = (): void => {
        const over = Object.assign(document.createElement('div'), { popover: 'manual' });
        over.style.cssText = 'position:fixed;inset:0;width:100vw;height:100vh;background:white';
        document.body.append(over);
        over.showPopover();
      };
      const timer = setInterval(() => {
        if (dialog()) cover();
        else clearInterval(timer);
      }, 20);
      cover();
    });
    const question = await questionOf(world);
    await page.until(({ dialog }) => dialog() === null, { what: 'no question in the page' });
    await question.close();
    await page.show();
    // It waits no more: the next click asks again.
    await page.run(({ all }) => {
      for (const each of all('[popover]')) each.remove();
    });
    await page.click(byId('a'));
    await untilAsked(page);
    expect(opened(world)).toBe(false);
  },
);

test('a question that is out of sight for a moment stays in the page', async ({ world }) => {
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(
      `<style>html.brief:has(> spamlight-marks:is(:focus, :focus-within)) { zoom: 0.05 }</style>${LINK}`,
    ),
  );
  await untilMarked(page, [BAD]);
  // In the same thread as the two looks: which comes first does not depend on how busy it is.
  await page.run(() => {
    const html = document.documentElement;
    html.className = 'brief';
    const timer = setInterval(() => {
      if (document.activeElement?.localName !== 'spamlight-marks') return;
      clearInterval(timer);
      window.questionWasOut = getComputedStyle(html).zoom === '0.05';
      setTimeout(() => html.classList.remove('brief'), 20);
    }, 5);
  });
  await page.click(byId('a'));
  await untilAsked(page);
  await untilSettled(page);
  expect(await page.run(({ dialog }) => [window.questionWasOut, dialog()?.checkVisibility()])).toEqual([
    true,
    true,
  ]);
  await untilNoWindow(world, page);
  expect(await page.run(({ dialog }) => dialog()?.open)).toBe(true);
  await page.press('Escape');
  await page.until(({ dialog }) => dialog() === null, { what: 'the question to go' });
  expect(opened(world)).toBe(false);
});

/**
 * What becomes of a question that was seen at first, without an event that tells of it. By a class, not by the focus: what
 * Chromium does not draw loses the focus, and by that is drawn again.
 */
const LATER: Readonly<Record<string, string>> = {
  gone: 'display: none',
  'not drawn': 'content-visibility: hidden',
  'no larger than a word': 'zoom: 0.05',
};

for (const [name, style] of Object.entries(LATER)) {
  test(
    `a question that is ${name} all at once goes to a window`,
    tier(name !== 'gone' ? 'soak' : 'core:firefox'),
    async ({ world }) => {
      const page = await ask(world, `html.later { ${style} }`);
      await untilAsked(page);
      await untilSettled(page);
      await page.run(() => document.documentElement.classList.add('later'));
      const question = await questionOf(world);
      await page.until(({ dialog }) => dialog() === null, { what: 'no question in the page' });
      await leaveBy(question, 'back');
      await untilNoWindow(world, page);
      expect(opened(world)).toBe(false);
    },
  );
}

test('a question in a window goes when its page does', tier('all'), async ({ world }) => {
  const page = await ask(world, HIDING['everything is gone while the focus is in it'] ?? '');
  await questionOf(world);
  await page.goto('https://www.example.org/');
  await untilNoWindow(world, page);
});

test(
  'a reader who answers a question later than a browser remembers the click gets the link all the same',
  tier('core:firefox'),
  async ({ world }) => {
    world.proxy.serve(HOST, htmlPage('<title>arrived</title>'));
    await ask(world, HIDING['everything is gone while the focus is in it'] ?? '');
    const question = await questionOf(world);
    // Five seconds in both; the page itself is not asked, because what is run in it for a test counts as a click.
    await question.until(() => performance.now() > 6_500, { timeout: 30_000 });
    await leaveBy(question, 'go-on');
    await eventually('the link to open', () => opened(world));
  },
);

test('a reader who sends a form that opens a tab, and answers late, gets it all the same', async ({
  world,
}) => {
  world.proxy.serve(HOST, htmlPage('<title>arrived</title>'));
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(
      `<style>${HIDING['everything is gone while the focus is in it']}</style>
       <form action="${BAD}" target="_blank"><input type="hidden" name="form" value="sent"><button id="send">Send</button></form>`,
    ),
  );
  await untilMarked(page, [BAD]);
  await page.click(byId('send'));
  const question = await questionOf(world);
  await question.until(() => performance.now() > 6_500, { timeout: 30_000 });
  await leaveBy(question, 'go-on');
  await eventually('the form to arrive', () =>
    world.proxy.seen.some(({ url }) => url.includes(HOST) && url.endsWith('?form=sent')),
  );
});

test('a question in a window outlasts the background', tier('core:chromium'), async ({ world }) => {
  world.proxy.serve(HOST, htmlPage('<title>arrived</title>'));
  await ask(world, HIDING['everything is gone while the focus is in it'] ?? '');
  const question = await questionOf(world);
  await world.browser.stopBackground();
  await leaveBy(question, 'go-on');
  await eventually('the link to open', () => opened(world));
});

for (const language of ['en', 'zh-CN']) {
  test(
    `the window of a question has nothing that axe objects to, in ${language}`,
    tier(language === 'en' ? 'core:chromium' : 'all'),
    async ({ world }) => {
      const own = await world.openOwn('src/extension/pages/options/options.html');
      await setPreferences(own, { language });
      await own.until(
        script(
          async ({ send }, wanted) => (await send({ type: 'get-preferences' })).language === wanted,
          language,
        ),
        { what: 'the language' },
      );
      await ask(world, HIDING['everything is gone while the focus is in it'] ?? '');
      const question = await questionOf(world);
      expect(await question.run(() => document.documentElement.lang)).toBe(language);
      const found = await question.run(async (_, load) => {
        const { violations } = await load().run(document, { resultTypes: ['violations'] });
        return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join()).join()}`);
      }, AXE);
      expect(found).toEqual([]);
      expect(
        await question.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0);
      const folder = process.env['SPAMLIGHT_PICTURES'];
      if (folder !== undefined)
        await question.screenshot(`${folder}/window-${world.browser.kind}-${language}.png`);
    },
  );
}

test('nothing is asked in a window where the page can show it', async ({ world }) => {
  const page = await ask(world, '');
  await untilAsked(page);
  expect(await page.run(({ all, root }) => all('dialog', root()).length)).toBe(1);
  const own = await world.openOwn('src/extension/pages/first-aid/first-aid.html');
  expect(
    await own.run(
      async ({ api }, path) => (await api.tabs.query({})).filter(({ url }) => url?.includes(path)).length,
      WINDOW,
    ),
  ).toBe(0);
});
