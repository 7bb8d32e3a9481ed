import { eventually, type Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { tier } from './harness/tiers.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import {
  byId,
  CARD,
  control,
  DIALOG,
  goBack,
  ownPageWithList,
  tabOf,
  TOAST,
  untilAsked,
  untilSettled,
} from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { htmlPage } from './harness/proxy.ts';

test.use({ installation: 'kept' });

declare global {
  interface Window {
    /** The document of a frame that was taken away. */
    smallFramesLetter?: string;
  }
}

const HOST = new URL(LISTED.phishingUrl).hostname;
const LINK = `<body style='margin:0'><a href='${LISTED.phishingUrl}' target='_blank' style='display:block;height:40px'>bank</a>`;

/** A webmail whose message is in a frame of this height: of its own origin, or of none. */
function framePage(height: number, sandbox: string): string {
  return mailPage('Outlook').html(
    `<iframe id="frame" sandbox="${sandbox}" width="500" height="${height}" srcdoc="${LINK}"></iframe>`,
  );
}

const ORIGINS = {
  'the same origin': 'allow-same-origin allow-popups',
  'an origin of its own': 'allow-popups',
};

/** Ours is in the page, and so is the frame. */
const FRAME_THERE = script(({ root, one }) => root() && one('#frame'));

const QUESTION_GONE = script(({ dialog }) => dialog() === null);
const CARD_GONE = script(({ card }) => card() === null);

/** Before, there may be no list yet that knows the link. */
async function untilMarkedInFrame(page: Page): Promise<void> {
  await page.untilInFrame(byId('frame'), ({ marks }) => marks().length === 1);
}

async function clickInFrame(page: Page): Promise<void> {
  await untilMarkedInFrame(page);
  await page.mouseInFrame(byId('frame'), 'click', 30, 20);
  await untilAsked(page);
}

for (const [origin, sandbox] of Object.entries(ORIGINS)) {
  test(
    `a question of a small frame of ${origin} is asked in the tab's own document`,
    tier(origin === 'the same origin' ? 'soak' : 'core'),
    async ({ world }) => {
      test.setTimeout(180_000);
      world.proxy.serve(HOST, htmlPage('<title>arrived</title>'));
      for (const height of [60, 120, 240]) {
        const page = await world.openMail(mailPage('Outlook').url, framePage(height, sandbox));
        await page.until(FRAME_THERE);
        await clickInFrame(page);
        const seen = await page.run(({ one, root }) => {
          const dialog = one('dialog', root());
          const box = dialog.getBoundingClientRect();
          const frame = one('#frame').getBoundingClientRect();
          const x = frame.left + 30;
          const y = frame.top + 20;
          return {
            text: dialog.textContent,
            role: dialog.role,
            isWhole: box.top >= 0 && box.bottom <= innerHeight && box.height > 200,
            isUnder: x > box.left && x < box.right && y > box.top && y < box.bottom,
          };
        });
        expect(seen).toMatchObject({ role: 'alertdialog', isWhole: true, isUnder: false });
        expect(seen.text).toContain(HOST);
        await goBack(page);
        await page.until(({ one }) => document.activeElement === one('#frame'), {
          what: 'the focus in the frame again',
        });
        await page.close();
      }
      expect(world.proxy.seen.filter(({ url }) => url.includes(HOST))).toEqual([]);

      const page = await world.openMail(mailPage('Outlook').url, framePage(60, sandbox));
      await page.until(FRAME_THERE);
      await clickInFrame(page);
      // The frame is another one now, and what it asked goes with it, unopened.
      await page.run(({ one }) => one('#frame').replaceWith(one('#frame').cloneNode()));
      await page.until(QUESTION_GONE, { what: 'the question to go' });
      await clickInFrame(page);
      await page.run(({ one }) => {
        one<HTMLIFrameElement>('#frame').srcdoc = '<p>another message';
      });
      await page.until(QUESTION_GONE, { what: 'the question to go' });
      expect(world.proxy.seen.filter(({ url }) => url.includes(HOST))).toEqual([]);

      await page.goto(mailPage('Outlook').url);
      await page.until(FRAME_THERE);
      await clickInFrame(page);
      // In a page that is new it may say first that it is checking.
      await page.until(control(DIALOG, /Open anyway/), { what: 'the answer' });
      await untilSettled(page);
      await page.click(control(DIALOG, /Open anyway/));
      await eventually('the page to open', () => world.proxy.seen.some(({ url }) => url.includes(HOST)));
    },
  );
}

