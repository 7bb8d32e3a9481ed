import type { Browser, Page } from './browser.ts';
import { eventually } from './browser.ts';
import type { World } from './fixtures.ts';
import type { Preferences } from '../../../src/extension/protocol/preference-messages.ts';
import { type PageScript, type Place, script, scriptOf } from './page-script.ts';

/** What is done here with a page, and can be done with a message that a mail program displays. */
export type MessagePage = Pick<Page, 'run' | 'until' | 'mouse' | 'click' | 'press'>;

/** What the extension draws in a page, as places. */
export const ROOT = script(({ root }) => root());
export const CARD = script(({ card }) => card());
export const DIALOG = script(({ dialog }) => dialog());
export const TOAST = script(({ toast }) => toast());
export const SIGN = script(({ sign }) => sign());

/** The first element of the document. */
export const at = (selector: string): PageScript<HTMLElement> =>
  script(({ one }, wanted) => one(wanted), selector);

export const byId = (id: string): PageScript<HTMLElement> => at(`#${id}`);

/** The visible button or choice of `inside` with this text. */
export function control(
  inside: PageScript<ParentNode | null | undefined>,
  text: RegExp,
  kind: 'button' | 'label' = 'button',
): PageScript<HTMLElement | undefined> {
  return script(
    ({ named }, within, wanted, name) => named(wanted, within() ?? null, name),
    inside,
    text,
    kind,
  );
}

export async function untilCount(page: MessagePage, count: number): Promise<void> {
  await page.until(
    script(({ marks }, wanted) => marks().length === wanted, count),
    { what: `${count} marks` },
  );
}

/** How far the mark nearest to an element is from it: left, top, and how much wider and higher it is. */
async function offsets(
  page: Page,
  element: PageScript<Element | null | undefined>,
): Promise<readonly number[]> {
  return page.run(({ marks }, find) => {
    const link = find()?.getBoundingClientRect();
    if (link === undefined) throw new Error('no element');
    const all = marks().map((mark) => {
      const { x, y, width, height } = mark.getBoundingClientRect();
      return {
        far: Math.hypot(x - link.x, y - link.y),
        by: [x - link.x, y - link.y, width - link.width, height - link.height],
      };
    });
    return all.sort((a, b) => a.far - b.far)[0]?.by ?? [];
  }, element);
}

/** Waits until a mark frames this element: 2 pixels around it, give or take one of rounding. */
export async function untilFramed(page: Page, place: Place): Promise<void> {
  const element = scriptOf(place);
  await eventually(`the mark at ${element.what}`, async () => {
    const seen = await offsets(page, element);
    const isAt =
      seen.length === 4 && [-2, -2, 4, 4].every((wanted, n) => Math.abs(wanted - (seen[n] ?? 99)) <= 1);
    if (!isAt) throw new Error(`the nearest is off by ${seen.join()}`);
    return true;
  });
}

/** Puts the pointer where nothing of the message is, and waits until no card lies over the lines below. */
export async function pointAway(page: MessagePage): Promise<void> {
  await page.mouse('move', 2, 2);
  await page.until(({ card }) => card() === null, { what: 'the card to go' });
}

export async function untilAsked(page: MessagePage): Promise<void> {
  try {
    await page.until(({ dialog }) => dialog()?.open, { what: 'the question' });
  } catch (error) {
    // Nothing was drawn, so the message says what there was instead.
    const there = await page.run(({ card, marks, root }) => ({
      address: location.href.slice(0, 80),
      hidden: document.hidden,
      focus: document.hasFocus(),
      active: `${document.activeElement?.localName} #${document.activeElement?.id}`,
      hosts: document.querySelectorAll('spamlight-marks').length,
      card: card()?.textContent.slice(0, 80),
      marks: marks().length,
      said: root().textContent.slice(-300),
    }));
    throw new Error(`no question; there is ${JSON.stringify(there)}`, { cause: error });
  }
}

/** Buttons work only after the first moment. */
export async function untilSettled(page: MessagePage): Promise<void> {
  await page.until(({ dialog }) => dialog()?.classList.contains('settling') === false, {
    what: 'the first moment of the question to pass',
  });
}

/** Takes the question back once it has its answer: when one that still checks gets it, another takes its place. */
export async function goBack(page: MessagePage): Promise<void> {
  await page.until(({ dialog }) => dialog()?.querySelector('.spinner') === null, {
    what: 'the question to be answered',
  });
  await page.press('Escape');
  await page.until(({ dialog }) => dialog() === null, { what: 'the question to go' });
}

/** Opens the card of a marked link by resting on it, and waits until its buttons work. */
export async function openCard(page: MessagePage, element: Place): Promise<void> {
  await pointAway(page);
  await page.click(element, 'move');
  await untilCard(page);
}

/** Waits until there is a card whose buttons work. */
export async function untilCard(page: MessagePage): Promise<void> {
  // In one that has only just come under the pointer buttons do nothing.
  await page.until(({ card }) => card()?.matches(':popover-open:not(.settling)'), { what: 'the card' });
}

/** Changes some of the reader's settings, as the options page does. */
export async function setPreferences(own: Page, changed: Partial<Preferences>): Promise<void> {
  await own.run(async ({ send }, wanted) => {
    const preferences = await send({ type: 'get-preferences' });
    // Not awaited: another language has the page drawn anew before the answer comes.
    void send({ type: 'set-preferences', preferences: { ...preferences, ...wanted } });
  }, changed);
  // A page that is loaded after this has them.
  await eventually('the changed settings', () =>
    own.run(async ({ send }, wanted) => {
      const now = new Map(Object.entries(await send({ type: 'get-preferences' })));
      return Object.entries(wanted).every(([name, value]) => now.get(name) === value);
    }, changed),
  );
}

/** A page of the extension, open once the first list is there: a new list makes every page ask again. */
export async function ownPageWithList(world: World): Promise<Page> {
  return world.own ?? openWithList(world.browser);
}

/** The options, once the first list is there. */
export async function openWithList(browser: Browser): Promise<Page> {
  const own = await browser.openPage(browser.extensionUrl('src/extension/pages/options/options.html'));
  await own.until(
    async ({ send }) => {
      const { channels } = await send({ type: 'get-status' });
      return (
        channels.some(({ kind }) => kind === 'fresh') &&
        channels.every(({ activity }) => activity.kind === 'idle')
      );
    },
    { what: 'the list' },
  );
  return own;
}

/**
 * After this a page stays where it is at the next click on a link. Not by its click: one that has to wait for an answer is
 * made anew by the guard, and no page hears of that one.
 */
export const STAY = script(() => {
  navigation.addEventListener('navigate', (event) => event.preventDefault(), { once: true });
});

/** The tab with a page whose address contains this; the extension sees addresses of webmails only. */
export async function tabOf(own: Page, address: string): Promise<number> {
  const id = await own.run(
    async ({ api }, part) => (await api.tabs.query({})).find(({ url }) => url?.includes(part))?.id,
    address,
  );
  if (id === undefined) throw new Error(`no tab at ${address}`);
  return id;
}

/** What the popup says of a tab, given by its id or by what its address contains. */
export async function countsOf(
  own: Page,
  tab: number | string,
): Promise<{ readonly messages: number; readonly links: number; readonly danger: number }> {
  const tabId = typeof tab === 'number' ? tab : await tabOf(own, tab);
  return own.run(async ({ send }, id) => {
    const { messages, links, danger } = await send({ type: 'get-tab', tabId: id });
    return { messages, links, danger };
  }, tabId);
}
