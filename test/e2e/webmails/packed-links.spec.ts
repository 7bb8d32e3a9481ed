/**
 * Links that carry a listed address in ways of their own, as real webmails show them: wrappers, redirectors that no table
 * has, base64, IPFS, `ping`, `_blank`, more in sight than are hit-tested one by one; and "once", which ends with its message.
 */
import { MAILDEVS } from '../../../scripts/setup/webmails.mjs';
import { eventually, type Page } from '../harness/browser.ts';
import { LISTED } from '../harness/channel.ts';
import { tier } from '../harness/tiers.ts';
import { expect, test, type World } from '../harness/fixtures.ts';
import { HORDE_VIEWS, openInHorde, signInToHorde, withHorde } from '../harness/horde-page.ts';
import { whyNoHorde } from '../harness/horde.ts';
import { rowOf, startMailDev, whyNoMailDev } from '../harness/maildev.ts';
import { type PageScript, script } from '../harness/page-script.ts';
import { ask, OPTIONS, pinnedChannel, publishSerial, statusOf } from '../harness/pinned-channel.ts';
import { htmlPage, type Proxy } from '../harness/proxy.ts';
import { openPreview, signIn, withRoundcube } from '../harness/roundcube-page.ts';
import { whyNoRoundcube } from '../harness/roundcube.ts';

test.describe.configure({ timeout: 420_000 });

const BAD = LISTED.phishingUrl;
const BAD_HOST = new URL(BAD).hostname;
const ESCAPED = encodeURIComponent(BAD);
/** The example of https://docs.ipfs.tech/concepts/content-addressing/, in two of its spellings. */
const CONTENT = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
const SPAM = 'https://www.only-1.example/offer';

interface PackedLink {
  /** Its text: webmails take ids away. */
  readonly name: string;
  readonly href: string;
  readonly attributes?: string;
  readonly says: RegExp;
}

const DANGER = /This link is dangerous/;
const CARRIED = /A listed address is part of it/;
const LINKS: readonly PackedLink[] = [
  {
    name: 'a wrapper',
    href: `https://eur01.safelinks.protection.outlook.com/?url=${ESCAPED}&amp;data=05`,
    says: DANGER,
  },
  {
    name: 'a redirector of a shop',
    href: `https://www.example.org/bitrix/redirect.php?goto=${ESCAPED}`,
    says: DANGER,
  },
  { name: 'an unknown redirector', href: `https://www.example.org/go?zq=${ESCAPED}`, says: CARRIED },
  { name: 'an address in a path', href: `https://www.example.org/go/${BAD}`, says: CARRIED },
  {
    name: 'base64',
    href: `https://www.example.org/r/${Buffer.from(BAD).toString('base64url')}/de`,
    says: CARRIED,
  },
  {
    name: 'another gateway of IPFS',
    href: `https://${CONTENT}.ipfs.dweb.link/login/index.html`,
    says: DANGER,
  },
  {
    name: 'others are told',
    href: BAD,
    attributes: 'ping="https://told.test/1"',
    says: DANGER,
  },
  { name: 'a new tab', href: `${BAD}?blank`, attributes: 'target="_blank"', says: DANGER },
];

const MANY = 40;
const ROW = Array.from(
  { length: MANY },
  (_, n) => `<a href="${BAD}?${n}" style="display:inline-block;width:40px;height:20px">n${n}</a>`,
).join(' ');

interface Letter {
  readonly subject: string;
  readonly html: string;
}

const PACKED: Letter = {
  subject: 'Packed in many ways',
  html: LINKS.map(
    ({ name, href, attributes = '' }) =>
      `<p style="margin:24px 0"><a href="${href}" ${attributes}>${name}</a></p>`,
  ).join(''),
};
const CROWDED: Letter = { subject: 'Forty in sight', html: `<div style="width:480px">${ROW}</div>` };
const FIRST: Letter = {
  subject: 'The first of two',
  html: `<p style="margin:60px 0"><a href="${SPAM}">the offer</a></p><p>Good morning.</p>`,
};
const SECOND: Letter = {
  subject: 'The next one',
  html: `<p style="margin:60px 0"><a href="${SPAM}">the offer</a></p><p>Good evening.</p>`,
};
const LETTERS = [PACKED, CROWDED, FIRST, SECOND];

