/** What a small frame has drawn in the tab's own document is pressed there, by mouse and by key, and does what it says. */
import { eventually, type Page } from './harness/browser.ts';
import { tier } from './harness/tiers.ts';
import { expect, test, type World } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { byId, CARD, DIALOG, untilAsked, untilCard, untilSettled } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { htmlPage } from './harness/proxy.ts';
import { CARDS, DANGER } from './walk/card-rows.ts';
import { NO_CARD, NO_QUESTION, press, untilControls, walkCard, type How } from './walk/in-page.ts';

test.use({ installation: 'kept' });

const MAIL = mailPage('Outlook');
const FRAME = byId('frame');
const POINT = { x: 30, y: 20 };

const ORIGINS = {
  'the same origin': 'allow-same-origin allow-popups',
  'an origin of its own': 'allow-popups',
};

const untilMarks = (page: Page, count: number): Promise<unknown> =>
  page.untilInFrame(
    FRAME,
    script(({ marks }, wanted) => marks().length === wanted, count),
  );

async function openFrame(world: World, sandbox: string): Promise<Page> {
  const link = `<body style='margin:0'><a href='${DANGER}' target='_blank' style='display:block;height:40px'>bank</a>`;
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(
      `<button id="before">before</button>
       <iframe id="frame" sandbox="${sandbox}" width="500" height="60" srcdoc="${link}"></iframe><p style="margin:300px 0">The end.</p>`,
    ),
  );
  await page.until(({ root, one }) => root() && one('#frame'));
  await untilMarks(page, 1);
  return page;
}

/** By key, the focus is on the link then. */
async function focusLink(page: Page): Promise<void> {
  await page.run(({ one }) => {
    (document.activeElement as HTMLElement | null)?.blur();
    one('#before').focus();
  });
  await page.press('Tab');
}

/** One that came with the focus of its link does not go with the pointer. */
async function noCard(page: Page): Promise<void> {
  await page.mouse('move', 2, 2);
  if (await page.run(({ card }) => card() !== null)) await page.press('Escape');
  await page.until(NO_CARD, { what: 'no card before' });
}

async function openCard(page: Page, how: How): Promise<void> {
  await noCard(page);
  if (how === 'key') await focusLink(page);
  else {
    // As a hand does, which never stands still.
    let moves = 0;
    await eventually('the card', async () => {
      await page.mouseInFrame(FRAME, 'move', POINT.x + (moves++ % 2), POINT.y);
      return page.run(async ({ card, pause }) => {
        for (const end = performance.now() + 600; performance.now() < end && card() === null;)
          await pause(15);
        return card() !== null;
      });
    });
  }
  await untilCard(page);
}

async function ask(page: Page, how: How): Promise<void> {
  await noCard(page);
  if (how === 'mouse') {
    await page.mouseInFrame(FRAME, 'click', POINT.x, POINT.y);
  } else {
    await focusLink(page);
    await untilCard(page);
    await page.press('Enter');
  }
  await untilAsked(page);
  await untilSettled(page);
  await untilControls(page, DIALOG, [
    'button Go back (recommended)',
    'button Open anyway',
    'button I already entered something',
  ]);
}

for (const how of ['mouse', 'key'] as const) {
  test(
    `every control of the card of a small frame, by ${how}`,
    tier(how === 'mouse' ? 'core:chromium' : 'core:firefox'),
    async ({ world, network }) => {
      test.setTimeout(240_000);
      network.serve(new URL(DANGER).hostname, htmlPage('<title>arrived</title>'));
      const page = await openFrame(world, ORIGINS['the same origin']);
      const { danger } = CARDS;
      // The message in the frame names no sender.
      const rows = { ...danger, block: danger.trust };
      const open = (): Promise<void> => openCard(page, how);
      await walkCard(page, rows, 'danger', open, how, (count) => untilMarks(page, count));
      await open();
      await press(page, CARD, 'button Open anyway', how);
      await eventually('the page to open', () => network.seen.some(({ url }) => url === DANGER));
    },
  );
}

for (const [origin, sandbox] of Object.entries(ORIGINS)) {
  for (const how of ['mouse', 'key'] as const) {
    test(
      `every control of the question of a small frame of ${origin}, by ${how}`,
      tier(origin === 'the same origin' ? 'soak' : how === 'mouse' ? 'core:chromium' : 'core:firefox'),
      async ({ world, network }) => {
        const { hostname } = new URL(DANGER);
        network.serve(hostname, htmlPage('<title>arrived</title><link rel="icon" href="data:,">'));
        const isOpened = (): boolean => network.seen.some(({ url }) => url.includes(hostname));
        const page = await openFrame(world, sandbox);
        await ask(page, how);
        await press(page, DIALOG, 'button Go back (recommended)', how);
        await page.until(NO_QUESTION);
        await ask(page, how);
        await press(page, DIALOG, 'button I already entered something', how);
        await page.until(NO_QUESTION);
        await (await world.browser.pageAt('/first-aid.html')).close();
        await page.show();
        expect(isOpened()).toBe(false);
        await ask(page, how);
        await press(page, DIALOG, 'button Open anyway', how);
        await eventually('the page to open', isOpened);
      },
    );
  }
}
