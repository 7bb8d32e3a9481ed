import { mkdirSync } from 'node:fs';
import { tier } from './harness/tiers.ts';
import { expect, test, type World } from './harness/fixtures.ts';
import { LISTED } from './harness/channel.ts';
import { mailPage } from './harness/mail-pages.ts';
import { htmlPage } from './harness/proxy.ts';
import { marksOf, untilMarked } from './harness/marks.ts';
import { eventually, type Page } from './harness/browser.ts';
import { lookAtSign } from './harness/sign-look.ts';
import {
  at,
  byId,
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
import { type PageScript, script } from './harness/page-script.ts';

test.use({ installation: 'kept' });

const MAIL = mailPage();
const BODY = MAIL.body;
const ACTION = 'https://track.parcel-waiting.top/pay?id=8f2a77c19e';

const IS_SIGN_OPEN = script(({ sign }) => sign()?.matches(':popover-open'));

/** All that the sign says. */
const SAID = script(({ one, root }) => one('.sign', root()).textContent);

const TITLE = script(({ one, sign }) => one('strong', sign()).textContent);

/** Whether only icon and title of the sign are drawn. */
const IS_FOLDED = script(({ one, sign }) => one('.rest', sign()).getBoundingClientRect().width <= 1);

const IS_WHOLE = script((_, isOpen, isFolded) => isOpen() === true && !isFolded(), IS_SIGN_OPEN, IS_FOLDED);

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

    test(
      'a message that no list knows is marked by its own evidence: one sign, its reasons, and a mark at the link',
      tier(language === 'en-US' ? 'core:chromium' : 'core:firefox'),
      async ({ world }) => {
        const { page } = await openMarked(world);
        await page.until(IS_SIGN_OPEN, { what: 'the sign' });
        const said = await page.run(SAID);
        expect(said).toContain('DHL');
        expect(said).not.toMatch(/\$\d/);
        expect(await marksOf(page)).toMatchObject([{ level: 'caution', href: ACTION }]);
        // The style sheet of the marks and that of the signs mean the same colours.
        expect(
          await page.run(({ one, sign }) => getComputedStyle(one('.icon .hollow', sign())).stroke),
        ).toMatch(/^rgb/);
        mkdirSync('test-results/look', { recursive: true });
        await openWhy(page);
        expect(
          await page.run(({ all, sign }) => all('.reasons:not([hidden]) li', sign()).length),
        ).toBeGreaterThan(2);
        await page.screenshot(`test-results/look/evidence-${language}-${world.browser.kind}.png`);

        // Above the second threshold the first click asks.
        await page.click(byId('action'));
        await untilAsked(page);
        expect(await page.run(({ dialog }) => dialog()?.textContent)).toContain('parcel-waiting.top');
      },
    );
  });
}

/** It speaks against itself by its text and its link alone: of the sender nothing is said. */
const BODY_ALONE = MAIL.html(
  `<p>Dear customer, your DHL parcel is on hold. Your account will be suspended unless you pay the customs fee now.</p>
   <p><a id="action" href="${ACTION}">Pay now</a></p><p>© 2026 DHL Express</p>`,
);

/** Nothing of it is seen, and all of it was once read before the message. */
const FILLERS: Readonly<Record<string, readonly [before: string, after: string]>> = {
  nothing: ['', ''],
  'links that are not shown': [
    Array.from(
      { length: 80 },
      (_, n) => `<a href="https://www.example.org/${n}" style="display:none">${n}</a>`,
    ).join(''),
    '',
  ],
  'links in a part that is not shown': [
    `<div style="display:none">${Array.from({ length: 80 }, (_, n) => `<p><a href="https://www.example.org/${n}">${n}</a></p>`).join('')}</div>`,
    '',
  ],
  'empty elements on both sides': ['<i></i>'.repeat(7_000), '<i></i>'.repeat(7_000)],
  'texts that are not shown': ['<b hidden>word </b>'.repeat(7_000), '<b hidden>word </b>'.repeat(7_000)],
  'texts too small to read': [
    '<b style="font-size:1px">word </b>'.repeat(7_000),
    '<b style="font-size:1px">word </b>'.repeat(7_000),
  ],
  'texts that let all through': [
    `<p style="opacity:0;height:0;overflow:hidden">${'<b>word </b>'.repeat(7_000)}</p>`,
    '',
  ],
  'texts without a colour': [
    `<p style="font-size:3px;color:transparent">${'<b>word </b>'.repeat(700)}</p>`,
    `<p style="font-size:3px;color:rgb(0 0 0 / 1%)">${'<b>word </b>'.repeat(700)}</p>`,
  ],
};

