/** What rows of several pages have in common. */
import type { Rule } from '../../../src/core/verdict/rules.ts';
import { expect } from '@playwright/test';
import type { Browser, Page } from '../harness/browser.ts';
import { at } from '../harness/own-parts.ts';
import { type PageScript, script } from '../harness/page-script.ts';
import { ask } from '../harness/pinned-channel.ts';
import type { HostHandler } from '../harness/proxy.ts';
import { row, type Press, type Row, type State } from '../harness/walk.ts';
import type { SectionId } from '../../../src/extension/pages/options/options-frame.tsx';

declare global {
  /** What `watch` writes down in a page. */
  interface Window {
    walkSaved?: { readonly name: string; readonly text: string }[];
    walkTrusted?: string[];
  }
}

/** What a part of a page can be like, by names; null for what holds nothing to press. */
export type States = Readonly<Record<string, State | null>>;

/** The element of a section of the options. */
export const bodyOf = (section: SectionId): PageScript<HTMLElement> => at(`#${section} .section-body`);

export const has = (section: SectionId, words: string): PageScript<boolean> =>
  script((_, body, wanted) => body().innerText.includes(wanted), bodyOf(section), words);

/** The same for all of a page. */
export const says = (words: string): PageScript<boolean> =>
  script((_, wanted) => document.body.innerText.includes(wanted), words);

export const isThere = (selector: string): PageScript<boolean> =>
  script((_, wanted) => document.querySelector(wanted) !== null, selector);

export const isGone = (selector: string): PageScript<boolean> =>
  script((_, wanted) => document.querySelector(wanted) === null, selector);

export const hasFocus = (id: string): PageScript<boolean> =>
  script((_, wanted) => document.activeElement?.id === wanted, id);

/** Whether links are looked up in all of the list of this name, or in nothing of it. */
export const isUsed = (name: string, wanted: boolean): PageScript<Promise<boolean | undefined>> =>
  script(
    async ({ send }, named, isOn) => {
      const { channels } = await send({ type: 'get-status' });
      return channels.find((each) => each.name === named)?.sections.every(({ on }) => on === isOn);
    },
    name,
    wanted,
  );

/** The public lists. */
export const LISTS = script(async ({ send }) => {
  const answer = await send({ type: 'get-lists' });
  if ('refused' in answer) throw new Error(answer.refused);
  return answer;
});

/** What the reader has listed. */
export const rulesOf = (action: Rule['action']): PageScript<Promise<readonly Rule[]>> =>
  script(async ({ send }, asked) => {
    const answer = await send({ type: 'list-rules', action: asked });
    if ('refused' in answer) throw new Error(answer.refused);
    return answer.rules;
  }, action);

/**
 * From now on a page of ours writes down what it saves, and where a click would lead out of it. What it wrote before is
 * forgotten.
 */
export async function watch(page: Page): Promise<void> {
  await page.run(() => {
    const isWatched = window.walkSaved !== undefined;
    window.walkSaved = [];
    window.walkTrusted = [];
    if (isWatched) return;
    const blobs = new Map<string, Blob>();
    const make = URL.createObjectURL.bind(URL);
    window.URL.createObjectURL = (blob: Blob) => {
      const url = make(blob);
      blobs.set(url, blob);
      return url;
    };
    // oxlint-disable-next-line typescript/unbound-method -- it is called with the `this` of its caller
    const click = window.HTMLElement.prototype.click;
    window.HTMLElement.prototype.click = function (this: HTMLElement) {
      const { download: name, href } = this as HTMLAnchorElement;
      if (name)
        void blobs
          .get(href)
          ?.text()
          .then((text) => window.walkSaved?.push({ name, text }));
      click.call(this);
    };
    window.addEventListener(
      'click',
      (event) => {
        const { target } = event;
        if (!event.isTrusted || !(target instanceof Element)) return;
        const link = target.closest('a');
        // Nobody could close the window in which a file is chosen, or the program that mail is written in.
        if (!target.matches('input[type=file]') && link?.protocol !== 'mailto:') return;
        event.preventDefault();
        window.walkTrusted?.push(link?.href ?? target.id);
      },
      true,
    );
  });
}

