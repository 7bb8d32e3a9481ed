import { mkdirSync } from 'node:fs';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { marksOf, untilMarked } from './harness/marks.ts';
import { control, DIALOG, ownPageWithList, ROOT, untilAsked } from './harness/own-parts.ts';

const MAIL = mailPage();
const ACTION = 'https://track.parcel-waiting.top/pay?id=8f2a77c19e';
const SIGN = `${ROOT}.querySelector('.sign')`;

const phishing = (html: string): string =>
  MAIL.html(html)
    .replaceAll('sender@news.example', 'info@parcel-waiting.top')
    .replaceAll('>Sender<', '>DHL Express<')
    .replaceAll('name="Sender"', 'name="DHL Express"')
    .replaceAll('>Subject<', '>Your parcel is on hold: pay the customs fee today<');

const MESSAGE = phishing(
  `<p>Dear customer, your parcel is on hold. Your account will be suspended unless you act now.</p>
   <p><a id="action" href="${ACTION}">Pay now</a></p><p>© 2026 DHL Express</p>`,
);

for (const language of ['en-US', 'zh-CN']) {
  test.describe(language, () => {
    test.use({ language });

    test('a message that no list knows is told by what it is: one sign, its reasons, and a mark at the link', async ({
      world,
    }) => {
      await ownPageWithList(world);
      const page = await world.openMail(MAIL.url, MESSAGE);
      await untilMarked(page, [ACTION]);
      await page.until(`${SIGN}?.matches(':popover-open')`, { what: 'the sign' });
      const said = String(await page.run(`return ${SIGN}.textContent`));
      expect(said).toContain('DHL');
      expect(said).not.toMatch(/\$\d/);
      expect(await marksOf(page)).toMatchObject([{ level: 'caution', href: ACTION }]);
      // The style sheet of the marks and that of the signs mean the same colours.
      expect(
        await page.run(`return getComputedStyle(${SIGN}.querySelector('.icon .hollow')).stroke`),
      ).toMatch(/^rgb/);
      mkdirSync('test-results/look', { recursive: true });
      await page.click(control(ROOT, /why|为什么|原因/i));
      await page.until(`${SIGN}.querySelectorAll('.reasons:not([hidden]) li').length > 2`);
      await page.screenshot(`test-results/look/evidence-${language}-${world.browser.kind}.png`);

      // Above the second threshold the first click asks, once a message.
      await page.click(`document.querySelector('#action')`);
      await untilAsked(page);
      expect(String(await page.run(`return ${DIALOG}.textContent`))).toContain('parcel-waiting.top');
    });
  });
}

test('a message whose sender leads to its own pages is left alone', async ({ world }) => {
  await ownPageWithList(world);
  const page = await world.openMail(
    MAIL.url,
    MAIL.html('<p>Your order is on its way. <a href="https://news.example/orders">Orders</a></p>'),
  );
  await page.until(`document.querySelector('spamlight-marks')`);
  await page.until(`${ROOT} !== null`);
  expect(await marksOf(page)).toEqual([]);
  expect(await page.run(`return ${SIGN} === null`)).toBe(true);
});