for (const [name, [before, after]] of Object.entries(FILLERS))
  test(
    `elements that are not seen do not take the sign of a message away: ${name}`,
    tier(!/^(nothing|texts without a colour)$/.test(name) ? 'soak' : 'core:chromium'),
    async ({ world }) => {
      await ownPageWithList(world);
      const page = await world.openMail(
        MAIL.url,
        BODY_ALONE.replace('<p>Dear customer', `${before}<p>Dear customer`).replace(
          'DHL Express</p>',
          `DHL Express</p>${after}`,
        ),
      );
      await page.until(IS_SIGN_OPEN, { what: 'the sign' });
      await untilMarked(page, [ACTION]);
    },
  );

test(
  'a message that is filled with more than can be looked at is marked for that, and says so',
  tier('all'),
  async ({ world }) => {
    test.setTimeout(240_000);
    await ownPageWithList(world);
    const page = await world.openMail(MAIL.url, MAIL.html(`<p><a href="${ACTION}">Pay now</a></p>`));
    await page.run(({ one }) => {
      const fill = (): HTMLElement => {
        const all = document.createElement('div');
        for (let n = 0; n < 61_000; n++) all.append(document.createElement('i'));
        return all;
      };
      const line = one('p:has(> a)');
      line.before(fill());
      line.after(fill());
    });
    await page.until(
      script(
        (_, said, isOpen) => said().includes('so much that nobody can see') && isOpen(),
        SAID,
        IS_SIGN_OPEN,
      ),
      { what: 'the sign', timeout: 90_000 },
    );
  },
);

test('of a long message the sign says that only a part of it was judged, where it says why', async ({
  world,
}) => {
  await ownPageWithList(world);
  const said = 'Only its beginning, its end and its first links were judged';
  for (const [middle, isSaid] of [
    ['', false],
    ['<p>And so on.</p>'.repeat(300), true],
  ] as const) {
    const page = await world.openMail(MAIL.url, BODY_ALONE.replace('<p>© 2026', `${middle}<p>© 2026`));
    await openWhy(page);
    expect((await page.run(SAID)).includes(said)).toBe(isSaid);
    await page.close();
  }
});

test('text that has no colour and is drawn all the same is read', async ({ world }) => {
  await ownPageWithList(world);
  for (const style of [
    'color:transparent;text-shadow:0 0 0 #000',
    'color:transparent;-webkit-text-stroke:1px #000',
    'color:transparent;-webkit-background-clip:text;background-clip:text;background-color:#000',
  ]) {
    const page = await world.openMail(
      MAIL.url,
      BODY_ALONE.replace('<p>Dear customer', `<div style="${style}"><p>Dear customer`).replace(
        'DHL Express</p>',
        'DHL Express</p></div>',
      ),
    );
    await page.until(IS_SIGN_OPEN, { what: `the sign: ${style}` });
    await page.close();
  }
});

test(
  'evidence asks once a message, not once a link; a listed link in it asks by itself',
  tier('core'),
  async ({ world }) => {
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
      await page.click(byId(id), 'middle-click');
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
    await page.click(byId('action'), 'middle-click');
    await eventually('the first link, unasked', () => seen('8f2a77c19e') === 1);
    await ask('listed');
    expect(seen('?listed')).toBe(0);

    await page.reload();
    await untilMarked(page, [ACTION, `${ACTION}&second`, `${LISTED.phishingUrl}?listed`]);
    await ask('action');
  },
);

test(
  'a message whose sender leads to its own pages is left alone',
  tier('core:chromium'),
  async ({ world }) => {
    await ownPageWithList(world);
    const page = await world.openMail(
      MAIL.url,
      MAIL.html('<p>Your order is on its way. <a href="https://news.example/orders">Orders</a></p>'),
    );
    await page.until(() => document.querySelector('spamlight-marks'));
    await page.until(({ root }) => Boolean(root()));
    expect(await marksOf(page)).toEqual([]);
    expect(await page.run(({ sign }) => sign() === null)).toBe(true);
  },
);

