/** How what is drawn in the page is pressed, in our closed root: the way of the mouse, and the way of the keys. */
import { expect } from '@playwright/test';
import type { MarkedLink } from '../../../src/extension/content/marks/marked-link.ts';
import { eventually, type Page } from '../harness/browser.ts';
import {
  byId,
  CARD,
  control,
  openCard,
  pointAway,
  TOAST,
  untilAsked,
  untilCard,
} from '../harness/own-parts.ts';
import { type Condition, type PageScript, type Place, script, scriptOf } from '../harness/page-script.ts';

export type How = 'mouse' | 'key';

/** What something of ours lets a reader do, in the order in which it is shown. */
export async function namesIn(page: Page, inside: Place): Promise<readonly string[]> {
  if (!(await page.run((_, find) => Boolean(find()), scriptOf(inside)))) return [];
  const controls = await page.controls(inside);
  return controls.map(({ role, name }) => `${role} ${name}`);
}

/** Waits until exactly these are there. */
export async function untilControls(page: Page, inside: Place, wanted: readonly string[]): Promise<void> {
  await expect.poll(() => namesIn(page, inside), { message: scriptOf(inside).what }).toEqual(wanted);
}

export const nameOf = (row: string): string => row.slice(row.indexOf(' ') + 1);
export const exactly = (name: string): RegExp =>
  new RegExp(
    `^${name.replaceAll(/[^\p{L}\p{N}\s]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)}\\s*$`,
    'u',
  );

/** What has the focus in our root, by its name; null for nothing. */
export function focused(page: Page): Promise<string | null> {
  return page.run(({ root }) => {
    const at = root().activeElement;
    return at === null ? null : (at.ariaLabel ?? (at.closest('label') ?? at).textContent).trim();
  });
}

/** Goes on by Tab, or back by Shift and Tab, until the control has the focus. */
export async function tabTo(page: Page, inside: Place, name: string): Promise<void> {
  // What has just been drawn stands in the tree of controls a moment later.
  const names = await eventually(`${name} among the controls`, async () => {
    const all = (await namesIn(page, inside)).map(nameOf);
    return all.includes(name) ? all : null;
  });
  const met: string[] = [];
  for (let presses = 0; presses < 25; presses++) {
    const at = String(await focused(page));
    if (exactly(name).test(at)) return;
    met.push(at);
    await page.press('Tab', { shift: names.includes(at) && names.indexOf(at) > names.indexOf(name) });
  }
  throw new Error(`Tab does not come to ${name}, but to ${met.join(' | ')}`);
}

/** What can be chosen by the label with the name of this row. */
const choiceOf = (inside: Place, row: string): PageScript<HTMLInputElement> =>
  script(
    ({ all }, find, wanted) => {
      const label = all('label', find() ?? null).find((each) => wanted.test(each.textContent));
      if (!label?.control) throw new Error('there is no such choice');
      return label.control as HTMLInputElement;
    },
    scriptOf(inside),
    exactly(nameOf(row)),
  );

/** Presses a control as its role wants it. */
export async function press(page: Page, inside: Place, row: string, how: How): Promise<void> {
  const name = nameOf(row);
  const isRadio = row.startsWith('radio ');
  if (how === 'mouse') {
    const element = control(scriptOf(inside), exactly(name), isRadio ? 'label' : 'button');
    await page.until(element, { what: row });
    await page.click(element);
  } else if (isRadio) {
    const group = await page.run(
      ({ all }, choice, find) => {
        const chosen = all<HTMLInputElement>(`input[name="${choice().name}"]`, find() ?? null).find(
          ({ checked }) => checked,
        );
        const label = chosen?.closest('label');
        if (!label) throw new Error('none of the group is chosen');
        return label.textContent.trim();
      },
      choiceOf(inside, row),
      scriptOf(inside),
    );
    await tabTo(page, inside, group);
    for (let presses = 0; presses < 8; presses++) {
      if (exactly(name).test(String(await focused(page)))) return;
      await page.press('ArrowDown');
    }
    throw new Error(`arrows do not come to ${name}`);
  } else {
    await tabTo(page, inside, name);
    await page.press('Enter');
  }
}

export const NO_CARD = script(({ card }) => card() === null);

/**
 * Opens the card of the link, by resting on it or by the focus; with keys, the focus is in it then.
 *
 * @param before - what stands one Tab before the link, or before a sign that stands before the link
 */
export async function cardOf(
  page: Page,
  how: How,
  id = 'a',
  before: Condition<HTMLElement> = byId('before'),
): Promise<void> {
  if (how === 'mouse') {
    await openCard(page, byId(id));
    return;
  }
  // Whatever gives the focus back to the link opens its card again; one that has the focus does not go by itself.
  if (await page.run(({ card }) => card() !== null)) await page.press('Escape');
  await page.run((_, find) => {
    (document.activeElement as HTMLElement | null)?.blur();
    find().focus();
  }, scriptOf(before));
  await page.until(NO_CARD, { what: 'no card before' });
  // A sign has its place in the order after the first element of its message.
  const isInSign = script(({ sign, root }) => {
    const at = root().activeElement;
    return at !== null && sign()?.contains(at) === true;
  });
  do await page.press('Tab');
  while (await page.run(isInSign));
  await untilCard(page);
}

