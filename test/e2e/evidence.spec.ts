import { mkdirSync } from 'node:fs';
import { expect, test, type World } from './harness/fixtures.ts';
import { LISTED } from './harness/channel.ts';
import { mailPage } from './harness/mail-pages.ts';
import { htmlPage } from './harness/proxy.ts';
import { marksOf, untilMarked } from './harness/marks.ts';
import { eventually, type Page } from './harness/browser.ts';
import {
  API,
  CARD,
  control,
  DIALOG,
  goBack,
  openCard,
  ownPageWithList,
  pointAway,
  ROOT,
  tabOf,
  TOAST,
  untilAsked,
  untilSettled,
} from './harness/own-parts.ts';

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

/** The message, marked, and a page of the extension. */
async function openMarked(world: World): Promise<{ readonly own: Page; readonly page: Page }> {
  const own = await ownPageWithList(world);
  const page = await world.openMail(MAIL.url, MESSAGE);
  await untilMarked(page, [ACTION]);
  return { own, page };
}

for (const language of ['en-US', 'zh-CN']) {
  test.describe(language, () => {
    test.use({ language });

    test('a message that no list knows is told by what it is: one sign, its reasons, and a mark at the link', async ({
      world,
    }) => {
      const { page } = await openMarked(world);
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
      await openWhy(page);
      expect(
        Number(await page.run(`return ${SIGN}.querySelectorAll('.reasons:not([hidden]) li').length`)),
      ).toBeGreaterThan(2);
      await page.screenshot(`test-results/look/evidence-${language}-${world.browser.kind}.png`);

      // Above the second threshold the first click asks.
      await page.click(`document.querySelector('#action')`);
      await untilAsked(page);
      expect(String(await page.run(`return ${DIALOG}.textContent`))).toContain('parcel-waiting.top');
    });
  });
}

test('asks once a message, not once a link; what is listed in it asks by itself', async ({ world }) => {
  await ownPageWithList(world);
  const { proxy } = world;
  const seen = (mark: string) => proxy.seen.filter(({ url }) => url.endsWith(mark)).length;
  proxy.serve(new URL(ACTION).hostname, htmlPage('<!doctype html><title>Pay</title>'));
  const more = `<p><a id="second" href="${ACTION}&second">Pay later</a> <a id="listed" href="${LISTED.phishingUrl}?listed">track it</a></p>`;
  const page = await world.openMail(MAIL.url, MESSAGE.replace('<p>© 2026', `${more}<p>© 2026`));
  await untilMarked(page, [ACTION, `${ACTION}&second`, `${LISTED.phishingUrl}?listed`]);

  const ask = async (id: string): Promise<void> => {
    // The card of the link before it may lie on this one.
    await pointAway(page);
    await page.click(`document.querySelector('#${id}')`, 'middle-click');
    await untilAsked(page);
    await untilSettled(page);
  };
  // Who goes back has agreed to nothing.
  await ask('action');
  await goBack(page);
  await ask('second');
  await page.click(control(DIALOG, /Open anyway/));
  await eventually('the second link', () => seen('&second') === 1);

  await pointAway(page);
  await page.click(`document.querySelector('#action')`, 'middle-click');
  await eventually('the first link, unasked', () => seen('8f2a77c19e') === 1);
  await ask('listed');
  expect(seen('?listed')).toBe(0);

  await page.reload();
  await untilMarked(page, [ACTION, `${ACTION}&second`, `${LISTED.phishingUrl}?listed`]);
  await ask('action');
});

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

/** Phrases of the English texts. */
const FINE = /^This is fine$/;
const SPAM = /^This is spam$/;