function sourceOf({ subject, html }: Letter): string {
  const body = Buffer.from(`<html><body>${html}</body></html>`)
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n');
  return [
    'Return-Path: <bounce@news.example>',
    `Date: Thu, 20 Nov 2025 09:${String(10 + LETTERS.findIndex((each) => each.subject === subject))}:00 +0000`,
    'From: Sender <sender@news.example>',
    'To: Alice Example <alice@mail.test>',
    `Subject: ${subject}`,
    `Message-ID: <${subject.replaceAll(' ', '-')}@samples.test>`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    body,
  ].join('\r\n');
}

/** All documents of the page's origin, by their windows. */
const VIEWS = script(() => {
  const all: Window[] = [];
  const look = (view: Window): void => {
    all.push(view);
    for (let n = 0; n < view.frames.length; n++) {
      try {
        const frame = view.frames[n];
        if (frame?.document) look(frame);
      } catch {
        // Of another origin.
      }
    }
  };
  look(window);
  return all;
});
const ROOTS = script(
  (_, views) =>
    views().flatMap(({ document }) => document.querySelector('spamlight-marks')?.shadowRoot ?? []),
  VIEWS,
);
const ownPart = (selector: string): PageScript<HTMLElement | undefined> =>
  script(
    (_, roots, wanted) =>
      roots()
        .map((root) => root.querySelector<HTMLElement>(wanted))
        .find((each) => each !== null),
    ROOTS,
    selector,
  );
const QUESTION = ownPart('dialog[open]');
const MARK_COUNT = script(
  ({ all }, roots) => roots().reduce((sum, root) => sum + all('.mark:popover-open', root).length, 0),
  ROOTS,
);
const areMarked = (count: number): PageScript<boolean> =>
  script((_, counted, wanted) => counted() === wanted, MARK_COUNT, count);
const isGone = (place: PageScript<HTMLElement | undefined>): PageScript<boolean> =>
  script((_, find) => find() === undefined, place);
const linkNamed = (name: string): PageScript<HTMLAnchorElement> =>
  script(
    ({ all }, views, wanted) => {
      const found = views()
        .flatMap(({ document }) => all<HTMLAnchorElement>('a[href]', document))
        .find(({ textContent }) => textContent.trim() === wanted);
      if (found === undefined) throw new Error(`there is no link ${wanted}`);
      return found;
    },
    VIEWS,
    name,
  );
const button = (
  inside: PageScript<HTMLElement | undefined>,
  text: string,
): PageScript<HTMLElement | undefined> =>
  script(
    ({ all }, within, wanted) =>
      all('button', within() ?? null).find(({ textContent }) => textContent.trim() === wanted),
    inside,
    text,
  );

/** Points at an element, once it is there, or clicks it. */
async function use(
  page: Page,
  action: 'move' | 'click',
  element: PageScript<HTMLElement | undefined>,
): Promise<void> {
  await page.until(element, { what: element.what.slice(-80) });
  await page.click(element, action);
}

async function goBack(page: Page): Promise<void> {
  await page.press('Escape');
  await page.until(isGone(QUESTION), { what: 'the question to go' });
  await page.mouse('move', 2, 2);
  await page.until(isGone(ownPart('.card')), { what: 'the card to go' });
}

/** What each webmail does with them; the way to open one of them is the webmail's own. */
async function eachLetter(
  page: Page,
  network: Proxy,
  open: (letter: Letter) => Promise<void>,
): Promise<void> {
  const address = await page.url();
  await test.step(PACKED.subject, async () => {
    await open(PACKED);
    await page.until(
      script((_, counted) => counted() >= 3, MARK_COUNT),
      { what: 'marks', timeout: 60_000 },
    );
    for (const { name, says } of LINKS) {
      await test.step(name, async () => {
        await use(page, 'click', linkNamed(name));
        await page.until(QUESTION, { what: `a question about ${name}` });
        await page.until(
          script((_, find, words) => words.test(find()?.textContent ?? ''), QUESTION, says),
          { what: `${name}: ${says}` },
        );
        await goBack(page);
      });
    }
  });
  await test.step(CROWDED.subject, async () => {
    await open(CROWDED);
    const first = linkNamed('n0');
    await page.until(first, { what: 'the links' });
    await page.run((_, find) => find().scrollIntoView({ block: 'start' }), first);
    // In a frame lower than its message, those beyond its edge are seen after scrolling.
    await page.until(
      script(
        ({ all }, find, counted) => {
          const { ownerDocument } = find();
          const height = ownerDocument.defaultView?.innerHeight ?? 0;
          const inSight = all('a[href]', ownerDocument).filter(
            (link) => /^n\d+$/.test(link.textContent) && link.getBoundingClientRect().bottom <= height,
          );
          return inSight.length > 0 && counted() >= inSight.length && inSight.length;
        },
        first,
        MARK_COUNT,
      ),
      { what: 'a mark at each link in sight', timeout: 60_000 },
    );
  });
  await test.step('once', async () => {
    await open(FIRST);
    await page.until(areMarked(1), { what: 'the mark', timeout: 60_000 });
    await use(page, 'move', linkNamed('the offer'));
    await use(page, 'click', button(ownPart('.card:popover-open:not(.settling)'), 'Trust…'));
    await use(
      page,
      'click',
      script(
        ({ all }, card) => all('label', card() ?? null).find(({ textContent }) => /Once/.test(textContent)),
        ownPart('.card'),
      ),
    );
    await use(page, 'click', button(ownPart('.card'), 'Trust'));
    await page.until(areMarked(0), { what: 'the mark to go' });
    await open(SECOND);
    await page.until(areMarked(1), { what: 'the mark in the next message', timeout: 60_000 });
  });
  const seen = network.seen.map(({ url }) => url);
  expect(seen.filter((url) => url.includes(BAD_HOST) || url.includes('told.test'))).toEqual([]);
  expect(new URL(await page.url()).host).toBe(new URL(address).host);
}