/** Says of a part of what is ours whether it is in sight, and what a click there would meet. */
const IS_PART_WHOLE = script(
  ({ root, one }) =>
    (within: Element, selector: string, leastWidth: number): boolean => {
      const part = one(selector, within);
      const box = part.getBoundingClientRect();
      const hit = root().elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return (
        box.width > leastWidth &&
        box.top >= 0 &&
        box.bottom <= innerHeight &&
        box.right <= innerWidth &&
        part.contains(hit)
      );
    },
);

/** Title, host and the way to close it. */
const IS_CARD_WHOLE = script(({ root }, isPartWhole) => {
  const card = root().querySelector('.card:popover-open');
  return (
    card !== null && ['h2', '.address strong', '.close'].every((selector) => isPartWhole()(card, selector, 5))
  );
}, IS_PART_WHOLE);

const NO_CARD = script(({ root }) => root().querySelector('.card, .toast') === null);

const POINT = { x: 30, y: 20 } as const;

/** Rests on the link in the frame until its card is there, in the tab's own document, and its buttons work. */
async function openCardAbove(page: Page): Promise<void> {
  await untilMarkedInFrame(page);
  await page.mouse('move', 2, 2);
  await page.until(CARD_GONE, { what: 'no card before' });
  // As a hand does, which never stands still.
  let moves = 0;
  await eventually('the whole card in the tab', async () => {
    await page.mouseInFrame(byId('frame'), 'move', POINT.x + (moves++ % 2), POINT.y);
    return page.run(async (_, isWhole) => {
      const until = performance.now() + 600;
      while (performance.now() < until && !isWhole())
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
      return isWhole();
    }, IS_CARD_WHOLE);
  });
  await page.until(({ card }) => card()?.classList.contains('settling') === false, {
    what: 'the first moment of the card to pass',
  });
}

/** How wide all is that the reader trusts. */
const SCOPES_OF_TRUST = script(async ({ send }) => {
  const answer = await send({ type: 'list-rules', action: 'trust' });
  return 'rules' in answer ? answer.rules.map(({ scope }) => scope) : answer;
});

/** Waits as long as a card does for a pointer that has left it, and longer. */
async function passCloseDelay(page: Page): Promise<void> {
  const now = await page.run(() => performance.now());
  await page.until(script((_, end) => performance.now() > end, now + 900));
}