async function openWhy(page: Page): Promise<void> {
  await page.until(`${SIGN}?.matches(':popover-open')`, { what: 'the sign' });
  const why = control(ROOT, /^(?:Why\?|为什么？)$/);
  // A sign that lies on something goes elsewhere, until the pointer is at it.
  await page.click(why, 'move');
  await page.click(why);
  try {
    await page.until(`${SIGN}.querySelector('.reasons:not([hidden]) li')`, { what: 'the reasons' });
  } catch (error) {
    const there = await page.run(
      `const { left, top, width, height } = ${SIGN}.getBoundingClientRect();
       return JSON.stringify({ sign: [left, top, width, height], focus: document.hasFocus(), hidden: document.hidden,
         active: ${ROOT}.activeElement?.textContent, said: ${SIGN}.textContent });`,
    );
    throw new Error(`no reasons; there is ${String(there)}`, { cause: error });
  }
}

const PASTE_HOST = 'paste.test';

/** What the clipboard holds, as whoever pastes it elsewhere gets it. */
async function pasted(world: World): Promise<string> {
  const page = await world.openMail(`https://${PASTE_HOST}/`, '<textarea autofocus></textarea>');
  await page.show();
  await page.click(`document.querySelector('textarea')`);
  await page.press('v', { control: true });
  return String(await page.until(`document.querySelector('textarea').value`, { what: 'what was pasted' }));
}

