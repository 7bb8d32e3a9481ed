import { browser, type Menus, type Tabs } from '../../platform/browser.ts';
import type { MessageKey, Texts } from '../../platform/texts/texts.ts';
import type { Rule } from '../../../core/verdict/rules.ts';
import type { ChosenLink, MenuChoice } from '../links/chosen-link.ts';
import { toolbarItems } from './toolbar-menu.ts';

const RULES = { 'trust-site': 'trust', 'block-site': 'block' } as const satisfies Record<
  string,
  Rule['action']
>;

const WHERE = 'where-link';

/** At a link, in this order. */
const ITEMS = [
  [WHERE, 'menu_where'],
  ['trust-site', 'menu_trust'],
  ['block-site', 'menu_block'],
] as const satisfies readonly (readonly [typeof WHERE | keyof typeof RULES, MessageKey])[];

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
    for (const [id, title] of ITEMS) {
      browser.contextMenus.create({
        id,
        title: texts.text(title),
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
  const action = Object.entries(RULES).find(([id]) => id === info.menuItemId)?.[1];
  const link = chosenLink(info, tab);
  return action === undefined || link === null ? null : { action, ...link };
}

/** The link of which the reader wants to know where it leads; null if something else was chosen. */
export function linkToExplain(info: Menus.OnClickData, tab: Tabs.Tab | undefined): ChosenLink | null {
  return info.menuItemId === WHERE ? chosenLink(info, tab) : null;
}

function chosenLink(
  { linkUrl, frameId = 0 }: Menus.OnClickData,
  tab: Tabs.Tab | undefined,
): ChosenLink | null {
  return linkUrl === undefined || tab?.id === undefined ? null : { href: linkUrl, tabId: tab.id, frameId };
}
