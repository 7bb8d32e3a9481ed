import { eventually, type Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { inSoakIf } from './harness/families.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { API, byId, CARD, control, DIALOG, MARKS, ROOT, TOAST } from './harness/old-parts.ts';
import { goBack, ownPageWithList, tabOf, untilAsked, untilSettled } from './harness/own-parts.ts';
import { htmlPage } from './harness/proxy.ts';

test.use({ installation: 'kept' });

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

/** Before, there may be no list yet that knows the link. */
async function untilMarkedInFrame(page: Page): Promise<void> {
  await page.untilInFrame(
    byId('frame'),
    `document.querySelector('spamlight-marks') && ${MARKS}.length === 1`,
  );
}

async function clickInFrame(page: Page): Promise<void> {
  await untilMarkedInFrame(page);
  await page.mouseInFrame(byId('frame'), 'click', 30, 20);
  await untilAsked(page);
}

for (const [origin, sandbox] of Object.entries(ORIGINS)) {
  test(
    `a question of a small frame of ${origin} is asked in the tab's own document`,
    inSoakIf(origin === 'the same origin'),
    async ({ world }) => {
      test.setTimeout(180_000);
      world.proxy.serve(HOST, htmlPage('<title>arrived</title>'));
      for (const height of [60, 120, 240]) {
        const page = await world.openMail(mailPage('Outlook').url, framePage(height, sandbox));
        await page.until(`${ROOT} && ${byId('frame')}`);
        await clickInFrame(page);
        const seen = await page.run(
          `const box = ${DIALOG}.getBoundingClientRect(), frame = ${byId('frame')}.getBoundingClientRect();
         return { text: ${DIALOG}.textContent, role: ${DIALOG}.role,
           isWhole: box.top >= 0 && box.bottom <= innerHeight && box.height > 200,
           isUnder: frame.left + 30 > box.left && frame.left + 30 < box.right && frame.top + 20 > box.top && frame.top + 20 < box.bottom };`,
        );
        expect(seen).toMatchObject({ role: 'alertdialog', isWhole: true, isUnder: false });
        expect((seen as { text: string }).text).toContain(HOST);
        await goBack(page);
        await page.until(`document.activeElement === ${byId('frame')}`, {
          what: 'the focus in the frame again',
        });
        await page.close();
      }
      expect(world.proxy.seen.filter(({ url }) => url.includes(HOST))).toEqual([]);

      const page = await world.openMail(mailPage('Outlook').url, framePage(60, sandbox));
      await page.until(`${ROOT} && ${byId('frame')}`);
      await clickInFrame(page);
      // The frame is another one now, and what it asked goes with it, unopened.
      await page.run(`${byId('frame')}.replaceWith(${byId('frame')}.cloneNode())`);
      await page.until(`${DIALOG} === null`, { what: 'the question to go' });
      await clickInFrame(page);
      await page.run(`${byId('frame')}.srcdoc = '<p>another message'`);
      await page.until(`${DIALOG} === null`, { what: 'the question to go' });
      expect(world.proxy.seen.filter(({ url }) => url.includes(HOST))).toEqual([]);

      await page.goto(mailPage('Outlook').url);
      await page.until(`${ROOT} && ${byId('frame')}`);
      await clickInFrame(page);
      // In a page that is new it may say first that it is checking.
      await page.until(control(DIALOG, /Open anyway/), { what: 'the answer' });
      await untilSettled(page);
      await page.click(control(DIALOG, /Open anyway/));
      await eventually('the page to open', () => world.proxy.seen.some(({ url }) => url.includes(HOST)));
    },
  );
}

/** Title, host and the way to close it are whole, and what a click there would meet. */
const IS_CARD_WHOLE = `(() => {
  const root = document.querySelector('spamlight-marks').shadowRoot;
  const card = root.querySelector('.card:popover-open');
  return card !== null && ['h2', '.address strong', '.close'].every((selector) => {
    const box = card.querySelector(selector).getBoundingClientRect();
    const hit = root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.width > 5 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && card.querySelector(selector).contains(hit);
  });
})()`;

const NO_CARD = `!document.querySelector('spamlight-marks').shadowRoot.querySelector('.card, .toast')`;

const POINT = { x: 30, y: 20 } as const;

/** Rests on the link in the frame until its card is there, in the tab's own document, and its buttons work. */
async function openCardAbove(page: Page): Promise<void> {
  await untilMarkedInFrame(page);
  await page.mouse('move', 2, 2);
  await page.until(`${CARD} === null`, { what: 'no card before' });
  // As a hand does, which never stands still.
  let moves = 0;
  await eventually('the whole card in the tab', async () => {
    await page.mouseInFrame(byId('frame'), 'move', POINT.x + (moves++ % 2), POINT.y);
    return page.run(
      `const until = performance.now() + 600;
       while (performance.now() < until && !${IS_CARD_WHOLE}) await new Promise((done) => requestAnimationFrame(done));
       return ${IS_CARD_WHOLE};`,
    );
  });
  await page.until(`!${CARD}.classList.contains('settling')`, {
    what: 'the first moment of the card to pass',
  });
}

/** Waits as long as a card does for a pointer that has left it, and longer. */
async function passCloseDelay(page: Page): Promise<void> {
  const now = Number(await page.run('return performance.now()'));
  await page.until(`performance.now() > ${now + 900}`);
}

for (const [origin, sandbox] of Object.entries(ORIGINS)) {
  test(
    `the card of a small frame of ${origin} is shown in the tab's own document, and goes with the frame`,
    inSoakIf(origin === 'the same origin'),
    async ({ world }) => {
      test.setTimeout(180_000);
      for (const height of [60, 120, 240]) {
        const page = await world.openMail(mailPage('Outlook').url, framePage(height, sandbox));
        await page.until(`${ROOT} && ${byId('frame')}`);
        await openCardAbove(page);
        await page.untilInFrame(byId('frame'), NO_CARD);
        // Never over the link, and there for as long as the pointer is in it.
        expect(
          await page.run(
            `const card = ${CARD}.getBoundingClientRect(), frame = ${byId('frame')}.getBoundingClientRect();
           return card.top >= frame.top + args.y || card.bottom <= frame.top + args.y;`,
            POINT,
          ),
        ).toBe(true);
        await page.click(`${CARD}.querySelector('h2')`, 'move');
        await passCloseDelay(page);
        expect(await page.run(`return ${CARD} !== null`), `${height} px`).toBe(true);
        await page.mouse('move', 2, 2);
        await page.until(`${CARD} === null`, { what: 'the card to go with the pointer' });
        // Back on the link, and from there into the rest of the frame, beside card and badge.
        await openCardAbove(page);
        await page.mouseInFrame(byId('frame'), 'move', 430, 54);
        await page.until(`${CARD} === null`, { what: 'the card to go when the link is left' });

        await openCardAbove(page);
        // By an empty one: the same link under the same pointer would rightly have its card again.
        await page.run(
          `const frame = ${byId('frame')}, other = frame.cloneNode();
         other.removeAttribute('srcdoc');
         frame.replaceWith(other);
         window.letter = frame.srcdoc;`,
        );
        await page.until(`${CARD} === null`, { what: 'the card to go with its frame' });
        await page.run(`${byId('frame')}.srcdoc = window.letter`);
        await openCardAbove(page);
        await page.run(`${byId('frame')}.srcdoc = '<p>another message'`);
        await page.until(`${CARD} === null`, { what: 'the card to go with its message' });
        await page.close();
      }
    },
  );

  test(
    `what is done in the card of a small frame of ${origin} is done there, and can be undone`,
    inSoakIf(origin === 'the same origin'),
    async ({ world }) => {
      test.setTimeout(180_000);
      world.proxy.serve(HOST, htmlPage('<title>arrived</title>'));
      const own = await ownPageWithList(world);
      const page = await world.openMail(mailPage('Outlook').url, framePage(60, sandbox));
      await page.until(`${ROOT} && ${byId('frame')}`);
      await openCardAbove(page);
      await page.click(control(CARD, /^Trust…/));
      await page.until(control(CARD, /^Trust$/), { what: 'the choice' });
      await page.click(control(CARD, /7 days/, 'label'));
      await page.click(`${CARD}.querySelector('input[value=site]')`);
      await page.click(control(CARD, /^Trust$/));
      await page.until(control(TOAST, /Undo/), { what: 'the way back' });
      // It stays while the pointer is on it.
      await page.click(TOAST, 'move');
      expect(await page.run(`return ${TOAST}.textContent`)).toContain('bank-check.example');
      await page.untilInFrame(byId('frame'), `${MARKS}.length === 0 && ${NO_CARD}`);
      const rules = `${API}.runtime.sendMessage({ type: 'list-rules', action: 'trust' })`;
      expect(await own.run(`return (await ${rules}).rules.map(({ scope }) => scope)`)).toEqual(['site']);
      await page.click(control(TOAST, /Undo/));
      await page.until(`/undone|removed|back/i.test(${TOAST}?.textContent)`, { what: 'what became of it' });
      await page.click(TOAST, 'move');
      await untilMarkedInFrame(page);
      // It goes with the frame, as all that is said of it.
      await page.run(`${byId('frame')}.replaceWith(${byId('frame')}.cloneNode())`);
      await page.until(`${TOAST} === null`, { what: 'the line to go' });
      expect(await own.run(`return (await ${rules}).rules.length`)).toBe(0);

      await openCardAbove(page);
      expect(world.proxy.seen.filter(({ url }) => url.includes(HOST))).toEqual([]);
      await page.click(control(CARD, /Open anyway/));
      await eventually('the page to open', () => world.proxy.seen.some(({ url }) => url.includes(HOST)));
    },
  );

  test(
    `the card of a small frame of ${origin} is reached and left by the keyboard`,
    inSoakIf(origin === 'the same origin'),
    async ({ world }) => {
      const page = await world.openMail(
        mailPage('Outlook').url,
        framePage(60, sandbox).replace('<iframe', '<button id="before">before</button><iframe'),
      );
      await page.until(`${ROOT} && ${byId('frame')}`);
      await untilMarkedInFrame(page);
      await page.mouse('move', 2, 2);
      await page.run(`${byId('before')}.focus()`);
      await page.press('Tab');
      await page.until(IS_CARD_WHOLE, { what: 'the card of the link that has the focus' });
      await page.press('Tab');
      await page.until(`${CARD}?.contains(${ROOT}.activeElement)`, { what: 'the focus in the card' });
      await page.press('Escape');
      await page.until(`${CARD} === null`, { what: 'the card to go' });
      await eventually('the focus in the frame again', async () => {
        const seen = await page.run(
          `return [${CARD} === null, document.activeElement?.outerHTML.slice(0, 40), document.hasFocus()].join()`,
        );
        if (String(seen).startsWith('true,<iframe')) return true;
        throw new Error(String(seen));
      });
      await page.untilInFrame(byId('frame'), `document.activeElement.localName === 'a' && ${NO_CARD}`);
      await passCloseDelay(page);
      // And it is not opened again by that.
      expect(await page.run(`return ${CARD}`)).toBe(null);
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
  await page.until(`${ROOT} && ${byId('frame')}`);
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
    `const say = (message) => ${API}.tabs.sendMessage(args.tabId, { frameId: 9999, id: 'early', ...message }, { frameId: 0 });
     const [isShown] = await Promise.all([say({ type: 'show-above', what: args.what }), say({ type: 'close-question' })]);
     return isShown;`,
    { tabId, what },
  );
  expect([isShown, await page.run(`return ${CARD} === null`)]).toEqual([false, true]);
});

/** Where nothing of ours is in the page around it, the card is in the frame after all. */
test('where nothing of ours is in the page around it, the card is in the frame: title, host and its way out whole', async ({
  world,
}) => {
  const mail = mailPage('Roundcube');
  world.proxy.serve(
    new URL(mail.url).hostname,
    htmlPage(
      mail.html(`<a href="${LISTED.phishingUrl}" style="position:fixed;inset:0 0 auto;height:40px">bank</a>`),
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
});

/** What the question in a frame looks like there; `none` while there is none. */
const QUESTION_SEEN = `(() => {
  const root = document.querySelector('spamlight-marks')?.shadowRoot;
  const dialog = root?.querySelector('dialog');
  if (!dialog?.open) return 'none';
  const isIn = (selector) => {
    const box = dialog.querySelector(selector).getBoundingClientRect();
    const hit = root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.width > 10 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && dialog.querySelector(selector).contains(hit);
  };
  return { heading: isIn('h2'), host: isIn('.address strong'), back: isIn('.primary'), isSideways: dialog.scrollWidth > dialog.clientWidth };
})()`;

test('where nothing of ours is in the page around it, heading, host and the way back are in the frame', async ({
  world,
}) => {
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
});
