import type { Page } from '../harness/browser.ts';
import { ACTION } from '../walk/letter.ts';
import { LISTED } from '../harness/channel.ts';
import { expect, test } from '../harness/fixtures.ts';
import { openPreview, PREVIEW, signIn, withRoundcube } from '../harness/roundcube-page.ts';
import { whyNoRoundcube } from '../harness/roundcube.ts';
import { encodeQR } from 'qr';

test.use({ installation: 'kept' });

const reason = whyNoRoundcube();
test.skip(reason !== null, reason ?? '');
test.describe.configure({ timeout: 300_000 });

const BAD = LISTED.phishingUrl;

/** 66,000 characters that lead nowhere, in lines as mail has them: browsers take line breaks out of an address. */
const PADDING = `${'x'.repeat(600)}\r\n`.repeat(110);

/** Addresses before the one that counts, more than are read. */
const DECOYS = Array.from(
  { length: 70 },
  (_, n) => `u${n}=${encodeURIComponent(`https://www.example.org/${n}`)}`,
).join('&amp;\r\n');

/** More wrappers in each other than are read. */
const WRAPPED = Array.from({ length: 6 })
  .reduce<string>(
    (href) => `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(href)}`,
    BAD,
  )
  .replaceAll(/.{600}/g, '$&\r\n');

/** A picture that is no link: a click on it opens nothing, so that the link below it is there to be clicked. */
const PICTURE = {
  subject: 'A picture in a drawing',
  html: `<svg width="300" height="40"><image href="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width="300" height="40"/></svg><p><a href="${BAD}">a link</a></p>`,
  target: 'p a',
};

const CODE = `data:image/gif;base64,${Buffer.from(encodeQR(BAD, 'gif', { scale: 3, border: 4 })).toString('base64')}`;
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const BLOCK = 'width:300px;height:60px;background:teal';
const DRAWN =
  '<svg width="300" height="40"><defs><a id="x" href="' +
  BAD +
  '"><rect width="300" height="40" fill="teal"/></a></defs><use href="#x"/></svg>';
const SMALL = '<svg width="1" height="1"><use href="#x"/></svg>';

interface Attack {
  readonly subject: string;
  readonly html: string;
  /** What is clicked; null where only the mark is looked for. */
  readonly target: string | null;
}

/** Marked for what it says, whatever nobody sees stands around that. Nothing of it is listed. */
const FILLED: readonly Attack[] = [
  [
    'Links unseen before it',
    Array.from(
      { length: 80 },
      (_, n) => `<a href="https://www.example.org/${n}" style="display:none">${n}</a>\r\n`,
    ).join(''),
    '',
  ],
  ['Nothing on both sides', '<i></i>\r\n'.repeat(7_000), '<i></i>\r\n'.repeat(7_000)],
  [
    'Words without a colour',
    `<p style="font-size:3px;color:transparent">${'<b>word </b>\r\n'.repeat(700)}</p>`,
    '',
  ],
].map(([subject = '', before = '', after = '']) => ({
  subject,
  html: `${before}<p>Dear customer, your DHL parcel is on hold. Your account will be suspended unless you pay the customs fee now.</p>
    <p><a href="${ACTION}">Pay now</a></p><p>© 2026 DHL Express</p>${after}`,
  target: null,
}));

