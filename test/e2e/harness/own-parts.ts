import type { Browser, Page } from './browser.ts';
import { eventually } from './browser.ts';
import type { World } from './fixtures.ts';

/** What is done here with a page, and can be done with a message that a mail program displays. */
export type MessagePage = Pick<Page, 'run' | 'until' | 'mouse' | 'click' | 'press'>;

/** The shadow root in which everything of ours is; open in test builds only. */
export const ROOT = `document.querySelector('spamlight-marks').shadowRoot`;
export const MARKS = `${ROOT}.querySelectorAll('.mark')`;
export const CARD = `${ROOT}.querySelector('.card')`;
export const DIALOG = `${ROOT}.querySelector('dialog')`;
export const TOAST = `${ROOT}.querySelector('.toast')`;

/** The browser's own extension API, in a page of the extension. */
export const API = '(window.browser ?? window.chrome)';

/** An expression for the visible button or choice of `inside` with this text. */
export function control(inside: string, text: RegExp, kind: 'button' | 'label' = 'button'): string {
  return `[...(${inside}?.querySelectorAll('${kind}') ?? [])].find((each) => ${text}.test(each.ariaLabel ?? each.textContent) && each.checkVisibility())`;
}

export const byId = (id: string): string => `document.querySelector('#${id}')`;

export async function untilCount(page: MessagePage, count: number): Promise<void> {
  await page.until(`${MARKS}.length === ${count}`, { what: `${count} marks` });
}

/** How far the mark nearest to an element is from it: left, top, and how much wider and higher it is. */
async function offsets(page: Page, element: string): Promise<readonly number[]> {
  return (await page.run(
    `const link = ${element}.getBoundingClientRect();
     const all = [...${MARKS}].map((mark) => mark.getBoundingClientRect())
       .map((mark) => [mark.x - link.x, mark.y - link.y, mark.width - link.width, mark.height - link.height]);
     return all.sort((a, b) => Math.hypot(a[0], a[1]) - Math.hypot(b[0], b[1]))[0] ?? [];`,
  )) as readonly number[];
}

/** Waits until a mark frames this element: 2 pixels around it, give or take one of rounding. */
export async function untilFramed(page: Page, element: string): Promise<void> {
  await eventually(`the mark at ${element}`, async () => {
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
  await page.until(`${CARD} === null`, { what: 'the card to go' });
}

export async function untilAsked(page: MessagePage): Promise<void> {
  try {
    await page.until(`${DIALOG}?.open`, { what: 'the question' });
  } catch (error) {
    // Nothing was drawn, so the message says what there was instead.
    const there = await page.run(
      `return JSON.stringify({ address: location.href.slice(0, 80), hidden: document.hidden, focus: document.hasFocus(),
         active: document.activeElement?.outerHTML.slice(0, 80), hosts: document.querySelectorAll('spamlight-marks').length,
         card: ${CARD}?.textContent.slice(0, 80), marks: ${MARKS}.length, said: ${ROOT}.textContent.slice(-300) })`,
    );
    throw new Error(`no question; there is ${String(there)}`, { cause: error });
  }
}

/** Buttons work only after the first moment. */
export async function untilSettled(page: MessagePage): Promise<void> {
  await page.until(`${DIALOG} && !${DIALOG}.classList.contains('settling')`, {
    what: 'the first moment of the question to pass',
  });
}

export async function goBack(page: MessagePage): Promise<void> {
  await page.press('Escape');
  await page.until(`${DIALOG} === null`, { what: 'the question to go' });
}

/** Opens the card of a marked link by resting on it, and waits until its buttons work. */
export async function openCard(page: MessagePage, element: string): Promise<void> {
  await pointAway(page);
  await page.click(element, 'move');
  await untilCard(page);
}

/** Waits until there is a card whose buttons work. */
export async function untilCard(page: MessagePage): Promise<void> {
  // In one that has only just come under the pointer buttons do nothing.
  await page.until(`${CARD}?.matches(':popover-open:not(.settling)')`, { what: 'the card' });
}

/** Changes some of the reader's settings, as the options page does. */
export async function setPreferences(own: Page, changed: Readonly<Record<string, unknown>>): Promise<void> {
  await own.run(
    `const preferences = await ${API}.runtime.sendMessage({ type: 'get-preferences' });
     // Not awaited: another language has the page drawn anew before the answer comes.
     void ${API}.runtime.sendMessage({ type: 'set-preferences', preferences: { ...preferences, ...args } });`,
    changed,
  );
  // A page that is loaded after this has them.
  await eventually('the changed settings', () =>
    own.run(
      `const preferences = await ${API}.runtime.sendMessage({ type: 'get-preferences' });
       return Object.entries(args).every(([name, value]) => preferences[name] === value);`,
      changed,
    ),
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
    `${API}.runtime.sendMessage({ type: 'get-status' }).then(({ channels }) =>
       channels.some(({ kind }) => kind === 'fresh') && channels.every(({ activity }) => activity.kind === 'idle'))`,
    { what: 'the list' },
  );
  return own;
}

/**
 * The body of a function after which a page stays where it is at the next click on a link. Not by its click: one that has to
 * wait for an answer is made anew by the guard, and no page hears of that one.
 */
export const STAY = `navigation.addEventListener('navigate', (event) => event.preventDefault(), { once: true });`;

/** The tab with a page whose address contains this; the extension sees addresses of webmails only. */
export async function tabOf(own: Page, address: string): Promise<number> {
  return Number(
    await own.run(`return (await ${API}.tabs.query({})).find(({ url }) => url?.includes(args)).id;`, address),
  );
}

/** What the popup says of a tab, given by its id or by what its address contains. */
export async function countsOf(
  own: Page,
  tab: number | string,
): Promise<{ readonly messages: number; readonly links: number; readonly danger: number }> {
  const tabId = typeof tab === 'number' ? tab : await tabOf(own, tab);
  return (await own.run(
    `const { messages, links, danger } = await ${API}.runtime.sendMessage({ type: 'get-tab', tabId: args });
     return { messages, links, danger };`,
    tabId,
  )) as { messages: number; links: number; danger: number };
}