/** A channel with content of IPFS in it; the list that the tests share has none. */
async function withOwnChannel(world: World, network: Proxy, task: () => Promise<void>): Promise<void> {
  network.serve('www.example.org', htmlPage('<title>arrived</title>'));
  const channel = await pinnedChannel(network);
  try {
    await publishSerial(channel, 1, [`ipfs.io/ipfs/${CONTENT}/login/index.html`]);
    const own = await world.openOwn(OPTIONS);
    await eventually(
      'the list',
      async () => {
        await ask(own, { type: 'update-now' });
        return (await statusOf(own)).serial === 1;
      },
      60_000,
    );
    await task();
  } finally {
    await channel.stop();
  }
}

const SOURCES = LETTERS.map(sourceOf);

for (const view of HORDE_VIEWS) {
  test(
    `a real Horde, ${view} view: packed links are marked and ask, and “once” ends with its message`,
    tier(view !== 'dynamic' ? 'soak' : 'all'),
    async ({ world, network }) => {
      const reason = whyNoHorde();
      test.skip(reason !== null, reason ?? '');
      await withOwnChannel(world, network, () =>
        withHorde(async (horde) => {
          const page = await world.openSite(`${horde.url}login.php`, { width: 1280, height: 900 });
          await signInToHorde(page, horde, view, LETTERS.length);
          await eachLetter(page, network, ({ subject }) => openInHorde(page, view, subject));
          // It asks for new mail as long as it is open.
          await page.close();
        }, SOURCES),
      );
    },
  );
}

for (const name of MAILDEVS) {
  test(
    `a real ${name}: packed links are marked and ask, and “once” ends with its message`,
    tier(name !== MAILDEVS[0] ? 'soak' : 'all'),
    async ({ world, network }) => {
      const reason = whyNoMailDev(name);
      test.skip(reason !== null, reason ?? '');
      await withOwnChannel(world, network, async () => {
        const catcher = await startMailDev(name);
        try {
          for (const source of SOURCES) await catcher.deliver(source);
          const page = await world.openSite(catcher.url);
          await eachLetter(page, network, async ({ subject, html }) => {
            const row = rowOf(subject);
            await page.until(row, { timeout: 30_000, what: `${subject} in the list` });
            await page.click(row);
            const [, words = ''] = /([^<>]+)<\/\w+>$/.exec(html) ?? [];
            await page.until(
              script(
                (_, views, wanted) =>
                  views().some(({ document }) => document.body?.textContent.includes(wanted)),
                VIEWS,
                words,
              ),
              { what: `the message ${subject}` },
            );
          });
        } finally {
          await catcher.stop();
        }
      });
    },
  );
}

test('a real Roundcube: packed links are marked and ask, and “once” ends with its message', async ({
  world,
  network,
}) => {
  const reason = whyNoRoundcube();
  test.skip(reason !== null, reason ?? '');
  await withOwnChannel(world, network, () =>
    withRoundcube(
      'elastic',
      async (roundcube) => {
        const page = await world.openSite(roundcube.url);
        await signIn(page, roundcube, LETTERS.length);
        await eachLetter(page, network, ({ subject }) => openPreview(page, subject));
      },
      SOURCES,
    ),
  );
});