/** What a Roundcube lets through of messages that were made to get past us. */
const ATTACKS: readonly Attack[] = [
  {
    subject: 'Drawn again',
    html: `<svg width="300" height="40"><defs><a id="x" href="${BAD}"><rect width="300" height="40" fill="teal"/></a></defs><use href="#x"/></svg>`,
    target: 'use',
  },
  {
    subject: 'Behind fillers',
    html: `<svg width="300" height="40"><defs><a id="x" href="${BAD}"><rect width="300" height="40" fill="teal"/></a><g id="y">${'<g></g>'.repeat(300)}<use href="#x"/></g></defs><use href="#y"/></svg>`,
    target: 'svg > use',
  },
  {
    subject: 'Out of sight',
    html: `<style>@property --spamlight-alive { syntax: "none"; inherits: false; initial-value: none; }
      html spamlight-marks { --spamlight-alive: none !important }</style><p><a href="${BAD}">a link</a></p>`,
    target: 'a',
  },
  {
    subject: 'Names of ours',
    html: `<style>@property --w { syntax: "<length>"; inherits: true; initial-value: 0px; }
      @property --level { syntax: "<color>"; inherits: true; initial-value: transparent; }
      html { --w: 0px; --dx: -9999px; --level: transparent; }</style><p><a href="${BAD}">a link</a></p>`,
    target: 'a',
  },
  {
    subject: 'Padding',
    html: `<p><a href="${BAD}#\r\n${PADDING}">a long link</a></p>`,
    target: 'a',
  },
  {
    subject: 'Decoys',
    html: `<p><a href="https://www.google.com/url?${DECOYS}&amp;q=${encodeURIComponent(BAD)}">one of many</a></p>`,
    target: 'a',
  },
  {
    subject: 'Again and again',
    html: `<p><a href="${WRAPPED}">well wrapped</a></p>`,
    target: 'a',
  },
  {
    subject: 'Without a box',
    html: `<p>before <a href="${BAD}" style="display:contents">without a box</a></p>`,
    target: 'a',
  },
  {
    subject: 'Beyond its box',
    html: `<p><a href="${BAD}" style="display:inline-block;height:0;width:2px;white-space:nowrap">beyond its box</a></p>`,
    target: 'a',
  },
  {
    subject: 'A map of another name',
    html: `<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" usemap="x#m" width="200" height="60">
      <map name="m"><area shape="rect" coords="0,0,200,60" href="${BAD}"></map>`,
    target: 'img',
  },
  PICTURE,
  {
    subject: 'Points before it',
    html: `<a href="${BAD}" style="display:inline-block;width:1px;height:1px;overflow:hidden">${'<i style="position:absolute;width:1px;height:1px"></i>'.repeat(60)}<b style="position:absolute;${BLOCK}">open</b></a>`,
    target: 'b',
  },
  {
    subject: 'A map of a point',
    html: `<img src="${PIXEL}" usemap="#m" width="1" height="1"><br><img src="${PIXEL}" usemap="#m" width="200" height="60">
      <map name="m"><area shape="rect" coords="0,0,200,60" href="${BAD}"></map>`,
    target: 'br + img',
  },
  { subject: 'Drawn in a point first', html: `${SMALL}<p>${DRAWN}</p>`, target: 'p use' },
  { subject: 'Drawn in points first', html: `${SMALL.repeat(240)}<p>${DRAWN}</p>`, target: 'p use' },
  ...FILLED,
  {
    subject: 'A code behind others',
    html: `${`<img src="${PIXEL}" width="60" height="60">`.repeat(14)}<img src="${CODE}" width="150" height="150">`,
    target: null,
  },
  {
    subject: 'A code in a background',
    html: `<div style="width:150px;height:150px;background-image:url(${CODE})"></div>`,
    target: null,
  },
  {
    subject: 'A code in a drawing',
    html: `<svg width="150" height="150"><image href="${CODE}" width="150" height="150"/></svg>`,
    target: null,
  },
  {
    subject: 'A code before it',
    html: `<style>.scan::before { content: ""; display: block; width: 150px; height: 150px; background-image: url(${CODE}) }</style><div class="scan"></div>`,
    target: null,
  },
];

const mail = (
  { subject, html }: { readonly subject: string; readonly html: string },
  number: number,
): string =>
  [
    'Return-Path: <bounce@news.example>',
    `Date: Thu, 20 Nov 2025 09:${String(number).padStart(2, '0')}:00 +0000`,
    'From: Sender <sender@news.example>',
    'To: Alice Example <alice@mail.test>',
    `Subject: ${subject}`,
    `Message-ID: <attack-${number}@samples.test>`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<html><body>${html}</body></html>`,
  ].join('\r\n');

const ROOT = `${PREVIEW}.querySelector('spamlight-marks')?.shadowRoot`;
/** It has a size, and a color. */
const IS_MARK_SEEN = `(() => {
  const mark = ${ROOT}?.querySelector('.mark:popover-open');
  const frame = mark?.querySelector('.frame');
  if (!frame || !mark.checkVisibility()) return false;
  const { width, height } = frame.getBoundingClientRect();
  return width > 10 && height > 10 && !/^rgba\\(.*, 0\\)$/.test(getComputedStyle(frame).borderTopColor);
})()`;
const QUESTION = `[...[document, ${PREVIEW}]].map((page) => page.querySelector('spamlight-marks')?.shadowRoot?.querySelector('dialog')).find((each) => each?.open)`;

test('a real Roundcube: what it lets through of hostile mail is marked where it is seen, and asks first', async ({
  world,
}) => {
  await withRoundcube(
    'elastic',
    async (roundcube) => {
      const page = await world.openSite(roundcube.url);
      await signIn(page, roundcube, ATTACKS.length);
      for (const { subject, target } of ATTACKS) {
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
          expect(await page.run(`return ${QUESTION}.getBoundingClientRect().width > 200`)).toBe(true);
          await page.press('Escape');
          await page.until(`!(${QUESTION})`, { what: 'the question to go' });
        });
      }
    },
    ATTACKS.map(mail),
  );
  expect(world.proxy.seen.filter(({ url }) => url.includes(new URL(BAD).hostname))).toEqual([]);
});

/** Where what is drawn of the element is, in the page around the preview. */
async function pointOf(page: Page, selector: string): Promise<{ readonly x: number; readonly y: number }> {
  return (await page.run(
    `const frame = document.querySelector('#messagecontframe').getBoundingClientRect();
     const element = ${PREVIEW}.querySelector('#messagebody ' + args);
     const range = ${PREVIEW}.createRange();
     range.selectNodeContents(element);
     const own = element.getBoundingClientRect(), text = range.getBoundingClientRect();
     const box = own.width * own.height > text.width * text.height ? own : text;
     return { x: frame.left + box.left + box.width / 2, y: frame.top + box.top + box.height / 2 };`,
    selector,
  )) as { x: number; y: number };
}
