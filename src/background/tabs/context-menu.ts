import { browser, type Menus, type Tabs } from '../../platform/browser.ts';
import type { Texts } from '../../platform/texts.ts';
import type { Rule } from '../../core/verdict/rules.ts';
import { toolbarItems } from './toolbar-menu.ts';

const ITEMS = { 'trust-site': 'trust', 'block-site': 'block' } as const satisfies Record<
  string,
  Rule['action']
>;

/** What the reader chose, and where. Only the browser says this; no page can. */
export interface MenuChoice {
  readonly action: Rule['action'];
  readonly href: string;
  readonly tabId: number;
  readonly frameId: number;
}

/**
 * Makes all items anew: the browser keeps them, with the texts and addresses of the version that made them.
 *
 * @param patterns - match patterns of the webmails; nowhere else are the items for links shown
 * @param canPause - whether the toolbar symbol's menu offers it
 */
export function makeContextMenu(patterns: readonly string[], texts: Texts, canPause: boolean): Promise<void> {
  const make = async (): Promise<void> => {
    if (menuEvents() === null) return;
    await browser.contextMenus.removeAll();
    for (const [id, action] of Object.entries(ITEMS)) {
      browser.contextMenus.create({
        id,
        title: texts.text(action === 'trust' ? 'menu_trust' : 'menu_block'),
        contexts: ['link'],
        documentUrlPatterns: [...patterns],
      });
    }
    for (const [id, title] of toolbarItems(canPause)) {
      browser.contextMenus.create({ id, title: texts.text(title), contexts: ['action'] });
    }
  };
  // One after the other: an item that is made twice is an error, and the other language may win.
  made = made.then(make, make);
  return made;
}

let made: Promise<void> = Promise.resolve();

/** Null where the browser has no such menu. */
export function menuEvents(): typeof browser.contextMenus.onClicked | null {
  // The types promise it; the background must start without it all the same.
  const { contextMenus }: { contextMenus?: typeof browser.contextMenus } = browser;
  return contextMenus?.onClicked ?? null;
}

export function menuChoice(info: Menus.OnClickData, tab: Tabs.Tab | undefined): MenuChoice | null {
  const action = Object.entries(ITEMS).find(([id]) => id === info.menuItemId)?.[1];
  if (action === undefined || info.linkUrl === undefined || tab?.id === undefined) return null;
  return { action, href: info.linkUrl, tabId: tab.id, frameId: info.frameId ?? 0 };
}