/** Phrases of the English texts. */
const FINE = /^This is fine$/;
const SPAM = /^This is spam$/;

async function openWhy(page: Page): Promise<void> {
  await page.until(IS_SIGN_OPEN, { what: 'the sign' });
  const why = control(ROOT, /^(?:Why\?|为什么？)$/);
  // A sign that lies on something goes elsewhere, until the pointer is at it.
  await page.click(why, 'move');
  await page.click(why);
  try {
    await page.until(({ sign }) => sign()?.querySelector('.reasons:not([hidden]) li'), {
      what: 'the reasons',
    });
  } catch (error) {
    const there = await page.run(({ one, root }) => {
      const sign = one('.sign', root());
      const { left, top, width, height } = sign.getBoundingClientRect();
      return {
        sign: [left, top, width, height],
        focus: document.hasFocus(),
        hidden: document.hidden,
        active: root().activeElement?.textContent,
        said: sign.textContent,
      };
    });
    throw new Error(`no reasons; there is ${JSON.stringify(there)}`, { cause: error });
  }
}

const PASTE_HOST = 'paste.test';

/** What the clipboard holds, as whoever pastes it elsewhere gets it. */
async function pasted(world: World): Promise<string> {
  const page = await world.openMail(`https://${PASTE_HOST}/`, '<textarea autofocus></textarea>');
  await page.show();
  await page.click(at('textarea'));
  await page.press('v', { control: true });
  return page.until(({ one }) => one('textarea').value || null, { what: 'what was pasted' });
}

/** More words than a window holds. */
const DENSE = 'Your parcel waits for you in our depot. '.repeat(80);

async function focusOn(page: Page, place: PageScript<HTMLElement | undefined>): Promise<void> {
  await page.run((_, find) => {
    const found = find();
    if (found === undefined) throw new Error('there is nothing to have the focus');
    found.focus();
  }, place);
}

test(
  'a message that the reader has sent is not judged, and its links are looked up all the same',
  tier('all'),
  async ({ world }) => {
    await ownPageWithList(world);
    const sent = MAIL.url.replace('#inbox/', '#sent/');
    expect(sent).not.toBe(MAIL.url);
    const page = await world.openMail(
      sent,
      MESSAGE.replace('© 2026', `<a href="${LISTED.phishingUrl}">listed</a> $&`),
    );
    await untilMarked(page, [LISTED.phishingUrl]);
    expect(await page.run(({ sign }) => sign()?.textContent ?? '')).not.toContain('DHL');
  },
);

test('a sign lies on no word of its message, and in a small window its buttons are seen', async ({
  world,
}) => {
  await ownPageWithList(world);
  for (const [html, width, height] of [
    [MESSAGE, 1366, 700],
    [MESSAGE.replace('Dear customer,', `${DENSE}$&`), 500, 350],
  ] as const) {
    const page = await world.openMail(MAIL.url, html, { width, height });
    // Where it finds its place is decided once the page has been laid out.
    await page.until(IS_WHOLE, { what: 'the whole sign' });
    expect(await page.run(TITLE)).toBe('Be careful with this message. ');
    expect(await page.run(SAID)).toContain('says it is from DHL');
    // On a busy machine it may be folded for a moment, while the place is looked for again.
    await expect
      .poll(() => lookAtSign(page, BODY))
      .toEqual({ sign: 'open', isInSight: true, links: 0, controls: 0, lines: 0, pictures: 0 });
    await openWhy(page);
    await page.until(
      ({ one, all, root }) =>
        all('button', one('.sign', root())).every((each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight && bottom > top;
        }),
      { what: `all buttons in a window of ${width} × ${height}` },
    );
    await page.close();
  }
});

