import { FIXTURES, type Fixture } from '../extension/content/webmail/fixture.ts';
import type { Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test, type World } from './harness/fixtures.ts';
import { htmlPage } from './harness/proxy.ts';
import { at, CARD, control } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { tier, type Tier } from './harness/tiers.ts';

test.use({ installation: 'kept' });

/** Those with the message in themselves, or in a frame that their script fills. */
const PAGES = FIXTURES.filter(
  ({ name, facts }) => facts.wholeDocument !== true && facts.found > 0 && !name.startsWith('generic-nested'),
);

const BAD = LISTED.phishingUrl;

/** What a message can hold beside plain links. */
const MESSAGE = `<p>Dear customer, <a href="${BAD}">pay <b>the fee</b></a>, <a href="${BAD}?2">or <span tabindex="0">ask</span> us</a>,
  <a href="https://harmless.example/">or wait</a>.</p>
  <div><svg width="60" height="20"><a href="${BAD}?3"><text y="15">drawn</text></a><a href="https://harmless.example/2"><text x="40" y="15">2</text></a></svg></div>
  <form action="${BAD}?4"><input aria-label="name"><button>Send</button></form>
  <details><summary>More</summary><a href="${BAD}?5">hidden</a></details><div style="height:160px"></div>`;

/** Pages with this message in place of their links, between two buttons. */
function htmlOf({ html }: Fixture): string {
  return (
    html
      .replace(/<a href="https:\/\/found-1\.example[^]*?<\/a>/, () => MESSAGE)
      // In a shadow root, Firefox's Tab does not go on from an image map.
      .replaceAll(/<map[^]*?<\/map>/g, '')
      .replace(/<body[^>]*>/, (body) => `${body}<button id="tab-first">first</button>`)
      .replace(/<\/body>(?![^]*<\/body>)/, '<button id="tab-last">last</button>$&')
  );
}

/** The focused element, also in a frame or an open shadow root; ours is called so. */
const FOCUSED = script(() => {
  let at = document.activeElement;
  while (at?.localName !== 'spamlight-marks') {
    const frame = at?.localName === 'iframe' ? (at as HTMLIFrameElement).contentDocument : null;
    const inside: Element | null = at?.shadowRoot?.activeElement ?? frame?.activeElement ?? null;
    if (inside === null || inside.localName === 'body') break;
    at = inside;
  }
  if (at === null || at.localName === 'body' || at.localName === 'html') return null;
  if (at.localName === 'spamlight-marks') return 'ours';
  return `${at.localName} ${at.id} ${at.textContent.trim().slice(0, 30)} ${at.getAttribute('href') ?? ''}`;
});

const IS_SIGN_OPEN = script(({ sign }) => sign()?.matches(':popover-open'));

/** A frame that the page's script fills has the message. */
async function untilSign(page: Page, { html }: Fixture): Promise<void> {
  const frame = /data-frame="([^"]*)"/.exec(html)?.[1];
  if (frame === undefined) await page.until(IS_SIGN_OPEN, { what: 'the sign' });
  else await page.untilInFrame(at(frame), IS_SIGN_OPEN);
}

const MAX_PRESSES = 120;

/** What Tab comes to from one button to the other. */
async function walk(page: Page, from: 'tab-first' | 'tab-last'): Promise<readonly string[]> {
  const to = from === 'tab-first' ? 'tab-last' : 'tab-first';
  await page.run(({ one }, id) => one(`#${id}`).focus(), from);
  const met: string[] = [];
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    await page.press('Tab', { shift: from === 'tab-last' });
    const at = await page.run(FOCUSED);
    if (at?.includes(to) === true) return met;
    // From where the focus has gone into the undo line, it comes back.
    if (at?.includes(from) !== true) met.push(at ?? 'nothing');
  }
  throw new Error(`Tab does not come to ${to}, but to ${met.join(' | ')}`);
}

/** Without what is ours, and without a link to which the focus returns from its card. */
function ofPage(met: readonly string[]): readonly string[] {
  const theirs = met.filter((at) => at !== 'ours');
  return theirs.filter((at, index) => at !== theirs[index - 1]);
}

interface Order {
  readonly forth: readonly string[];
  readonly back: readonly string[];
}

async function orderOn(page: Page): Promise<Order> {
  return { forth: await walk(page, 'tab-first'), back: await walk(page, 'tab-last') };
}

const ofPageBothWays = ({ forth, back }: Order): Order => ({ forth: ofPage(forth), back: ofPage(back) });

/** The order where Spamlight does not run, and the page where it has put its sign. */
async function withAndWithout(world: World, fixture: Fixture): Promise<{ wanted: Order; page: Page }> {
  const html = htmlOf(fixture);
  const { url } = fixture.facts;
  for (const host of ['without.example', new URL(url).hostname]) world.proxy.serve(host, htmlPage(html));
  const without = await world.browser.openPage('http://without.example/');
  const wanted = ofPageBothWays(await orderOn(without));
  await without.close();
  expect(wanted.forth.join()).toContain('harmless.example');
  const page = await world.openSite(url);
  await untilSign(page, fixture);
  return { wanted, page };
}

/** In the page itself, in a frame, in a frame without an address, in a shadow root, of an unknown webmail. */
const AT_ONCE = /^(?:gmail|proton|horde|tuta|generic-named)-/;

function tierOf({ name }: Fixture): Tier {
  if (!AT_ONCE.test(name)) return 'soak';
  return /^(?:gmail|proton)/.test(name) ? 'core:firefox' : 'all';
}

test('there are pages of most webmails', () => {
  expect(PAGES.length).toBeGreaterThan(25);
  expect(PAGES.filter(({ name }) => AT_ONCE.test(name))).toHaveLength(5);
});

for (const fixture of PAGES) {
  test(
    `Tab comes to the same elements in the same order beside sign and cards: ${fixture.name}`,
    tier(tierOf(fixture)),
    async ({ world }) => {
      const { wanted, page } = await withAndWithout(world, fixture);
      const order = await orderOn(page);
      expect(ofPageBothWays(order)).toEqual(wanted);
      // Tab comes to the sign and the cards as well.
      expect(order.forth).toContain('ours');
      expect(order.back).toContain('ours');
    },
  );
}

test('Tab comes to the same elements in the same order beside an undo line', async ({ world }) => {
  const fixture = PAGES.find(({ webmail }) => webmail === 'gmail');
  if (fixture === undefined) throw new Error('no page');
  const { wanted, page } = await withAndWithout(world, fixture);
  await page.click(at('a[href$="?2"]'), 'move');
  await page.until(({ card }) => card()?.classList.contains('settling') === false, { what: 'the card' });
  await page.click(control(CARD, /^Trust…/));
  await page.until(control(CARD, /^Trust$/), { what: 'the choice' });
  await page.click(control(CARD, /^Trust$/));
  await page.until(({ toast }) => toast()?.matches(':popover-open'), { what: 'the undo line' });
  const forth = await walk(page, 'tab-first');
  expect(ofPage(forth)).toEqual(wanted.forth);
  expect(forth[0]).toBe('ours');
});
