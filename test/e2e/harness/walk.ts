/**
 * A walk through everything that a reader can press on a page: what is there is asked of the accessibility tree, so a
 * control that no row of the table knows fails the test, and so does a row without a control.
 */
import { expect } from '@playwright/test';
import { eventually, type Page } from './browser.ts';
import { type PageScript, type Place, script, scriptOf } from './page-script.ts';
import type { Control, ControlRole } from './controls.ts';

declare global {
  /** What a walk keeps in the page between two scripts. */
  interface Window {
    walkPressed?: HTMLElement;
    walkTarget?: HTMLElement;
    walkWanted?: HTMLInputElement;
    walkStruck?: boolean | null;
    walkHeard?: boolean;
  }
}

/** A hand on the mouse, or one on the keyboard. */
export type By = 'mouse' | 'keys';

export interface Row {
  readonly role: ControlRole;
  /** As screen readers say it. */
  readonly name: string | RegExp;
  /** Presses it, and sees that it did what it says. Null: it is pressed in another state, and only has to be there. */
  readonly does: ((press: Press) => Promise<void>) | null;
  /** Keys are no click here: something listens for them as well. */
  readonly hasOwnKeys?: true;
}

/** One control that is about to be pressed. */
export interface Press {
  readonly page: Page;
  readonly by: By;
  /** Gives the element, as it is now. */
  readonly element: PageScript<HTMLElement>;
  /** Presses it as its role wants: a click, or Enter, the space bar or an arrow after the Tab key. */
  readonly press: () => Promise<void>;
  /** Goes into a field and types, or chooses the option with this value. */
  readonly enter: (text: string) => Promise<void>;
}

export interface State {
  /** Makes it so, from wherever the page is; it is asked for at first, and whenever other controls are there than the rows say. */
  readonly open?: (page: Page) => Promise<void>;
  readonly rows: readonly Row[];
}

/** A row whose effect is a script that becomes true in the page. */
export function row(
  role: ControlRole,
  name: string | RegExp,
  seen: PageScript<unknown> | ((press: Press) => Promise<void>),
): Row {
  return {
    role,
    name,
    does: typeof seen === 'function' ? seen : pressedUntil(seen, `${role} ${String(name)}`),
  };
}

/** The rows of another state, in which they are pressed. */
export function pressedElsewhere(rows: readonly Row[]): readonly Row[] {
  return rows.map(({ role, name }) => ({ role, name, does: null }));
}

function pressedUntil(seen: PageScript<unknown>, what: string) {
  return async ({ page, press }: Press): Promise<void> => {
    // Otherwise nothing would be shown by it.
    const isSeen = await page.run(async (_, find) => Boolean(await find()), seen);
    expect(isSeen, `${seen.what} before ${what} is pressed`).toBe(false);
    await press();
    await page.until(seen, { what: `${what} to make true: ${seen.what}` });
  };
}

/** What can be operated inside an element, in the order of the document, which is that of the accessibility tree. */
const operableIn = (area: Place): PageScript<HTMLElement[]> =>
  script(
    ({ all }, find) =>
      all('a[href], button, input:not([type=hidden]), select, textarea, summary', find() ?? null).filter(
        (each) => each.checkVisibility({ visibilityProperty: true }),
      ),
    scriptOf(area),
  );

function is({ role, name }: Row, control: Control): boolean {
  if (role !== control.role) return false;
  return typeof name === 'string' ? name === said(control.name) : name.test(said(control.name));
}

