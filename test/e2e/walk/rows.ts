/** What rows of several pages have in common. */
import type { Rule } from '../../../src/core/verdict/rules.ts';
import { expect } from '@playwright/test';
import type { Browser, Page } from '../harness/browser.ts';
import { ask } from '../harness/pinned-channel.ts';
import type { HostHandler } from '../harness/proxy.ts';
import { row, type Press, type Row, type State } from '../harness/walk.ts';
import type { SectionId } from '../../../src/extension/pages/options/options-frame.ts';

/** What a part of a page can be like, by names; null for what holds nothing to press. */
export type States = Readonly<Record<string, State | null>>;

/** The element of a section of the options. */
export const bodyOf = (section: SectionId): string => `document.querySelector('#${section} .section-body')`;

export const has = (section: SectionId, words: string): string =>
  `${bodyOf(section)}.innerText.includes(${JSON.stringify(words)})`;

/** Put into a page of ours, it writes down what the page saves, and where a click would lead out of it. */
export const WATCH = `
  if (window.walkSaved === undefined) {
    window.walkSaved = [];
    const blobs = new Map();
    const make = URL.createObjectURL;
    window.URL.createObjectURL = (blob) => { const url = make.call(window.URL, blob); blobs.set(url, blob); return url; };
    const click = window.HTMLElement.prototype.click;
    window.HTMLElement.prototype.click = function () {
      if (this.download) void blobs.get(this.href).text().then((text) => window.walkSaved.push({ name: this.download, text }));
      return click.call(this);
    };
    window.walkTrusted = [];
    window.addEventListener('click', (event) => {
      const { target } = event;
      // Nobody could close the window in which a file is chosen, or the program that mail is written in.
      const isOut = target.type === 'file' || target.closest?.('a')?.protocol === 'mailto:';
      if (!isOut || !event.isTrusted) return;
      event.preventDefault();
      window.walkTrusted.push(target.closest('a')?.href ?? target.id);
    }, true);
  }`;

/** Opens the options anew, and waits for the last that comes: before, what is below it still moves, and a mouse would miss. */
export async function reloadOptions(page: Page): Promise<void> {
  await page.reload();
  await page.until(
    `document.querySelector('#channels .channel') && document.querySelector('#language') && !document.querySelector('[aria-busy=true]')`,
    {
      what: 'the whole of the options',
    },
  );
}

export async function clickByScript(page: Page, selector: string): Promise<void> {
  await page.until(`document.querySelector(${JSON.stringify(selector)})`);
  await page.run(`document.querySelector(args).click()`, selector);
}

/** A row's effect: what is folded unfolds, or the other way; then as it was. */
export function fold(details: string): (press: Press) => Promise<void> {
  return async ({ page, press }) => {
    const before = (await page.run(`return ${details}.open`)) === true;
    await press();
    await page.until(`${details}.open === ${!before}`, { what: 'it to unfold or fold' });
    await page.run(`${details}.open = ${before}`);
  };
}

/** The same for whatever is pressed. */
export function folds(press: Press): Promise<void> {
  return fold(`${press.element}.parentElement`)(press);
}

/** A row's effect: a file with this name is saved, and has these words in it. */
export function saves(name: string | RegExp, words: string): (press: Press) => Promise<void> {
  return async ({ page, press }) => {
    await page.run(`${WATCH} window.walkSaved.length = 0;`);
    await press();
    const is = typeof name === 'string' ? `name === ${JSON.stringify(name)}` : `${name}.test(name)`;
    await page.until(
      `window.walkSaved.some(({ name, text }) => ${is} && text.includes(${JSON.stringify(words)}))`,
      {
        what: `the file ${String(name)}`,
      },
    );
  };
}

/** A row's effect: another one of what a list offers is chosen, which makes the expression true; then as it was. */
export function chooses(
  value: string,
  seen: string,
  putBack: (page: Page) => Promise<void>,
): (press: Press) => Promise<void> {
  return async ({ page, enter }) => {
    expect(await page.run(`return Boolean(${seen})`), `${seen} before ${value} is chosen`).toBe(false);
    await enter(value);
    await page.until(seen, { what: `${value} to make true: ${seen}` });
    await putBack(page);
  };
}

/** A row's effect: a box is ticked the other way, which makes the first expression true; then as it was. */
export function switches(seen: string, before: string): (press: Press) => Promise<void> {
  return async ({ page, press, element }) => {
    expect(await page.run(`return Boolean(${seen})`), `${seen} before it is pressed`).toBe(false);
    await press();
    await page.until(seen);
    await page.run(`${element}.click()`);
    await page.until(before);
  };
}

/** Presses what makes the browser ask about these sites, and answers with yes; Chromium is told before. */
export async function allowing(
  browser: Browser,
  { page, press }: Pick<Press, 'page' | 'press'>,
  patterns: readonly string[],
): Promise<void> {
  if (browser.kind === 'chromium') {
    await browser.allowSites(page, patterns);
    await page.show();
    await press();
  } else {
    await press();
    await browser.allowSites(page, patterns);
  }
}

/** A row's effect: what cannot be used now says so, to screen readers too, and takes no focus. */
export async function isLocked({ page, element }: Press): Promise<void> {
  expect(await page.run(`return ${element}.matches(':disabled')`), 'disabled').toBe(true);
}

/** A row's effect: a page opens in a tab of its own, which is closed again. */
export function opens(browser: Browser, part: string): (press: Press) => Promise<void> {
  return async ({ page, press }) => {
    await press();
    await (await browser.pageAt(part)).close();
    await page.show();
  };
}

/** The field in which a file is chosen; Firefox names its button as it does everywhere. */
export function filePicker(does: (press: Press) => Promise<void>): Row {
  return row('button', /^(?:Read a file|Choose File|Browse…|No file selected)/, does);
}

/** Presses it, sees that the browser would ask which file, and answers. */
export async function chooseFile({ page, press, element }: Press, name: string, text: string): Promise<void> {
  await page.run(`${WATCH} window.walkTrusted.length = 0;`);
  await press();
  await page.until(`window.walkTrusted.length === 1`, { what: 'the browser to ask for a file' });
  await putFile(page, element, name, text);
}

/** As if a file had been chosen in a field. */
export async function putFile(page: Page, field: string, name: string, text: string): Promise<void> {
  await page.run(
    `const input = ${field};
     const carried = new DataTransfer();
     carried.items.add(new File([args.text], args.name));
     input.files = carried.files;
     input.dispatchEvent(new Event('change', { bubbles: true }));`,
    { name, text },
  );
}

/** Makes these, and no others, what the reader has listed. */
export async function setRules(
  page: Page,
  action: Rule['action'],
  subjects: readonly string[],
): Promise<void> {
  const { rules } = (await ask(page, { type: 'list-rules', action })) as { rules: readonly Rule[] };
  if (rules.length > 0) await ask(page, { type: 'remove-rules', ids: rules.map(({ id }) => id) });
  for (const subject of subjects)
    await ask(page, { type: 'add-rule', action, scope: 'site', subject, note: '', expiresAt: null });
}

/** What was pressed, for whoever wants the list. */
export function note(state: string): (line: string) => void {
  return (line) => {
    if (process.env['SPAMLIGHT_WALK'] !== undefined) process.stderr.write(`${state} | ${line}\n`);
  };
}

/** It takes a request, and never answers. */
export const SILENT: HostHandler = () => undefined;