export const NO_QUESTION = script(({ dialog }) => dialog() === null);
export const isChecked = (inside: Place, row: string): PageScript<boolean> =>
  script((_, choice) => choice().checked, choiceOf(inside, row));

export interface CardRows {
  readonly href: string;
  /** All that a fresh card lets a reader do. */
  readonly controls: readonly string[];
  /** For how long can be trusted. */
  readonly durations: readonly string[];
  /** What can be trusted; none where a card offers no trust. */
  readonly trust: readonly string[];
  /** What can be blocked. */
  readonly block: readonly string[];
}

const UNDONE = script(({ root }) => /Undone/.test(root().textContent));

/**
 * Presses every control of a card but the one that opens its link.
 *
 * @param untilMarks - waits until the document of the link has so many marks of this level
 */
export async function walkCard(
  page: Page,
  { controls, durations, trust, block }: Omit<CardRows, 'href'>,
  level: MarkedLink['level'],
  open: () => Promise<void>,
  how: How,
  untilMarks = (count: number): Promise<unknown> =>
    page.until(
      script(
        ({ all, root }, selector, wanted) => all(selector, root()).length === wanted,
        `.mark.${level}`,
        count,
      ),
      { what: `${count} marks` },
    ),
): Promise<void> {
  const opened = async (): Promise<void> => {
    await open();
    await untilControls(page, CARD, controls);
  };
  const unfold = async (button: string, more: readonly string[]): Promise<void> => {
    await press(page, CARD, button, how);
    await untilControls(page, CARD, ['button Close', ...more, ...controls.slice(1)]);
  };

  await opened();
  await press(page, CARD, 'button Close', how);
  await page.until(NO_CARD);

  if (controls.includes('button Why?')) {
    await opened();
    await unfold('button Why?', ['button Tell the list’s maintainers']);
    await press(page, CARD, 'button Tell the list’s maintainers', how);
    await page.until(({ card }) => /Copied/.test(card()?.querySelector('.told')?.textContent ?? ''), {
      what: 'the copy',
    });
    await unfold('button Why?', []);
    await press(page, CARD, 'button Close', how);
    await page.until(NO_CARD);
  }

  if (trust.length > 0) {
    // Trust: each length of time and each scope can be chosen; then undone.
    await opened();
    await unfold('button Trust…', [
      ...durations,
      // The usual choice for a danger is once, for which there is no wider or narrower.
      ...(level === 'danger' ? [] : trust),
      'button Trust',
      'button Cancel',
    ]);
    for (const row of durations) {
      await press(page, CARD, row, how);
      await page.until(isChecked(CARD, row), { what: row });
    }
    for (const row of trust) {
      await press(page, CARD, row, how);
      await page.until(isChecked(CARD, row), { what: row });
    }
    await press(page, CARD, 'button Cancel', how);
    await untilControls(page, CARD, controls);
    await press(page, CARD, 'button Trust…', how);
    await press(page, CARD, 'radio 7 days', how);
    await press(page, CARD, trust[2] ?? trust[0] ?? '', how);
    await press(page, CARD, 'button Trust', how);
    await page.until(NO_CARD, { what: 'the card to go' });
    await untilMarks(0);
    await page.until(({ toast }) => /Trusted/.test(toast()?.textContent ?? ''), { what: 'what was trusted' });
    await untilControls(page, TOAST, ['button Undo']);
    await press(page, TOAST, 'button Undo', how);
    await untilMarks(1);
    await page.until(UNDONE, { what: 'that it is undone' });

    // Block, and undone.
    await opened();
    await unfold('button Block', [...block, 'button Block', 'button Cancel']);
    for (const row of block) {
      await press(page, CARD, row, how);
      await page.until(isChecked(CARD, row), { what: row });
    }
    await press(page, CARD, 'button Cancel', how);
    await untilControls(page, CARD, controls);
    await unfold('button Block', [...block, 'button Block', 'button Cancel']);
    const go = script(({ card, one }) => one('.go', card()));
    if (how === 'mouse') await press(page, go, 'button Block', how);
    else {
      await tabTo(page, CARD, 'Cancel');
      await page.press('Tab', { shift: true });
      await page.press('Enter');
    }
    await page.until(({ card, toast }) => card() === null && /Blocked/.test(toast()?.textContent ?? ''), {
      what: 'what was blocked',
    });
    await untilControls(page, TOAST, ['button Undo']);
    await press(page, TOAST, 'button Undo', how);
    await page.until(UNDONE, { what: 'that it is undone' });
    await untilMarks(1);
  }
}

/** Follows the link, so that its question comes. */
export async function follow(page: Page, id: string, how: How): Promise<void> {
  if (how === 'mouse') {
    await pointAway(page);
    await page.click(byId(id));
  } else {
    // A busy Firefox drops a key that comes just after its tab; a question that is there is not answered by the second.
    for (let turn = 0; turn < 3 && (await page.run(({ dialog }) => dialog()?.open)) !== true; turn++) {
      await page.run((_, find) => find().focus(), byId(id));
      await page.press('Enter');
      await page.until(({ dialog }) => dialog()?.open, { timeout: 5_000 }).catch(() => undefined);
    }
  }
  await untilAsked(page);
}
