/** What browsers have of late that moves, doubles or stands in for what is in the page. Each as a webmail or a mail uses it. */
import { eventually } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { byId, goBack, untilAsked, untilFramed } from './harness/own-parts.ts';
import { htmlPage } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

declare global {
  interface Window {
    browserFeaturesTransition?: ViewTransition;
    /** In which everything of the extension was drawn before its update. */
    browserFeaturesHost?: Element | null;
  }
}

/** Not every browser has it, and the compiler's library does not yet. */
type Movable = HTMLElement & { moveBefore?: (node: Node, before: Node | null) => void };

test.use({ installation: 'kept' });

const MAIL = mailPage();
const BAD = LISTED.phishingUrl;
const { hostname } = new URL(BAD);
const LINK = `<p style="padding:40px"><a id="a" href="${BAD}">link</a></p>`;

test(
  'a message that is moved in the page as it is (moveBefore) keeps its mark and its question',
  tier('core'),
  async ({ world }) => {
    const page = await world.openMail(MAIL.url, MAIL.html(LINK));
    await untilMarked(page, [BAD]);
    await page.run(({ one }) => {
      const place: Movable = document.createElement('section');
      place.style.cssText = 'margin:120px';
      one('[role=main]').append(place);
      const message = one('.adn');
      if (place.moveBefore) place.moveBefore(message, null);
      else place.append(message);
    });
    await untilFramed(page, byId('a'));
    await page.click(byId('a'));
    await untilAsked(page);
    // The link goes elsewhere under its open question, and back.
    await page.run(({ one }) => {
      const place = one<Movable>('section');
      const link = one<HTMLAnchorElement>('#a');
      if (place.moveBefore) place.moveBefore(link, null);
      else place.append(link);
      link.href = 'https://www.example.org/';
    });
    expect(await page.run(({ dialog }) => dialog()?.textContent)).toContain(hostname);
    await goBack(page);
    expect(world.proxy.seen.filter(({ url }) => url.includes(hostname))).toEqual([]);
  },
);

test(
  'a message that comes by a view transition is marked and asks, also where the mail has styles for it',
  tier('core'),
  async ({ world }) => {
    // The pictures of a transition lie over all of the page; this one takes long, and each part has a name.
    const style = `<style>
    a, p { view-transition-name: match-element }
    ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 2s }
    ::view-transition { pointer-events: none }
  </style>`;
    const page = await world.openMail(MAIL.url, MAIL.html(`${style}<p>an empty letter</p>`));
    await page.run(
      (_, find, html) => {
        const change = (): void => {
          find().append(document.createRange().createContextualFragment(html));
        };
        if ('startViewTransition' in document)
          window.browserFeaturesTransition = document.startViewTransition(change);
        else change();
      },
      MAIL.body,
      LINK,
    );
    await page.until(byId('a'), { what: 'the link' });
    // While it runs a click goes through to the link, or nowhere.
    await page.click(byId('a'));
    await untilMarked(page, [BAD]);
    await page.run(async () => {
      await window.browserFeaturesTransition?.finished;
    });
    if (await page.run(({ dialog }) => dialog() === null)) await page.click(byId('a'));
    await untilAsked(page);
    await goBack(page);
    await untilFramed(page, byId('a'));
    expect(world.proxy.seen.filter(({ url }) => url.includes(hostname))).toEqual([]);
  },
);

test(
  'scroll markers and buttons that a style sheet of the mail makes of its links open none of them',
  tier('all'),
  async ({ world }) => {
    const style = `<style>
    #list { width: 400px; height: 60px; overflow: auto; scroll-marker-group: before; position: relative }
    #list::scroll-marker-group { height: 60px; display: block }
    #list a { display: block; height: 200px }
    #list a::scroll-marker { content: "Open your account"; display: block; width: 400px; height: 60px; background: gold }
    #list::scroll-button(down) { content: "Open" }
  </style>`;
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(`${style}<div id="list"><a id="a" href="${BAD}">link</a></div>`),
    );
    await untilMarked(page, [BAD]);
    const { left, top } = await page.run(({ one }) => {
      const box = one('#list').getBoundingClientRect();
      return { left: box.left, top: box.top };
    });
    for (const y of [top - 50, top - 30, top - 10]) {
      await page.mouse('click', left + 60, y);
      if (await page.run(({ dialog }) => dialog() !== null)) await goBack(page);
    }
    // The link itself, where it is drawn, asks as ever.
    await page.mouse('click', left + 10, top + 20);
    await untilAsked(page);
    expect(await page.url()).toBe(MAIL.url);
    expect(world.proxy.seen.filter(({ url }) => url.includes(hostname))).toEqual([]);
  },
);

test(
  'an update of the extension while a question is open: the question goes, nothing opens, and the next click asks',
  tier('core'),
  async ({ world }) => {
    world.proxy.serve(hostname, htmlPage('<title>arrived</title>'));
    const page = await world.openMail(MAIL.url, MAIL.html(LINK));
    await untilMarked(page, [BAD]);
    await page.click(byId('a'));
    await untilAsked(page);
    await page.run(() => {
      window.browserFeaturesHost = document.querySelector('spamlight-marks');
    });
    await world.browser.reloadExtension();
    await eventually(
      'the new script instead of the old one',
      async () => {
        await page.mouse('move', 5, 5);
        await page.mouse('move', 400, 300);
        return page.run(({ all }) => {
          const hosts = all('spamlight-marks');
          return hosts.length === 1 && hosts[0] !== window.browserFeaturesHost;
        });
      },
      60_000,
    );
    expect(await page.run(({ dialog }) => dialog() === null)).toBe(true);
    await untilMarked(page, [BAD]);
    await page.click(byId('a'));
    await untilAsked(page);
    await goBack(page);
    expect(world.proxy.seen.filter(({ url }) => url.includes(hostname))).toEqual([]);
    expect(await world.browser.problems()).toEqual([]);
  },
);
