import type { Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { byId, DIALOG, goBack, MARKS, ROOT, untilAsked, untilSettled, control } from './harness/own-parts.ts';
import { eventually } from './harness/browser.ts';
import { htmlPage } from './harness/proxy.ts';

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
  test(`a question of a small frame of ${origin} is asked in the tab's own document`, async ({ world }) => {
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
  });
}

/** In the frame's own page, which the page around it cannot see into: what the question there looks like. */
const TELL = `<script>
  addEventListener('message', () => {
    const dialog = document.querySelector('spamlight-marks').shadowRoot.querySelector('dialog');
    const isIn = (selector) => {
      const box = dialog.querySelector(selector).getBoundingClientRect();
      const hit = document.querySelector('spamlight-marks').shadowRoot.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return box.width > 10 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && dialog.querySelector(selector).contains(hit);
    };
    parent.postMessage(dialog?.open ? { heading: isIn('h2'), host: isIn('.address strong'), back: isIn('.primary'),
      isSideways: dialog.scrollWidth > dialog.clientWidth } : null, '*');
  });
</script>`;

test('where nothing of ours is in the page around it, heading, host and the way back are in the frame', async ({
  world,
}) => {
  test.setTimeout(180_000);
  const mail = mailPage('Roundcube');
  world.proxy.serve(
    new URL(mail.url).hostname,
    htmlPage(mail.html(`<a href="${LISTED.phishingUrl}" style="position:fixed;inset:0">bank</a>`) + TELL),
  );
  for (const [width, height] of [
    [500, 60],
    [500, 120],
    [500, 240],
    [320, 120],
    [180, 240],
  ] as const) {
    const page = await world.openMail(
      'https://portal.example/',
      `<iframe id="frame" width="${width}" height="${height}" src="${mail.url}"></iframe>
       <script>addEventListener('message', ({ data }) => { window.seen = data; });</script>`,
    );
    await page.until(byId('frame'));
    await untilMarkedInFrame(page);
    await eventually('the question in the frame', async () => {
      const seen = await page.run(
        `window.seen = undefined;
         const told = new Promise((done) => { addEventListener('message', () => done(true), { once: true }); });
         ${byId('frame')}.contentWindow.postMessage('look', '*');
         // Before the frame is there nobody answers.
         const isTold = await Promise.race([told, new Promise((done) => setTimeout(done, 500, false))]);
         return isTold ? window.seen : 'nothing yet';`,
      );
      if (seen === 'nothing yet') return false;
      if (seen !== null) return true;
      await page.mouseInFrame(byId('frame'), 'click', 30, 30);
      return false;
    });
    expect(await page.run('return window.seen'), `${width} × ${height}`).toEqual({
      heading: true,
      host: true,
      back: true,
      isSideways: false,
    });
    await page.close();
  }
});
