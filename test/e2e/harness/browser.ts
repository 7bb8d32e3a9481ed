import type { Control } from './controls.ts';
import type { Call, Condition, PageScript, Place } from './page-script.ts';

/**
 * What an end-to-end test needs of a browser, alike for Chromium (through Playwright) and Firefox (through
 * Marionette, since Playwright cannot load an extension into a stock Firefox). Tests are written once
 * against this and run in both. Not puppeteer-core over WebDriver BiDi: its `goto` of an extension page never resolves.
 */
export interface Browser {
  readonly kind: BrowserKind;
  /** Address of a page of the extension, by its path in the package. */
  extensionUrl(path: string): string;
  openPage(url: string, options?: OpenOptions): Promise<Page>;
  /** Opens a private window at this address. */
  openPrivate(url: string): Promise<Page>;
  /** A page that the extension has opened by itself, in a tab or a window, once it is there: by a part of its address. */
  pageAt(part: string): Promise<Page>;
  /** Presses the extension's button in the toolbar while this page is shown: its popup opens, as for a reader. */
  openPopup(page: Page): Promise<Popup>;
  /** As `Popup.clickAndAllow`, for a button in a page of the extension. */
  clickAndAllow(page: Page, place: Place, patterns: readonly string[]): Promise<void>;
  /** The reader takes away the extension's right to see any site, as both browsers let them. */
  withdrawSites(): Promise<void>;
  /** Stops the service worker or event page, as the browser itself does when it has been idle. */
  stopBackground(): Promise<void>;
  /** Chooses the extension's item with this id in the context menu of a link in the top document. */
  chooseMenuItem(page: Page, linkSelector: string, itemId: string): Promise<void>;
  /**
   * Presses the keys that the manifest suggests for one of its commands. Chromium without a display takes none: there
   * the event is sent that they would send, with the tab of the page.
   */
  pressKeysOf(page: Page, command: string): Promise<void>;
  /** To every page of the extension, and its background from its next start on, it is so many days later. */
  moveClock(days: number): Promise<void>;
  /** Chooses an item of the menu that the extension's button in the toolbar has; in Chromium by the event, as above. */
  chooseToolbarItem(page: Page, itemId: string): Promise<void>;
  /** Closes the welcome page, which opens by itself at the installation, as a reader does who has seen it. */
  closeWelcome(): Promise<void>;
  /**
   * The reader adds these sites, as match patterns, as the popup does it: what it is about to ask for is written down, the
   * browser gives the permission, and the background begins there. Waits until it has.
   */
  addSites(patterns: readonly string[]): Promise<void>;
  /** Answers with yes what the browser asks about these sites; Chromium is told so in the extension's details. */
  allowSites(page: Page, patterns: readonly string[]): Promise<void>;
  /** Loads the extension anew, as an update does; pages stay open. */
  reloadExtension(): Promise<void>;
  /** Switches the extension off, as a reader does in the browser's own list; pages stay open. */
  disableExtension(): Promise<void>;
  /** Exceptions of the extension's code in any page so far, and whatever else of it the console shows as an error. */
  problems(): Promise<readonly string[]>;
  /** Deletes what the extension's origin has stored in databases, as "clear site data" does. */
  clearDatabases(): Promise<void>;
  /** The text size in the browser's settings, in per cent of what it is without them. */
  setTextSize(percent: number): Promise<void>;
  /** How much the extension's origin may store, in bytes; null: what the browser thinks right. */
  limitStorage(bytes: number | null): Promise<void>;
  /** Everything that the extension's realms and pages, and scripts in pages, wrote to the console so far. */
  consoleLines(): Promise<readonly string[]>;
  /** Closes every page but this one of the extension's, which is shown then, and forgets what was said. */
  closeAllBut(page: Page): Promise<void>;
  /**
   * Closes all pages, takes the extension away with all that it has stored, and forgets what any site has stored,
   * what was said and what was set: nothing of one test reaches the next one in the same browser.
   */
  clear(): Promise<void>;
  /** Installs the extension in a browser that was cleared, as for the first time. */
  install(): Promise<void>;
  close(): Promise<void>;
}

export type BrowserKind = 'chromium' | 'firefox';

export interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
}

/** The real popup. It closes when the focus goes elsewhere. */
export interface Popup {
  /** Waits until it says so, and gives all that it says. */
  until(words: string): Promise<string>;
  /** A trusted click. */
  click(selector: string): Promise<void>;
  /** A trusted click on a button that makes the browser ask for permission to see these sites, and the answer. */
  clickAndAllow(selector: string, patterns: readonly string[]): Promise<void>;
  /** A key by its name, where the focus is. */
  press(key: string): Promise<void>;
  /** The same for a key that makes the browser ask. */
  pressAndAllow(key: string, patterns: readonly string[]): Promise<void>;
  /** Answers with no what the browser asks next; Chromium, whose question nobody can see, is told before it is asked. */
  refuseNext(ask: () => Promise<void>): Promise<void>;
  /** What can be operated in it, as `Page.controls` gives it. */
  controls(): Promise<readonly Control[]>;
  /** Id of what has the focus in it. */
  focused(): Promise<string>;
  close(): Promise<void>;
}

