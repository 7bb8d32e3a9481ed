/** Links whose mark a mail tries to keep away: it lies where the link is seen, or the message says that there is none. */
import type { Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { byId, untilAsked, untilCard, untilFramed } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { tier } from './harness/tiers.ts';

test.use({ installation: 'kept' });

const MAIL = mailPage();
const BAD = LISTED.phishingUrl;
const SPAM = `https://${LISTED.spamHost}/`;
const BLOCK = 'width:300px;height:60px;background:teal';
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const pieces = (count: number): string =>
  '<i style="position:absolute;width:1px;height:1px;background:teal"></i>'.repeat(count);
const uses = (count: number): string =>
  `${'<svg width="1" height="1"><use href="#x"/></svg>'.repeat(count)}
   <svg width="300" height="60"><defs><a id="x" href="${BAD}"><rect width="300" height="60" fill="teal"/></a></defs><use id="seen" href="#x"/></svg>`;
const withPieces = (count: number): string =>
  `<a href="${BAD}" style="display:inline-block;width:1px;height:1px;overflow:hidden">${pieces(count)}<b id="seen" style="position:absolute;${BLOCK}">open</b></a>`;

/** Each with the element `seen`, where the mark has to be. */
const PLACED: readonly (readonly [what: string, html: string])[] = [
  ['41 points before what is seen of it', withPieces(41)],
  ['1,500 points before it', withPieces(1_500)],
  [
    'a map of which the first picture is a point',
    `<img src="${PIXEL}" usemap="#m" width="1" height="1"><img id="seen" src="${PIXEL}" usemap="#m" width="300" height="60">
     <map name="m"><area shape="default" href="${BAD}"></map>`,
  ],
  ['drawn first in a point', uses(1)],
  ['drawn 240 times in a point', uses(240)],
  [
    'a form whose first button is a point',
    `<form action="${BAD}"><button style="width:1px;height:1px;padding:0;border:0"></button><button id="seen" style="${BLOCK}">send</button></form>`,
  ],
  [
    'a form whose first button is six points wide',
    `<form action="${BAD}"><input type="submit" value="" style="width:6px;height:6px;padding:0;border:0"><input id="seen" type="submit" value="send" style="${BLOCK}"></form>`,
  ],
];

for (const [what, html] of PLACED) {
  test(
    `the mark lies where the link is seen: ${what}`,
    tier(what === PLACED[0]?.[0] ? 'core:chromium' : 'all'),
    async ({ world }) => {
      const page = await world.openMail(MAIL.url, MAIL.html(`<div style="padding:80px">${html}</div>`));
      await untilFramed(page, byId('seen'));
    },
  );
}

/** Over something that is the webmail's own, and cut to a shape that leaves free the points at which a link is looked for. */
const SHAPED = `<a id="seen" href="${BAD}" style="position:absolute;left:40px;top:0;width:300px;height:60px;background:teal;
  clip-path:polygon(20% 0, 45% 0, 45% 100%, 20% 100%)">open</a>`;

test(
  'a link over what is the webmail’s own is marked, though it is cut to a shape',
  tier('all'),
  async ({ world }) => {
    const html = MAIL.html(SHAPED).replace(
      '</body>',
      '<div style="position:absolute;left:0;top:0;width:900px;height:70px">of the webmail</div></body>',
    );
    // The link lies above all of it.
    const page = await world.openMail(MAIL.url, html.replace('position:absolute;left:40px', 'z-index:9;$&'));
    await page.until(
      ({ one, marks }) =>
        marks().some((mark) => {
          const { left, top, width, height } = mark.getBoundingClientRect();
          const link = one('#seen').getBoundingClientRect();
          return (
            width > 40 &&
            height > 40 &&
            left >= link.left - 3 &&
            top >= link.top - 3 &&
            left + width <= link.right + 3
          );
        }),
      { what: 'a mark on what is left of the link' },
    );
  },
);

/** More in sight than are tested one by one for what lies over them. */
const MANY = Array.from(
  { length: 120 },
  (_, n) =>
    `<a class="many" href="${BAD}?${n}" style="display:inline-block;width:56px;height:60px;background:teal">${n}</a> `,
).join('');

/** Below a header of the webmail's own, in a scroller. */
const IN_SCROLLER = MAIL.html(`<div style="width:900px">${MANY}</div>`).replace(
  '<div class="ii gt">',
  `<div style="height:90px;position:relative;z-index:1">a header</div><div class="ii gt" style="height:550px;overflow:auto">`,
);

/** Links without a mark, of all that are in the document. */
const UNMARKED = script(({ all, marks }) =>
  all('.many').flatMap((link, n) => {
    const { left, right, bottom } = link.getBoundingClientRect();
    const isMarked = marks().some((mark) => {
      const frame = mark.getBoundingClientRect();
      return (
        mark.matches(':popover-open') &&
        Math.abs(frame.left - left) < 6 &&
        Math.abs(frame.right - right) < 6 &&
        Math.abs(frame.bottom - bottom) < 6
      );
    });
    return isMarked ? [] : [n];
  }),
);

/** How many links stand in one line. */
const IN_LINE = script(
  ({ all }) => all('.many').filter((link, _, [first]) => link.offsetTop === first?.offsetTop).length,
);

test(
  'of many links in sight none loses its mark because the webmail covers one beside it',
  tier('core:firefox'),
  async ({ world }) => {
    const page = await world.openMail(MAIL.url, IN_SCROLLER);
    await page.until(({ marks }) => marks().length > 60, { what: 'marks at the links in sight' });
    await page.run(({ one }) => {
      const { left, top } = one('.many').getBoundingClientRect();
      const button = document.createElement('div');
      button.style.cssText = `position:fixed;z-index:9;width:56px;height:60px;background:gold;left:${left}px;top:${top}px`;
      document.body.append(button);
      const bar = document.createElement('div');
      bar.style.cssText = 'position:fixed;z-index:9;left:0;right:0;top:420px;bottom:0;background:gold';
      document.body.append(bar);
    });
    // Under the bar the marks go: by then what lies over links has been looked for.
    await page.until(
      script(
        (_, unmarked, inLine) => {
          const row = inLine();
          return unmarked().filter((n) => n >= 6 * row && n < 8 * row).length > 20;
        },
        UNMARKED,
        IN_LINE,
      ),
      { what: 'no marks under the bar' },
    );
    const lost = await page.run(
      (_, unmarked, inLine) => {
        const row = inLine();
        return unmarked().filter((n) => n < 3 * row);
      },
      UNMARKED,
      IN_LINE,
    );
    // Of the covered link itself the mark may stay, where the first one in its neighbourhood is not covered.
    expect([0]).toEqual(expect.arrayContaining(lost));
  },
);

/** What is drawn beside its link, of which no box tells. */
const PSEUDO = (href: string): string =>
  `<style>#a::before { content: "open"; position: absolute; left: 60px; top: 120px; ${BLOCK} }</style>
   <div style="position:relative;height:200px">A letter of two lines.<br>It ends here. <a id="a" href="${href}"></a></div>`;

/** As a reader reads it. */
async function untilSaid(page: Page, words: RegExp): Promise<void> {
  await page.until(
    script(({ sign }, wanted) => {
      const seen = sign();
      return seen !== null && wanted.test(seen.textContent) && seen.matches(':popover-open');
    }, words),
    { what: `a sign that says ${words}` },
  );
}

for (const [level, href, title] of [
  ['danger', BAD, /1 dangerous link/],
  ['caution', SPAM, /^1 flagged link has no mark/],
] as const) {
  test(
    `a link that is only drawn beside itself has no mark, which the sign says: ${level}`,
    tier(level === 'danger' ? 'core:chromium' : 'all'),
    async ({ world }) => {
      const page = await world.openMail(MAIL.url, MAIL.html(PSEUDO(href)));
      await untilSaid(page, /1 flagged link has no mark, because its place could not be found/);
      await untilSaid(page, title);
      expect(await page.run(({ marks }) => marks().length)).toBe(0);
      // It asks as any other, and its card can be had.
      await page.click(({ all, sign }) =>
        all('button', sign()).find(({ textContent }) => textContent === 'Show'),
      );
      await untilCard(page);
      expect(await page.run(({ card }) => card()?.textContent)).toContain(new URL(href).hostname);
      if (level === 'danger') {
        await page.press('Escape');
        await page.until(({ card }) => card() === null);
        const { left, top } = await page.run(({ one }) => {
          const box = one(':has(> #a)').getBoundingClientRect();
          return { left: box.left, top: box.top };
        });
        await page.mouse('click', left + 200, top + 150);
        await untilAsked(page);
      }
    },
  );
}

test('the sign is there for a low message too, and goes when the link has a place', async ({ world }) => {
  const page = await world.openMail(MAIL.url, MAIL.html(`<p>Look: <a id="a" href="${BAD}"></a></p>`));
  await untilSaid(page, /1 flagged link has no mark/);
  await page.run(({ one }) => {
    one('#a').textContent = 'here it is';
  });
  await untilMarked(page, [BAD]);
  await page.until(({ sign }) => sign() === null, { what: 'the sign to go' });
});

test(
  'of a link that nobody can see no sign says that it has no mark',
  tier('core:chromium'),
  async ({ world }) => {
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(
        `<p><a href="${SPAM}" style="display:none">unseen</a><a href="${SPAM}?2" style="visibility:hidden"></a></p>
       <p><a href="${BAD}">seen</a></p>`,
      ),
    );
    await untilMarked(page, [BAD]);
    // Whatever is told of those two has been told with the mark.
    expect(await page.run(({ sign }) => sign()?.textContent ?? '')).not.toContain('has no mark');
  },
);