/** Without the marks that keep names from outside apart from the words around them, and without doubled spaces. */
function said(name: string): string {
  return name
    .replaceAll(/[\u2066-\u2069\u200E\u200F]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What differs between rows and controls; empty if nothing does. Controls that are alike have a row each. */
function differences(rows: readonly Row[], controls: readonly Control[]): readonly string[] {
  const left = [...rows];
  const found: string[] = [];
  for (const control of controls) {
    const place = left.findIndex((each) => is(each, control));
    if (place === -1) found.push(`no row for ${control.role}: ${said(control.name)}`);
    else left.splice(place, 1);
  }
  return [...found, ...left.map(({ role, name }) => `no control for ${role}: ${String(name)}`)];
}

/**
 * Presses every control of a part of a page by mouse and by keys, in one state of it. The mouse shows what a press does. Keys
 * that come to a control have to give it the very event that the mouse gave it, a click of the reader's own; that is kept from
 * the page, which is as it was for the next. A control that takes more than a click is worked by keys too.
 */
export async function walk(
  page: Page,
  area: Place,
  state: State,
  pressed: (line: string) => void,
): Promise<void> {
  const rows = state.rows.filter(({ does }) => does !== null);
  // Another state may have the same rows.
  await open(page, area, state);
  for (const each of rows) pressed(await pressRow(page, area, state, each, 'mouse'));
  const isClicked = ({ role, hasOwnKeys }: Row): boolean => CLICKED.has(role) && hasOwnKeys !== true;
  for (const each of rows.filter((row) => !isClicked(row)))
    pressed(await pressRow(page, area, state, each, 'keys'));
  const controls = await ensure(page, area, state);
  for (const each of rows.filter(isClicked)) {
    const { what, element } = await placeOf(page, area, state, controls, each, 'keys');
    // What is locked takes no key, and its row says so.
    const isLocked = await page.run((_, find) => find().matches(':disabled'), element);
    await named(
      what,
      isLocked ? each.does?.(pressOf(page, each.role, element, 'keys')) : struck(page, each.role, element),
    );
    pressed(what);
  }
}

/** What does all that it does at a click. */
const CLICKED: ReadonlySet<ControlRole> = new Set(['button', 'link', 'disclosure', 'checkbox'] as const);

/** Comes to it by the Tab key, strikes the key that works it, and takes the click that comes of it from the page. */
async function struck(page: Page, role: ControlRole, element: PageScript<HTMLElement>): Promise<void> {
  await page.run((_, find) => {
    window.walkStruck = null;
    window.addEventListener(
      'click',
      (event) => {
        // Now: a page that is drawn anew has another one a moment later.
        window.walkStruck = event.isTrusted && event.target === find();
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true, once: true },
    );
  }, element);
  await tabTo(page, element);
  await strike(page, element, keyOf(role));
  await page.until(() => window.walkStruck !== null, { what: 'the click that a key makes' });
  expect(await page.run(() => window.walkStruck), 'the click is the reader’s own, on the control').toBe(true);
}

const keyOf = (role: ControlRole): string => (role === 'checkbox' || role === 'disclosure' ? ' ' : 'Enter');

/**
 * Presses the control of one row, where each press needs a page of its own.
 *
 * @returns what was pressed, and how
 */
export async function pressRow(page: Page, area: Place, state: State, each: Row, by: By): Promise<string> {
  const controls = await ensure(page, area, state);
  const { what, element } = await placeOf(page, area, state, controls, each, by);
  await named(what, each.does?.(pressOf(page, each.role, element, by)));
  return what;
}

/** What stands for a row, as words and as a place. */
async function placeOf(
  page: Page,
  area: Place,
  { rows }: State,
  controls: readonly Control[],
  each: Row,
  by: By,
): Promise<{ readonly what: string; readonly element: PageScript<HTMLElement> }> {
  const places = controls.flatMap((control, place) => (is(each, control) ? [place] : []));
  // Rows that are alike stand for controls that are: the first for the first.
  const alike = rows.filter(({ role, name }) => role === each.role && String(name) === String(each.name));
  const place = places[alike.indexOf(each)] ?? -1;
  const what = `${by}: ${each.role} ${said(controls[place]?.name ?? '')}`;
  const element = script(
    (_, operable, index) => {
      const found = operable()[index];
      if (found === undefined) throw new Error('it is not there');
      return found;
    },
    operableIn(area),
    place,
  );
  // The same one also where others come before it meanwhile; a page that is loaded anew has another.
  const remembered = page.run((_, find) => {
    window.walkPressed = find();
  }, element);
  await named(what, remembered);
  return {
    what,
    element: script(
      (_, find) => (window.walkPressed?.isConnected === true ? window.walkPressed : find()),
      element,
    ),
  };
}

async function named(what: string, doing: Promise<unknown> | undefined): Promise<void> {
  try {
    await doing;
  } catch (error) {
    throw new Error(`${what}: ${String(error)}`, { cause: error });
  }
}

async function ensure(page: Page, area: Place, state: State): Promise<readonly Control[]> {
  const quick = await look(page, area, state).catch(() => null);
  if (quick !== null) return quick;
  return open(page, area, state);
}

/**
 * Makes it so, and waits until it is: opened once more before that, what the first time had begun would still be at work,
 * and change what the second shows.
 */
async function open(page: Page, area: Place, state: State): Promise<readonly Control[]> {
  await state.open?.(page);
  return eventually('what the rows say to be there', () => look(page, area, state));
}

async function look(page: Page, area: Place, { rows }: State): Promise<readonly Control[]> {
  const controls = await page.controls(area);
  const wrong = differences(rows, controls);
  if (wrong.length > 0) throw new Error(`\n${wrong.join('\n')}`);
  const count = await page.run((_, operable) => operable().length, operableIn(area));
  if (count !== controls.length)
    throw new Error(`${count} elements, but screen readers are told of ${controls.length}`);
  return controls;
}

function pressOf(page: Page, role: ControlRole, element: PageScript<HTMLElement>, by: By): Press {
  const kind = (): Promise<string> => page.run((_, find) => find().localName, element);
  return {
    page,
    by,
    element,
    async press() {
      if (by === 'mouse') return hit(page, element);
      if (role === 'radio') return chooseByArrow(page, element);
      await tabTo(page, element);
      await strike(page, element, keyOf(role));
    },
    async enter(text) {
      if ((await kind()) === 'select') return choose(page, element, by, text);
      if (by === 'mouse') await hit(page, element);
      else await tabTo(page, element);
      await page.until(
        script((_, find) => document.activeElement === find(), element),
        { what: 'the field to have the focus' },
      );
      await page.run((_, find) => (find() as HTMLInputElement).select(), element);
      await page.type(text);
    },
  };
}

/**
 * Clicks on it, and again if the mouse was pressed elsewhere: a page is drawn anew at any time, and a hand sees where its
 * button has gone. What something lies over is never hit. The press is what is listened for, since the guard keeps the click
 * on a flagged link from the page.
 */
export function hit(page: Page, place: Place): Promise<void> {
  return untilHeard(page, scriptOf(place), 'mousedown', () => page.click(place));
}

/** Strikes a key at what has the focus, and again if a busy browser lost the first. */
function strike(page: Page, element: PageScript<HTMLElement>, key: string): Promise<void> {
  return untilHeard(page, element, 'keydown', async (turn) => {
    if (turn > 0) await page.run((_, find) => find().focus(), element);
    await page.press(key);
  });
}

/** Does it up to three times, until the element has heard of it. */
async function untilHeard(
  page: Page,
  element: PageScript<Element | null | undefined>,
  event: 'mousedown' | 'keydown',
  act: (turn: number) => Promise<void>,
): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    // A page that is just drawn anew has it a moment later.
    await page.until(
      script(
        (_, find, name) => {
          window.walkHeard = false;
          const found = find();
          found?.addEventListener(
            name,
            () => {
              window.walkHeard = true;
            },
            { once: true, capture: true },
          );
          return Boolean(found);
        },
        element,
        event,
      ),
      { what: 'the control to be there' },
    );
    await act(turn);
    // A page that is gone, or another one now, was told.
    const isHeard = await page.run(() => window.walkHeard).catch(() => true);
    if (isHeard !== false) return;
  }
  throw new Error(`${event} never reaches it`);
}

