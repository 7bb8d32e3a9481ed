import type { Page } from '../harness/browser.ts';
import { attackMail, ATTACKS, BAD, PICTURE } from '../harness/attack-mails.ts';
import { tier } from '../harness/tiers.ts';
import { expect, test } from '../harness/fixtures.ts';
import { script } from '../harness/page-script.ts';
import { openPreview, PREVIEW, signIn, withRoundcube } from '../harness/roundcube-page.ts';
import { whyNoRoundcube } from '../harness/roundcube.ts';

test.use({ installation: 'kept' });

const reason = whyNoRoundcube();
test.skip(reason !== null, reason ?? '');
test.describe.configure({ timeout: 300_000 });

/** It has a size, and a color. */
const IS_MARK_SEEN = script((_, preview) => {
  const root = preview().querySelector('spamlight-marks')?.shadowRoot;
  const mark = root?.querySelector('.mark:popover-open');
  const frame = mark?.querySelector('.frame');
  if (!mark || !frame || !mark.checkVisibility()) return false;
  const { width, height } = frame.getBoundingClientRect();
  return width > 10 && height > 10 && !/^rgba\(.*, 0\)$/.test(getComputedStyle(frame).borderTopColor);
}, PREVIEW);
/** The open one, of the page or of its preview. */
const QUESTION = script(
  (_, preview) =>
    [document, preview()]
      .map((page) => page.querySelector('spamlight-marks')?.shadowRoot?.querySelector('dialog'))
      .find((each) => each?.open),
  PREVIEW,
);

/** One of each kind: a mark in the wrong place, no sign, a picture, a link without a box. */
const ORDINARY = new Set([
  'Beyond its box',
  'Words without a colour',
  'A code in a drawing',
  'Without a box',
]);

for (const isFurther of [false, true]) {
  const attacks = ATTACKS.filter(({ subject }) => ORDINARY.has(subject) !== isFurther);
  test(
    `a real Roundcube: what it lets through of hostile mail is marked where it is seen, and asks first${isFurther ? ': others' : ''}`,
    tier(isFurther ? 'soak' : 'core:chromium'),
    async ({ world }) => {
      await withRoundcube(
        'elastic',
        async (roundcube) => {
          const page = await world.openSite(roundcube.url);
          await signIn(page, roundcube, attacks.length);
          for (const { subject, target } of attacks) {
            await test.step(subject, async () => {
              await openPreview(page, subject);
              if (subject === PICTURE.subject) {
                const { x, y } = await pointOf(page, 'image');
                await page.mouse('click', x, y);
              }
              await page.until(IS_MARK_SEEN, { what: `the mark in ${subject}` });
              if (target === null) return;
              const { x, y } = await pointOf(page, target);
              await page.mouse('click', x, y);
              await page.until(QUESTION, { what: `the question in ${subject}` });
              const isSeen = page.run(
                (_, find) => (find()?.getBoundingClientRect().width ?? 0) > 200,
                QUESTION,
              );
              expect(await isSeen).toBe(true);
              await page.press('Escape');
              await page.until(
                script((_, find) => find() === undefined, QUESTION),
                { what: 'the question to go' },
              );
            });
          }
        },
        attacks.map(attackMail),
      );
      expect(world.proxy.seen.filter(({ url }) => url.includes(new URL(BAD).hostname))).toEqual([]);
    },
  );
}

/** Where what is drawn of the element is, in the page around the preview. */
async function pointOf(page: Page, selector: string): Promise<{ readonly x: number; readonly y: number }> {
  return page.run(
    ({ one }, preview, selector) => {
      const frame = one('#messagecontframe').getBoundingClientRect();
      const element = one(selector, preview());
      const range = preview().createRange();
      range.selectNodeContents(element);
      const own = element.getBoundingClientRect();
      const text = range.getBoundingClientRect();
      const box = own.width * own.height > text.width * text.height ? own : text;
      return { x: frame.left + box.left + box.width / 2, y: frame.top + box.top + box.height / 2 };
    },
    PREVIEW,
    `#messagebody ${selector}`,
  );
}