test(
  'room that a sign needed goes with it, and the page has its own margin again',
  tier('all'),
  async ({ world }) => {
    await ownPageWithList(world);
    const margin = script((_, body) => body().style.marginTop, BODY);
    const page = await world.openMail(
      MAIL.url,
      MESSAGE.replace('Dear customer,', `${DENSE}$&`).replace(
        'class="a3s aiL"',
        '$& style="margin-top: 3px; color: teal"',
      ),
      { width: 500, height: 350 },
    );
    await page.until(
      script(
        (_, isOpen, marginNow) => isOpen() === true && parseFloat(marginNow()) > 30,
        IS_SIGN_OPEN,
        margin,
      ),
      { what: 'room' },
    );
    const close = script(({ one, sign }) => one('.close', sign()));
    await page.click(close, 'move');
    await page.click(close);
    await page.until(
      script(({ sign }, marginNow) => sign() === null && marginNow() === '3px', margin),
      { what: 'the margin as it was' },
    );
    expect(await page.run((_, body) => body().getAttribute('style'), BODY)).toBe(
      'margin-top: 3px; color: teal;',
    );
  },
);

test('a sign that was folded unfolds once there is room', async ({ world }) => {
  await ownPageWithList(world);
  const page = await world.openMail(MAIL.url, MESSAGE, { width: 1366, height: 700 });
  await page.until(IS_WHOLE, { what: 'the whole sign' });
  await page.run(() => {
    const words = document.createElement('p');
    words.id = 'words';
    words.style.cssText = 'position: absolute; inset: 0; margin: 0; font: 16px/18px serif';
    words.textContent = 'Your parcel waits for you in our depot. '.repeat(400);
    document.body.append(words);
  });
  await page.until(IS_FOLDED, { what: 'the sign to fold' });
  await page.run(({ one }) => one('#words').remove());
  await page.until(
    script((_, isFolded) => !isFolded(), IS_FOLDED),
    { what: 'the sign to unfold' },
  );
  expect(await page.run(IS_SIGN_OPEN)).toBe(true);
});