/** From the control before it in the page, by the key alone; between them may be something that scrolls, or a link's card. */
async function tabTo(page: Page, element: PageScript<HTMLElement>): Promise<void> {
  await page.run(
    (_, find, operable) => {
      const target = find();
      window.walkTarget = target;
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      const groupOf = (each: HTMLElement): string | null =>
        each.matches('input[type=radio]') ? (each as HTMLInputElement).name : null;
      const all = operable();
      const before = all.slice(0, all.indexOf(target)).filter((each) => !each.matches(':disabled'));
      const group = groupOf(target);
      const last = before.findLast((each) => group === null || groupOf(each) !== group);
      if (last) last.focus();
      else {
        // Where the last click was, Tab would go on from otherwise.
        document.body.tabIndex = -1;
        document.body.focus();
        document.body.removeAttribute('tabindex');
      }
    },
    element,
    operableIn(script(() => document.documentElement)),
  );
  for (let turn = 0; turn < 8; turn++) {
    await page.press('Tab');
    if (await page.run(() => document.activeElement === window.walkTarget)) return;
  }
  const where = await page.run(() => {
    const at = document.activeElement;
    return `${at?.localName} #${at?.id} ${at?.textContent.slice(0, 200)}`;
  });
  throw new Error(`the Tab key does not lead to it, but to ${where}`);
}

/** Tab leads to the chosen one of a group, arrows to the others. */
async function chooseByArrow(page: Page, element: PageScript<HTMLElement>): Promise<void> {
  await page.run((_, find) => {
    window.walkWanted = find() as HTMLInputElement;
  }, element);
  await tabTo(
    page,
    script(({ all }) => {
      const group = window.walkWanted?.name;
      const found = all<HTMLInputElement>('input[type=radio]').find(
        (each) => each.name === group && each.checked,
      );
      if (found === undefined) throw new Error('none of the group is chosen');
      return found;
    }),
  );
  for (let turn = 0; turn < 8; turn++) {
    await page.press('ArrowDown');
    const isChosen = await page.run(
      () => document.activeElement === window.walkWanted && window.walkWanted?.checked,
    );
    if (isChosen) return;
  }
  throw new Error('the arrow keys do not lead to it');
}

/** @param value - of the option */
async function choose(page: Page, element: PageScript<HTMLElement>, by: By, value: string): Promise<void> {
  if (by === 'keys') await tabTo(page, element);
  await page.choose(element, value, by);
  await page.until(
    script((_, find, wanted) => (find() as HTMLSelectElement).value === wanted, element, value),
    { what: `${value} to be chosen` },
  );
}