for (const [origin, sandbox] of Object.entries(ORIGINS)) {
  test(
    `the card of a small frame of ${origin} is shown in the tab's own document, and goes with the frame`,
    tier(origin === 'the same origin' ? 'soak' : 'core:chromium'),
    async ({ world }) => {
      test.setTimeout(180_000);
      for (const height of [60, 120, 240]) {
        const page = await world.openMail(mailPage('Outlook').url, framePage(height, sandbox));
        await page.until(FRAME_THERE);
        await openCardAbove(page);
        await page.untilInFrame(byId('frame'), NO_CARD);
        // Never over the link, and there for as long as the pointer is in it.
        expect(
          await page.run(({ one, root }, { y }) => {
            const card = one('.card', root()).getBoundingClientRect();
            const { top } = one('#frame').getBoundingClientRect();
            return card.top >= top + y || card.bottom <= top + y;
          }, POINT),
        ).toBe(true);
        await page.click(({ one, card }) => one('h2', card()), 'move');
        await passCloseDelay(page);
        expect(await page.run(({ card }) => card() !== null), `${height} px`).toBe(true);
        await page.mouse('move', 2, 2);
        await page.until(CARD_GONE, { what: 'the card to go with the pointer' });
        // Back on the link, and from there into the rest of the frame, beside card and badge.
        await openCardAbove(page);
        await page.mouseInFrame(byId('frame'), 'move', 430, 54);
        await page.until(CARD_GONE, { what: 'the card to go when the link is left' });

        await openCardAbove(page);
        // By an empty one: the same link under the same pointer would rightly have its card again.
        await page.run(({ one }) => {
          const frame = one<HTMLIFrameElement>('#frame');
          const other = frame.cloneNode() as HTMLIFrameElement;
          other.removeAttribute('srcdoc');
          frame.replaceWith(other);
          window.smallFramesLetter = frame.srcdoc;
        });
        await page.until(CARD_GONE, { what: 'the card to go with its frame' });
        await page.run(({ one }) => {
          one<HTMLIFrameElement>('#frame').srcdoc = window.smallFramesLetter ?? '';
        });
        await openCardAbove(page);
        await page.run(({ one }) => {
          one<HTMLIFrameElement>('#frame').srcdoc = '<p>another message';
        });
        await page.until(CARD_GONE, { what: 'the card to go with its message' });
        await page.close();
      }
    },
  );

  test(
    `what is done in the card of a small frame of ${origin} is done there, and can be undone`,
    tier(origin === 'the same origin' ? 'soak' : 'core:firefox'),
    async ({ world }) => {
      test.setTimeout(180_000);
      world.proxy.serve(HOST, htmlPage('<title>arrived</title>'));
      const own = await ownPageWithList(world);
      const page = await world.openMail(mailPage('Outlook').url, framePage(60, sandbox));
      await page.until(FRAME_THERE);
      await openCardAbove(page);
      await page.click(control(CARD, /^Trust…/));
      await page.until(control(CARD, /^Trust$/), { what: 'the choice' });
      await page.click(control(CARD, /7 days/, 'label'));
      await page.click(({ one, card }) => one('input[value=site]', card()));
      await page.click(control(CARD, /^Trust$/));
      await page.until(control(TOAST, /Undo/), { what: 'the way back' });
      // It stays while the pointer is on it.
      await page.click(TOAST, 'move');
      expect(await page.run(({ toast }) => toast()?.textContent)).toContain('bank-check.example');
      await page.untilInFrame(
        byId('frame'),
        script(({ marks }, isNoCard) => marks().length === 0 && isNoCard(), NO_CARD),
      );
      expect(await own.run(SCOPES_OF_TRUST)).toEqual(['site']);
      await page.click(control(TOAST, /Undo/));
      await page.until(({ toast }) => /undone|removed|back/i.test(toast()?.textContent ?? ''), {
        what: 'what became of it',
      });
      await page.click(TOAST, 'move');
      await untilMarkedInFrame(page);
      // It goes with the frame, as all that is said of it.
      await page.run(({ one }) => one('#frame').replaceWith(one('#frame').cloneNode()));
      await page.until(({ toast }) => toast() === null, { what: 'the line to go' });
      expect(await own.run(SCOPES_OF_TRUST)).toEqual([]);

      await openCardAbove(page);
      expect(world.proxy.seen.filter(({ url }) => url.includes(HOST))).toEqual([]);
      await page.click(control(CARD, /Open anyway/));
      await eventually('the page to open', () => world.proxy.seen.some(({ url }) => url.includes(HOST)));
    },
  );

  test(
    `the card of a small frame of ${origin} is reached and left by the keyboard`,
    tier(origin === 'the same origin' ? 'soak' : 'core:firefox'),
    async ({ world }) => {
      const page = await world.openMail(
        mailPage('Outlook').url,
        framePage(60, sandbox).replace('<iframe', '<button id="before">before</button><iframe'),
      );
      await page.until(FRAME_THERE);
      await untilMarkedInFrame(page);
      await page.mouse('move', 2, 2);
      await page.run(({ one }) => one('#before').focus());
      await page.press('Tab');
      await page.until(IS_CARD_WHOLE, { what: 'the card of the link that has the focus' });
      await page.press('Tab');
      await page.until(({ root, card }) => card()?.contains(root().activeElement), {
        what: 'the focus in the card',
      });
      await page.press('Escape');
      await page.until(CARD_GONE, { what: 'the card to go' });
      await eventually('the focus in the frame again', async () => {
        const seen = await page.run(({ card }) =>
          [
            card() === null,
            document.activeElement?.localName,
            document.activeElement?.id,
            document.hasFocus(),
          ].join(),
        );
        if (seen.startsWith('true,iframe,')) return true;
        throw new Error(seen);
      });
      await page.untilInFrame(
        byId('frame'),
        script((_, isNoCard) => document.activeElement?.localName === 'a' && isNoCard(), NO_CARD),
      );
      await passCloseDelay(page);
      // And it is not opened again by that.
      expect(await page.run(CARD)).toBe(null);
    },
  );
}