/** A slow click is one of a hand that holds the button down for `SLOW_PRESS`. */
export type MouseAction = 'move' | 'click' | 'slow-click' | 'middle-click' | 'right-click';

/** Milliseconds. */
export const SLOW_PRESS = 800;

export interface Page {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a script in the page and gives what it returns (awaited): `page-script.ts`. */
  run<Args extends readonly unknown[], Value>(
    call: Call<Args, Value>,
    ...args: Args
  ): Promise<Awaited<Value>>;
  run<Value>(script: PageScript<Value>): Promise<Awaited<Value>>;
  /** Waits until a script gives something else than undefined, null or false, and gives that. */
  until<Value>(
    condition: Condition<Value>,
    options?: { readonly timeout?: number; readonly what?: string },
  ): Promise<Exclude<NonNullable<Awaited<Value>>, false>>;
  /** Trusted mouse input at viewport coordinates, in CSS pixels. */
  mouse(action: MouseAction, x: number, y: number): Promise<void>;
  /** The same inside a frame, whatever its origin; the point by the frame's own corner. */
  mouseInFrame(frame: Place, action: 'move' | 'click', x: number, y: number): Promise<void>;
  /** As `until`, inside a frame, whatever its origin. */
  untilInFrame<Value>(
    frame: Place,
    condition: Condition<Value>,
  ): Promise<Exclude<NonNullable<Awaited<Value>>, false>>;
  /** Trusted click in the middle of an element. */
  click(place: Place, action?: 'move' | 'click' | 'slow-click' | 'middle-click'): Promise<void>;
  /**
   * What can be operated inside an element, as screen readers are told of it, in their order; also behind our closed root.
   * Without what is hidden.
   */
  controls(place: Place): Promise<readonly Control[]>;
  /** Presses the mouse in the middle of one element and lets it go in the middle of another. */
  drag(from: Place, to: Place): Promise<void>;
  /**
   * Chooses an option of a `select` by its value: by mouse in the list that a click opens, by keys with the arrows, where the
   * `select` has the focus already.
   */
  choose(place: Place, value: string, by: 'mouse' | 'keys'): Promise<void>;
  /** A finger's tap in the middle of an element. */
  tap(place: Place): Promise<void>;
  /**
   * What assistive technology does with a control: its default action, wherever the focus is. In Chromium only where the
   * test has said that it is `assisted`.
   */
  pressAssisted(place: Place): Promise<void>;
  /** As a reader zooms the page, in per cent. Until it is closed. */
  zoom(percent: number): Promise<void>;
  /** A key by its name (`Tab`, `Enter`, `Escape`) or one character. */
  press(key: string, modifiers?: { readonly shift?: boolean; readonly control?: boolean }): Promise<void>;
  type(text: string): Promise<void>;
  screenshot(path: string): Promise<void>;
  url(): Promise<string>;
  /** Has the page open a dialog, which stays open: nothing can be asked of the page meanwhile. @returns closes it */
  openAlert(): Promise<() => Promise<void>>;
  /** Brings its tab to the front: one behind draws nothing. */
  show(): Promise<void>;
  /** Id of the operating system's process in which the page runs. */
  processId(): Promise<number>;
  /** Asks for a whole collection in the page's process; what it frees may be gone only a moment later. */
  collectGarbage(): Promise<void>;
  close(): Promise<void>;
}

/**
 * In milliseconds, how long a condition is waited for that says nothing else. Long: it costs only a test that fails, and
 * on a machine with much else to do a browser may be slow.
 */
export const PATIENCE = 30_000;

/** The browser has not done in time what it was told. */
export class StoodStill extends Error {
  override readonly name = 'StoodStill';
}

/** @throws StoodStill if it takes longer */
export async function within<Value>(timeout: number, what: string, step: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoodStill(`${what} took more than ${timeout} ms`)), timeout);
  });
  try {
    return await Promise.race([step, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until `probe` gives something else than undefined, null or false. For what lies outside a page. */
export async function eventually<Value>(
  what: string,
  probe: () => Promise<Value> | Value,
  timeout = PATIENCE,
): Promise<NonNullable<Exclude<Value, false>>> {
  const end = Date.now() + timeout;
  let last: unknown;
  let pause = 20;
  do {
    try {
      const value = await probe();
      if (value !== undefined && value !== null && value !== false)
        return value as NonNullable<Exclude<Value, false>>;
      last = value;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
    // Each look takes something from the browser that is waited for.
    pause = Math.min(1.2 * pause, 100);
  } while (Date.now() < end);
  throw new Error(`waited ${timeout} ms for ${what}; last seen: ${String(last)}`);
}