test.describe('a reader who knows better', () => {
  test.use({ language: 'en-US' });

  test('says so once: the mark goes at once in every tab, and is found and taken back in the options', async ({
    world,
  }) => {
    const { own, page } = await openMarked(world);
    const other = await world.openMail(MAIL.url, MESSAGE);
    await untilMarked(other, [ACTION]);
    await page.show();
    await openWhy(page);
    await page.click(control(ROOT, FINE));
    const wider = control(TOAST, /parcel-waiting\.top/);
    await page.until(wider, { what: 'the offer of more' });
    // With the focus in it, it stays while the other tab is looked at.
    await page.run(`${wider}.focus()`);
    await page.until(`${SIGN} === null`, { what: 'the sign to go' });
    for (const tab of [page, other]) await untilMarked(tab, []);

    // The whole domain is a second choice.
    await page.click(wider);
    await page.until(`/Nothing from/.test(${TOAST}?.textContent)`, { what: 'the wider choice' });

    const rows = `[...document.querySelectorAll('#exceptions tbody tr')].map(({ textContent }) => textContent)`;
    const decided = `${rows}.filter((row) => /parcel-waiting/.test(row)).length`;
    await own.show();
    await own.until(`${rows}.some((row) => /This is fine.*info@parcel-waiting\\.top/.test(row))`, {
      what: 'the decision in the table',
    });
    // The first is there since it was made; what is counted below begins with both.
    await own.until(`${decided} === 2`, { what: 'the wider one in the table, too' });
    for (const left of [1, 0]) {
      await own.run(`document.querySelector('#exceptions tbody button').click()`);
      await own.until(`${decided} === ${left}`, { what: `${left} left` });
    }
    for (const tab of [page, other]) {
      await tab.show();
      await untilMarked(tab, [ACTION]);
    }
  });

  test('calls it spam: every message of that sender is marked, one click from the decision', async ({
    world,
  }) => {
    const { own, page } = await openMarked(world);
    await openWhy(page);
    await page.click(control(ROOT, SPAM));
    await page.until(`/is marked from now on/.test(${TOAST}?.textContent)`, { what: 'what was done' });
    const harmless = await world.openMail(
      MAIL.url,
      phishing('<p>See you on Monday. <a href="https://parcel-waiting.top/x">Plan</a></p>')
        .replaceAll('DHL Express', 'Info')
        .replaceAll('Your parcel is on hold: pay the customs fee today', 'Monday'),
    );
    await harmless.until(`/You said that messages like this are spam/.test(${SIGN}?.textContent)`, {
      what: 'the reader’s own word',
    });
    await openWhy(harmless);
    expect(await harmless.run(`return ${control(ROOT, SPAM)} === undefined`)).toBe(true);
    await harmless.click(control(ROOT, /^My decisions$/));
    await eventually('the table in a tab of its own', () =>
      own.run(
        `return (await ${API}.tabs.query({})).some(({ url }) => url?.endsWith('options.html#exceptions'))`,
      ),
    );
  });

  test('reports a false alarm: reasons and hosts are copied, and no word of the message', async ({
    world,
  }) => {
    const { page } = await openMarked(world);
    await openWhy(page);
    const before = world.proxy.seen.length;
    await page.click(control(ROOT, /^Report a false alarm$/));
    await page.until(`/^Copied/.test(${SIGN}.querySelector('[role="status"]').textContent)`, {
      what: 'that it was copied',
    });
    const copied = await pasted(world);
    expect(copied).toContain('honest');
    // What is said of it, where it comes from, where it leads to; such that no mail program makes a link of it.
    expect(copied).toMatch(/\bA1 \d/);
    expect(copied).toContain('- parcel-waiting[.]top');
    expect(copied).toContain('- track[.]parcel-waiting[.]top');
    expect(copied).not.toMatch(/DHL|customs|customer|Pay now|suspended|info@|https?:|8f2a77c19e|Alice|alice/);
    const sent = world.proxy.seen.slice(before).map(({ url }) => url);
    expect(sent.filter((url) => /parcel|spamlight|channel/.test(url))).toEqual([]);
  });

  test('finds the message and its reasons in the popup', async ({ world }) => {
    const { own } = await openMarked(world);
    const tabId = await tabOf(own, new URL(MAIL.url).host);
    const { suspicious, flagged } = (await own.run(
      `return await ${API}.runtime.sendMessage({ type: 'get-tab', tabId: args });`,
      tabId,
    )) as { suspicious: readonly { sender: string }[]; flagged: readonly { href: string }[] };
    expect(suspicious).toMatchObject([{ sender: 'info@parcel-waiting.top' }]);
    expect(flagged).toMatchObject([{ href: ACTION }]);
  });

  test('reads on in Why? when the sign says something else, and who was at a button of it still is', async ({
    world,
  }) => {
    const { own, page } = await openMarked(world);
    await openWhy(page);
    await page.run(`${control(ROOT, FINE)}.focus()`);
    const text = `${SIGN}?.querySelector('span').textContent`;
    const place = `const { left, top } = ${SIGN}.getBoundingClientRect(); return [left, top]`;
    const said = await page.run(`return ${text}`);
    const before = await page.run(place);
    const rule = { scope: 'link', subject: ACTION, note: '', expiresAt: null };
    await own.run(`return ${API}.runtime.sendMessage({ type: 'add-rule', action: 'block', ...args })`, rule);
    await page.show();
    await page.until(`${SIGN}?.matches(':popover-open') && ${text} !== ${JSON.stringify(said)}`, {
      what: 'another text',
    });
    expect(await page.run(`return Boolean(${control(ROOT, FINE)})`), 'what can be said to it').toBe(true);
    expect(await page.run(`return ${ROOT}.activeElement?.textContent`)).toMatch(FINE);
    expect(await page.run(`return document.activeElement.localName`)).toBe('spamlight-marks');
    expect(await page.run(place)).toEqual(before);
  });

  test('learns that a short link hides where it leads, in card and in Why?', async ({ world }) => {
    await ownPageWithList(world);
    const short = 'https://bit.ly/3xYzParcel';
    const page = await world.openMail(
      MAIL.url,
      phishing(
        `<p>Dear customer, your parcel is on hold. Your account will be suspended unless you act now.</p>
         <p><a id="action" href="${short}">Pay now</a></p>`,
      ),
    );
    await untilMarked(page, [short]);
    await openWhy(page);
    expect(String(await page.run(`return ${SIGN}.textContent`))).toContain(
      'cannot be known before it is opened',
    );
    await openCard(page, `document.querySelector('#action')`);
    const card = String(await page.run(`return ${CARD}.textContent`));
    expect(card).toMatch(/cannot be known before it is opened: .*bit\.ly/i);
  });
});