/** Opens the options anew, and waits for the last that comes: before, what is below it still moves, and a mouse would miss. */
export async function reloadOptions(page: Page): Promise<void> {
  await page.reload();
  await page.until(
    () =>
      document.querySelector('#channels .channel') !== null &&
      document.querySelector('#language') !== null &&
      document.querySelector('[aria-busy=true]') === null,
    { what: 'the whole of the options' },
  );
}

export async function clickByScript(page: Page, selector: string): Promise<void> {
  const element = at(selector);
  await page.until(element);
  await page.run((_, find) => find().click(), element);
}

/** Puts into the data base of the extension what the background keeps there. */
export async function putRecord(page: Page, store: string, record: PageScript<object>): Promise<void> {
  await page.run(
    async (_, name, make) => {
      const opening = indexedDB.open('spamlight-private');
      const db = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result);
      });
      const transaction = db.transaction(name, 'readwrite');
      transaction.objectStore(name).put(make());
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      db.close();
    },
    store,
    record,
  );
}

/** A row's effect: what is folded unfolds, or the other way; then as it was. */
export function fold(place: PageScript<Element | null | undefined>): (press: Press) => Promise<void> {
  const details = script((_, find) => find() as HTMLDetailsElement, place);
  return async ({ page, press }) => {
    const before = await page.run((_, find) => find().open, details);
    await press();
    await page.until(
      script((_, find, wanted) => find().open === wanted, details, !before),
      { what: 'it to unfold or fold' },
    );
    await page.run(
      (_, find, was) => {
        find().open = was;
      },
      details,
      before,
    );
  };
}

/** The same for whatever is pressed. */
export function folds(press: Press): Promise<void> {
  return fold(script((_, find) => find().parentElement, press.element))(press);
}

/** A row's effect: a file with this name is saved, and has these words in it. */
export function saves(name: string | RegExp, words: string): (press: Press) => Promise<void> {
  return async ({ page, press }) => {
    await watch(page);
    await press();
    await page.until(
      script(
        (_, wanted, inside) =>
          window.walkSaved?.some(
            (saved) =>
              (typeof wanted === 'string' ? saved.name === wanted : wanted.test(saved.name)) &&
              saved.text.includes(inside),
          ),
        name,
        words,
      ),
      { what: `the file ${String(name)}` },
    );
  };
}

const isTrue = (page: Page, seen: PageScript<unknown>): Promise<boolean> =>
  page.run(async (_, find) => Boolean(await find()), seen);

/** A row's effect: another one of what a list offers is chosen, which makes the script true; then as it was. */
export function chooses(
  value: string,
  seen: PageScript<unknown>,
  putBack: (page: Page) => Promise<void>,
): (press: Press) => Promise<void> {
  return async ({ page, enter }) => {
    expect(await isTrue(page, seen), `${seen.what} before ${value} is chosen`).toBe(false);
    await enter(value);
    await page.until(seen, { what: `${value} to make true: ${seen.what}` });
    await putBack(page);
  };
}

/** A row's effect: a box is ticked the other way, which makes the first script true; then as it was. */
export function switches(
  seen: PageScript<unknown>,
  before: PageScript<unknown>,
): (press: Press) => Promise<void> {
  return async ({ page, press, element }) => {
    expect(await isTrue(page, seen), `${seen.what} before it is pressed`).toBe(false);
    await press();
    await page.until(seen);
    await page.run((_, find) => find().click(), element);
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
  expect(await page.run((_, find) => find().matches(':disabled'), element), 'disabled').toBe(true);
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
  await watch(page);
  await press();
  await page.until(() => window.walkTrusted?.length === 1, { what: 'the browser to ask for a file' });
  await putFile(page, element, name, text);
}

/** As if a file had been chosen in a field. */
export async function putFile(
  page: Page,
  field: PageScript<HTMLElement>,
  name: string,
  text: string,
): Promise<void> {
  await page.run(
    (_, find, called, content) => {
      const input = find() as HTMLInputElement;
      const carried = new DataTransfer();
      carried.items.add(new File([content], called));
      input.files = carried.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    field,
    name,
    text,
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