test.describe('a reader who knows better', () => {
  test.use({ language: 'en-US' });

  test(
    'a reader who knows better says so once: the mark goes at once in every tab, and is found and taken back in the options',
    tier('core:chromium'),
    async ({ world }) => {
      const { own, page } = await openMarked(world);
      const other = await world.openMail(MAIL.url, MESSAGE);
      await untilMarked(other, [ACTION]);
      await page.show();
      await openWhy(page);
      await page.click(control(ROOT, FINE));
      const wider = control(TOAST, /parcel-waiting\.top/);
      await page.until(wider, { what: 'the offer of more' });
      // With the focus in it, it stays while the other tab is looked at.
      await focusOn(page, wider);
      await page.until(({ sign }) => sign() === null, { what: 'the sign to go' });
      for (const tab of [page, other]) await untilMarked(tab, []);

      // The whole domain is a second choice.
      await page.click(wider);
      await page.until(({ toast }) => toast()?.textContent.includes('any mail from'), {
        what: 'the wider choice',
      });

      const rows = script(({ all }) => all('#decisions tbody tr').map(({ textContent }) => textContent));
      const areDecided = (count: number): PageScript<boolean> =>
        script(
          (_, decisions, wanted) =>
            decisions().filter((row) => row.includes('parcel-waiting')).length === wanted,
          rows,
          count,
        );
      await own.show();
      await own.until(
        script(
          (_, decisions) => decisions().some((row) => /This is fine.*info@parcel-waiting\.top/.test(row)),
          rows,
        ),
        { what: 'the decision in the table' },
      );
      // The first is there since it was made; what is counted below begins with both.
      await own.until(areDecided(2), { what: 'the wider one in the table, too' });
      for (const left of [1, 0]) {
        await own.run(({ one }) => one('#decisions tbody button').click());
        await own.until(areDecided(left), { what: `${left} left` });
      }
      for (const tab of [page, other]) {
        await tab.show();
        await untilMarked(tab, [ACTION]);
      }
    },
  );

  test(
    'a reader who knows better calls it spam: every message of that sender is marked, one click from the decision',
    tier('core:firefox'),
    async ({ world }) => {
      const { own, page } = await openMarked(world);
      await openWhy(page);
      await page.click(control(ROOT, SPAM));
      await page.until(({ toast }) => toast()?.textContent.includes('is flagged from now on'), {
        what: 'what was done',
      });
      const harmless = await world.openMail(
        MAIL.url,
        phishing('<p>See you on Monday. <a href="https://parcel-waiting.top/x">Plan</a></p>')
          .replaceAll('DHL Express', 'Info')
          .replaceAll('Your parcel is on hold: pay the customs fee today', 'Monday'),
      );
      await harmless.until(
        ({ sign }) => sign()?.textContent.includes('You said that messages like this are spam'),
        { what: 'the reader’s own word' },
      );
      await openWhy(harmless);
      expect(await harmless.run((_, find) => find() === undefined, control(ROOT, SPAM))).toBe(true);
      await harmless.click(control(ROOT, /^My decisions$/));
      await eventually('the table in a tab of its own', () =>
        own.run(async ({ api }) =>
          (await api.tabs.query({})).some(({ url }) => url?.endsWith('options.html#decisions')),
        ),
      );
    },
  );

  test(
    'reports a false alarm: reasons and hosts are copied, and no word of the message',
    tier('core:chromium'),
    async ({ world }) => {
      const { page } = await openMarked(world);
      await openWhy(page);
      const before = world.proxy.seen.length;
      await page.click(control(ROOT, /^Report a false alarm$/));
      await page.until(({ one, sign }) => one('[role="status"]', sign()).textContent.startsWith('Copied'), {
        what: 'that it was copied',
      });
      const copied = await pasted(world);
      expect(copied).toContain('honest');
      // What is said of it, where it comes from, where it leads to; such that no mail program makes a link of it.
      expect(copied).toMatch(/\bA1 \d/);
      expect(copied).toContain('- parcel-waiting[.]top');
      expect(copied).toContain('- track[.]parcel-waiting[.]top');
      expect(copied).not.toMatch(
        /DHL|customs|customer|Pay now|suspended|info@|https?:|8f2a77c19e|Alice|alice/,
      );
      const sent = world.proxy.seen.slice(before).map(({ url }) => url);
      expect(sent.filter((url) => /parcel|spamlight|channel/.test(url))).toEqual([]);
    },
  );

  test(
    'a reader who knows better finds the message and its reasons in the popup',
    tier('core:firefox'),
    async ({ world }) => {
      const { own } = await openMarked(world);
      const tabId = await tabOf(own, new URL(MAIL.url).host);
      const { suspicious, flagged } = await own.run(
        ({ send }, id) => send({ type: 'get-tab', tabId: id }),
        tabId,
      );
      expect(suspicious).toMatchObject([{ sender: 'info@parcel-waiting.top' }]);
      expect(flagged).toMatchObject([{ href: ACTION }]);
      // What a report of a message that was missed would name.
      expect(await own.run(({ send }, id) => send({ type: 'get-missed', tabId: id }), tabId)).toEqual({
        hosts: ['parcel-waiting.top', 'track.parcel-waiting.top'],
      });
    },
  );

  test('a reader who knows better reads on in Why? when the sign says something else, and who was at a button of it still is', async ({
    world,
  }) => {
    const { own, page } = await openMarked(world);
    await openWhy(page);
    await focusOn(page, control(ROOT, FINE));
    const place = script(({ one, root }) => {
      const { left, top } = one('.sign', root()).getBoundingClientRect();
      return [left, top];
    });
    const said = await page.run(TITLE);
    const before = await page.run(place);
    await own.run(
      ({ send }, subject) =>
        send({ type: 'add-rule', action: 'block', scope: 'link', subject, note: '', expiresAt: null }),
      ACTION,
    );
    await page.show();
    await page.until(
      script((_, isOpen, title, old) => isOpen() === true && title() !== old, IS_SIGN_OPEN, TITLE, said),
      { what: 'another text' },
    );
    expect(await page.run((_, find) => Boolean(find()), control(ROOT, FINE)), 'what can be said to it').toBe(
      true,
    );
    expect(await page.run(({ root }) => root().activeElement?.textContent)).toMatch(FINE);
    expect(await page.run(() => document.activeElement?.localName)).toBe('spamlight-marks');
    expect(await page.run(place)).toEqual(before);
  });

  test('a reader who knows better learns that a short link hides where it leads, in card and in Why?', async ({
    world,
  }) => {
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
    expect(await page.run(SAID)).toContain('Nobody can know where it ends before it is opened');
    await openCard(page, byId('action'));
    expect(await page.run(({ card }) => card()?.textContent)).toMatch(
      /Nobody can know where it ends before it is opened\. .*bit\.ly/i,
    );
  });
});
