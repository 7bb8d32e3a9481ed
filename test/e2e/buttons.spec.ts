/** Every way in which a reader can press a button of ours, and that nothing else presses one. */
import { eventually, type Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { tier } from './harness/tiers.ts';
import { expect, test, type World } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import {
  byId,
  CARD,
  control,
  DIALOG,
  openCard,
  ownPageWithList,
  pointAway,
  SIGN,
  TOAST,
  untilAsked,
  untilCard,
  untilCount,
  untilSettled,
} from './harness/own-parts.ts';
import { type PageScript, script } from './harness/page-script.ts';
import { htmlPage } from './harness/proxy.ts';

test.use({ installation: 'kept' });

declare global {
  interface Window {
    /** What a script of the page has heard of our element. */
    readonly buttonsHeard?: readonly string[];
  }
}

const MAIL = mailPage();
const HOST = new URL(LISTED.phishingUrl).hostname;

const BACK = control(DIALOG, /^Go back/);
const OPEN = control(DIALOG, /^Open anyway$/);
const WHY = control(CARD, /^Why\?$/);
const TRUST = control(CARD, /^Trust…$/);
const CLOSE = control(CARD, /^Close$/);
/** The way out of the sign. */
const HIDE = script(({ one, sign }) => one('.close', sign()));
const HEADING = script(({ one, dialog }) => one('h2', dialog()));
const DETAILS = script(({ one, card }) => one('.details', card()).checkVisibility());
const NO_DETAILS = script((_, isShown) => !isShown(), DETAILS);
const CHOICE = script(({ one, card }) => one('.choice', card()).checkVisibility());
const NO_CHOICE = script((_, isShown) => !isShown(), CHOICE);
const NO_CARD = script(({ card }) => card() === null);
const NO_QUESTION = script(({ dialog }) => dialog() === null);
const SIGN_SHOWN = script(({ sign }) => sign()?.matches(':popover-open'));

/** High enough for a sign, which leads to the link below it. */
const MESSAGE = `<p style="height:300px">Dear customer,</p><p><a id="a" target="_blank" href="${LISTED.phishingUrl}">link</a></p>`;

/** Records what of our element a script of the page hears of, in the first place that it can listen. */
const LISTENING = `<script>
  window.buttonsHeard = [];
  const types = ['click', 'auxclick', 'dblclick', 'contextmenu', 'pointerdown', 'pointerup', 'pointermove', 'mousedown', 'mouseup',
    'touchstart', 'touchend', 'keydown', 'keyup', 'keypress', 'input', 'change', 'focus', 'blur', 'focusin', 'focusout',
    'reset', 'submit', 'toggle', 'beforetoggle', 'close', 'cancel', 'select', 'command'];
  for (const target of [window, document])
    for (const type of types)
      target.addEventListener(type, (event) => {
        if (event.target.localName === 'spamlight-marks') buttonsHeard.push(type);
      }, true);
</script>`;

type Way = 'mouse' | 'Enter' | 'Space' | 'finger' | 'assistive technology';

async function press(page: Page, way: Way, button: PageScript<HTMLElement | undefined>): Promise<void> {
  await page.until(button, { what: `${button.what} to press` });
  switch (way) {
    case 'mouse':
      return page.click(button);
    case 'finger':
      return page.tap(button);
    case 'assistive technology':
      return page.pressAssisted(button);
    case 'Enter':
    case 'Space':
      await page.run((_, find) => find()?.focus(), button);
      return page.press(way === 'Space' ? ' ' : way);
  }
}

async function openMail(world: World, head = ''): Promise<Page> {
  await ownPageWithList(world);
  world.proxy.serve(HOST, htmlPage('<title>arrived</title>'));
  const page = await world.openMail(MAIL.url, head + MAIL.html(MESSAGE));
  await untilCount(page, 1);
  return page;
}

/** Opens the question with the keyboard, so that no pointer lies anywhere. */
async function ask(page: Page): Promise<void> {
  await page.show();
  await pointAway(page);
  await page.run(({ one }) => one('#a').focus());
  await page.press('Enter');
  await untilAsked(page);
  await untilSettled(page);
}

async function untilMarkedInFrame(page: Page): Promise<void> {
  await page.until(({ root, one }) => root() && one('#frame'));
  await page.untilInFrame(byId('frame'), ({ marks }) => marks().length === 1);
}

const arrivals = (world: World): number =>
  world.proxy.seen.filter(({ url }) => url === LISTED.phishingUrl).length;

for (const way of ['mouse', 'Enter', 'Space', 'finger', 'assistive technology'] as const) {
  test.describe(way, () => {
    test.use({ assisted: way === 'assistive technology' });

    test(
      `by ${way}, sign, card, choice, toast and question do what their buttons say, and the page hears nothing`,
      tier(/Enter|finger/.test(way) ? 'core:firefox' : 'core:chromium'),
      async ({ world }) => {
        // Each look for a control takes assistive technology seconds.
        if (way === 'assistive technology') test.setTimeout(600_000);
        const page = await openMail(world, LISTENING);

        await page.until(SIGN_SHOWN, { what: 'the sign' });
        await press(page, way, control(SIGN, /^Show$/));
        await untilCard(page);
        await press(page, way, WHY);
        await page.until(DETAILS, { what: 'the reasons' });
        await press(page, way, WHY);
        await page.until(NO_DETAILS, { what: 'no reasons' });

        await press(page, way, TRUST);
        await page.until(CHOICE, { what: 'the choice' });
        await press(page, way, control(CARD, /^Cancel$/));
        await page.until(NO_CHOICE, { what: 'no choice' });
        expect(await page.run(({ root }) => root().activeElement?.textContent)).toBe('Trust…');
        await press(page, way, control(CARD, /^Block$/));
        await page.until(CHOICE, { what: 'the choice to block' });
        await press(page, way, TRUST);
        await page.until(({ card }) => card()?.querySelector('.durations'), { what: 'the choice to trust' });
        await press(page, way, control(CARD, /^Trust$/));
        await untilCount(page, 0);
        await press(page, way, control(TOAST, /^Undo$/));
        await untilCount(page, 1);

        await page.until(SIGN_SHOWN, { what: 'the sign again' });
        await press(page, way, control(SIGN, /^Show$/));
        await untilCard(page);
        await press(page, way, CLOSE);
        await page.until(NO_CARD, { what: 'the card to go' });

        await ask(page);
        await press(page, way, BACK);
        await page.until(NO_QUESTION, { what: 'the question to go' });
        expect(arrivals(world)).toBe(0);
        await ask(page);
        await press(page, way, OPEN);
        await eventually('the page to open', () => arrivals(world) === 1);
        await page.show();
        await ask(page);
        await press(page, way, control(DIALOG, /already entered/));
        await (await world.browser.pageAt('first-aid.html')).close();
        await page.show();
        expect(arrivals(world)).toBe(1);

        await press(page, way, HIDE);
        await page.until(({ sign }) => sign() === null, { what: 'the sign to go' });
        expect(await page.run(() => window.buttonsHeard)).toEqual([]);
      },
    );
  });
}

test(
  'a press that begins on one button of a card and ends on another does nothing',
  tier('core'),
  async ({ world }) => {
    const page = await openMail(world);
    await ask(page);
    await page.drag(BACK, OPEN);
    await page.drag(OPEN, BACK);
    await page.drag(OPEN, HEADING);
    await page.drag(HEADING, OPEN);
    expect(await page.run(({ dialog }) => dialog()?.open)).toBe(true);
    // Whatever was begun is over with the next whole press.
    await page.click(BACK);
    await page.until(NO_QUESTION, { what: 'the question to go' });

    await page.click(control(SIGN, /^Show$/));
    await untilCard(page);
    await page.drag(WHY, TRUST);
    await page.drag(TRUST, WHY);
    await page.drag(WHY, CLOSE);
    expect(await page.run((_, details, choice) => [details(), choice()], DETAILS, CHOICE)).toEqual([
      false,
      false,
    ]);
    await page.click(WHY);
    await page.until(DETAILS, { what: 'the reasons' });
    expect(arrivals(world)).toBe(0);
  },
);

for (const [name, style, percent] of [
  ['zoomed to 200 %', '', 200],
  ['turned and shrunk', 'html { transform: rotate(4deg) scale(0.8); } body { transform: scale(0.9); }', 100],
] as const) {
  test(
    `the buttons of card and question are where they are seen in a page that is ${name}`,
    tier(percent === 100 ? 'soak' : 'core:chromium'),
    async ({ world }) => {
      const page = await openMail(world, `<style>${style}</style>`);
      if (percent !== 100) {
        await page.zoom(percent);
        await page.until(
          script((_, wanted) => devicePixelRatio === wanted, percent / 100),
          { what: 'the zoom' },
        );
      }
      for (const way of ['mouse', 'finger'] as const) {
        await ask(page);
        await press(page, way, BACK);
        await page.until(NO_QUESTION, { what: 'the question to go' });
        await openCard(page, byId('a'));
        await press(page, way, WHY);
        await page.until(DETAILS, { what: 'the reasons' });
        await press(page, way, CLOSE);
        await page.until(NO_CARD, { what: 'the card to go' });
      }
      expect(arrivals(world)).toBe(0);
      await ask(page);
      await press(page, 'mouse', OPEN);
      await eventually('the page to open', () => arrivals(world) === 1);
    },
  );
}

test(
  'a click on something that the page has laid over a button is not for the button',
  tier('core'),
  async ({ world }) => {
    const page = await openMail(world);
    // In a shadow root, whence nobody hears that something was opened above all else.
    const cover = script(() => {
      const around = document.body.appendChild(document.createElement('div'));
      const over = around.attachShadow({ mode: 'closed' }).appendChild(document.createElement('div'));
      over.popover = 'manual';
      over.style.cssText = 'position:fixed;inset:0;width:auto;height:auto;opacity:0.01;background:red';
      over.showPopover();
      over.addEventListener('click', () => {
        around.remove();
        document.title = 'covered';
      });
    });
    await page.until(SIGN_SHOWN, { what: 'the sign' });
    await page.click(control(SIGN, /^Show$/));
    await untilCard(page);
    for (const button of [TRUST, HIDE]) {
      await page.run(cover);
      await page.click(button);
      await page.until(() => document.title === 'covered', { what: 'the click on the cover' });
      await page.run(() => {
        document.title = '';
      });
      expect(await page.run(({ card }, isChoice) => card() === null || !isChoice(), CHOICE)).toBe(true);
      expect(await page.run(({ sign }) => sign() !== null)).toBe(true);
    }
  },
);

test(
  'in a page that takes the focus back for a window of its own, our buttons keep it',
  tier('all'),
  async ({ world }) => {
    const trap = ['focus', 'focusin']
      .map(
        (type) =>
          `addEventListener('${type}', ({ target }) => { if (target.id !== 'own') own.focus(); }, true);`,
      )
      .join('');
    const page = await openMail(world, `<button id="own">of the page</button><script>${trap}</script>`);
    await page.until(SIGN_SHOWN, { what: 'the sign' });
    await page.click(control(SIGN, /^Show$/));
    await untilCard(page);
    await page.run((_, why) => why()?.focus(), WHY);
    await page.press('Enter');
    await page.until(DETAILS, { what: 'the reasons' });
  },
);

for (const [origin, sandbox] of [
  ['the same origin', 'allow-same-origin allow-popups'],
  ['an origin of its own', 'allow-popups'],
] as const) {
  test(
    `question and card of a small frame of ${origin}, in the tab's own document, are pressed in every way`,
    tier(origin === 'the same origin' ? 'soak' : 'core:firefox'),
    async ({ world }) => {
      const own = await ownPageWithList(world);
      world.proxy.serve(HOST, htmlPage('<title>arrived</title>'));
      const link = `<body style='margin:0'><a href='${LISTED.phishingUrl}' target='_blank' style='display:block;height:40px'>bank</a>`;
      const outlook = mailPage('Outlook');
      const page = await world.openMail(
        outlook.url,
        outlook.html(
          `<iframe id="frame" sandbox="${sandbox}" width="500" height="60" srcdoc="${link}"></iframe>`,
        ),
      );
      await untilMarkedInFrame(page);
      for (const way of ['mouse', 'Enter', 'Space', 'finger'] as const) {
        await page.mouseInFrame(byId('frame'), 'click', 30, 20);
        await untilAsked(page);
        await untilSettled(page);
        await press(page, way, BACK);
        await page.until(NO_QUESTION, { what: 'the question to go' });

        // In a document that is new: Chromium does not tell a frame in a process of its own that the pointer has left it for
        // a question, so that no card comes before the pointer has been elsewhere in the frame.
        await page.reload();
        await untilMarkedInFrame(page);
        await untilNoCard(page);
        let moves = 0;
        await eventually('the card in the tab', async () => {
          await page.mouseInFrame(byId('frame'), 'move', 30 + (moves++ % 2), 20);
          return page.run(({ card }) => card() !== null);
        });
        await untilCard(page);
        await press(page, way, WHY);
        await page.until(DETAILS, { what: 'the reasons' });
        await press(page, way, CLOSE);
        await page.until(NO_CARD, { what: 'the card to go' });
      }
      expect(arrivals(world)).toBe(0);
      expect(
        await own.run(async ({ send }) => {
          const answer = await send({ type: 'list-rules', action: 'trust' });
          return 'rules' in answer ? answer.rules : answer;
        }),
      ).toEqual([]);
    },
  );
}

/**
 * Takes the pointer off a frame. One that was under it while its document was loaded anew may not be told that it has gone
 * (Firefox, on a busy machine), until it has come and gone once more.
 */
async function untilNoCard(page: Page): Promise<void> {
  await eventually('no card', async () => {
    await page.mouse('move', 2, 2);
    try {
      await page.until(NO_CARD, { what: 'the card to go', timeout: 5_000 });
      return true;
    } catch {
      await page.mouseInFrame(byId('frame'), 'move', 30, 20);
      return false;
    }
  });
}

test(
  'in a frame in which nothing may send a form, the buttons work',
  tier('core:chromium'),
  async ({ world }) => {
    // High enough for all of ours, in a page where nothing else is ours.
    await ownPageWithList(world);
    world.proxy.serve(HOST, htmlPage('<title>arrived</title>'));
    const outlook = mailPage('Outlook');
    const link = `<body style='margin:0'><p style='height:300px'>Dear customer,</p><a id='a' href='${LISTED.phishingUrl}' target='_blank'>bank</a>`;
    const page = await world.openMail(
      outlook.url,
      outlook.html(
        `<iframe id="frame" sandbox="allow-same-origin allow-popups" width="900" height="600" srcdoc="${link}"></iframe>`,
      ),
    );
    const inFrame = script(({ one }) => one<HTMLIFrameElement>('#frame').contentDocument);
    const root = script((_, find) => find()?.querySelector('spamlight-marks')?.shadowRoot, inFrame);
    await page.until(
      script(({ all }, find) => all('.mark', find() ?? null).length === 1, root),
      { what: 'the mark' },
    );
    const card = script((_, find) => find()?.querySelector('.card'), root);
    await page.click(
      script(({ one }, find) => one('#a', find()), inFrame),
      'move',
    );
    await page.until(
      script((_, find) => find()?.matches(':popover-open:not(.settling)'), card),
      { what: 'the card' },
    );
    await page.click(control(card, /^Why\?$/));
    await page.until(
      script(({ one }, find) => one('.details', find() ?? null).checkVisibility(), card),
      { what: 'the reasons' },
    );
  },
);