test('a card that is taken back before the tab’s own document can draw any is not shown there', async ({
  world,
}) => {
  const own = await ownPageWithList(world);
  const mail = mailPage('Outlook');
  // Nothing is marked, so what draws cards is loaded by the first that comes.
  const page = await world.openMail(
    mail.url,
    mail.html('<iframe id="frame" sandbox="" width="500" height="60" srcdoc="<p>Hello</p>"></iframe>'),
  );
  await page.until(FRAME_THERE);
  const what = {
    kind: 'card',
    href: LISTED.phishingUrl,
    answer: {
      verdict: { kind: 'flagged', level: 'danger', asks: true, reasons: [] },
      layers: [],
      scopes: [],
    },
    level: 'danger',
    isSender: false,
    mayOpen: false,
    size: { x: 500, y: 60 },
    from: { x: 0, y: 0 },
    to: { x: 400, y: 40 },
    pointer: null,
  };
  const tabId = await tabOf(own, new URL(mail.url).hostname);
  const isShown = await own.run(
    async ({ api }, tab, content) => {
      const say = (message: object): Promise<unknown> =>
        api.tabs.sendMessage(tab, { frameId: 9999, id: 'early', ...message }, { frameId: 0 });
      const [isShown] = await Promise.all([
        say({ type: 'show-above', what: content }),
        say({ type: 'close-question' }),
      ]);
      return isShown;
    },
    tabId,
    what,
  );
  expect([isShown, await page.run(CARD_GONE)]).toEqual([false, true]);
});

/** Where nothing of ours is in the page around it, the card is in the frame after all. */
test(
  'where nothing of ours is in the page around it, the card is in the frame: title, host and its way out whole',
  tier('core:chromium'),
  async ({ world }) => {
    const mail = mailPage('Roundcube');
    world.proxy.serve(
      new URL(mail.url).hostname,
      htmlPage(
        mail.html(
          `<a href="${LISTED.phishingUrl}" style="position:fixed;inset:0 0 auto;height:40px">bank</a>`,
        ),
      ),
    );
    await world.addSite(mail.url);
    for (const height of [60, 120, 240]) {
      const page = await world.openMail(
        'https://portal.example/',
        `<iframe id="frame" width="500" height="${height}" src="${mail.url}"></iframe>`,
      );
      await page.until(byId('frame'));
      await untilMarkedInFrame(page);
      await page.mouseInFrame(byId('frame'), 'move', POINT.x, POINT.y);
      await page.untilInFrame(byId('frame'), IS_CARD_WHOLE);
      await page.close();
    }
  },
);

/** What the question in a frame looks like there; `none` while there is none. */
const QUESTION_SEEN = script((_, isPartWhole) => {
  const dialog = document.querySelector('spamlight-marks')?.shadowRoot?.querySelector('dialog');
  if (!dialog?.open) return 'none';
  const isIn = (selector: string): boolean => isPartWhole()(dialog, selector, 10);
  return {
    heading: isIn('h2'),
    host: isIn('.address strong'),
    back: isIn('.primary'),
    isSideways: dialog.scrollWidth > dialog.clientWidth,
  };
}, IS_PART_WHOLE);

test(
  'where nothing of ours is in the page around it, heading, host and the way back are in the frame',
  tier('core:firefox'),
  async ({ world }) => {
    test.setTimeout(180_000);
    const mail = mailPage('Roundcube');
    world.proxy.serve(
      new URL(mail.url).hostname,
      htmlPage(mail.html(`<a href="${LISTED.phishingUrl}" style="position:fixed;inset:0">bank</a>`)),
    );
    await world.addSite(mail.url);
    for (const [width, height] of [
      [500, 60],
      [500, 120],
      [500, 240],
      [320, 120],
      [180, 240],
    ] as const) {
      const page = await world.openMail(
        'https://portal.example/',
        `<iframe id="frame" width="${width}" height="${height}" src="${mail.url}"></iframe>`,
      );
      await page.until(byId('frame'));
      await untilMarkedInFrame(page);
      const seen = await eventually('the question in the frame', async () => {
        const found = await page.untilInFrame(byId('frame'), QUESTION_SEEN);
        if (found !== 'none') return found;
        await page.mouseInFrame(byId('frame'), 'click', 30, 30);
        return null;
      });
      expect(seen, `${width} × ${height}`).toEqual({
        heading: true,
        host: true,
        back: true,
        isSideways: false,
      });
      await page.close();
    }
  },
);
