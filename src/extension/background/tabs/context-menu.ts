import { inTurn } from '../../platform/in-turn.ts';
import { browser, type Menus, type Tabs } from '../../platform/browser.ts';
import type { MessageKey, Texts } from '../../platform/texts/texts.ts';
import type { Rule } from '../../../core/verdict/rules.ts';
import type { ChosenLink, MenuChoice } from '../links/chosen-link.ts';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import { toolbarItems } from './toolbar-menu.ts';

const RULES = { 'trust-site': 'trust', 'block-site': 'block' } as const satisfies Record<
  string,
  Rule['action']
>;

const WHERE = 'where-link';

const ITEMS = [
  [WHERE, 'menu_where'],
  ['trust-site', 'menu_trust'],
  ['block-site', 'menu_block'],
] as const satisfies readonly (readonly [typeof WHERE | keyof typeof RULES, MessageKey])[];

/**
 * Browsers store items with an earlier version's texts and patterns, so all are replaced.
 *
 * @param patterns - match patterns for link items
 */
export function makeContextMenu(patterns: readonly string[], texts: Texts, canPause: boolean): Promise<void> {
  const make = async (): Promise<void> => {
    const menus = ownMenus();
    if (menus === null) return;
    await menus.removeAll();
    for (const [id, title] of ITEMS) {
      menus.create({
        id,
        title: texts.text(title),
        contexts: ['link'],
        // No pattern matches a message in a mail program.
        ...(IS_MAIL_PROGRAM ? {} : { documentUrlPatterns: [...patterns] }),
      });
    }
    for (const [id, title] of toolbarItems(canPause)) {
      menus.create({ id, title: texts.text(title), contexts: [TOOLBAR] });
    }
  };
  // Serialized: creating an item twice is an error, and the old language might win.
  return madeInTurn(make);
}

const madeInTurn = inTurn();

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a context of Thunderbird's own
const TOOLBAR = (IS_MAIL_PROGRAM ? 'message_display_action' : 'action') as 'action';

export function menuEvents(): typeof browser.contextMenus.onClicked | null {
  return ownMenus()?.onClicked ?? null;
}

type Menu = Pick<typeof browser.contextMenus, 'create' | 'removeAll' | 'onClicked'>;

function ownMenus(): Menu | null {
  // Typed as always present, but browsers may withhold it, and the background must start. Thunderbird calls it `menus`.
  const { contextMenus, menus }: { contextMenus?: Menu; menus?: Menu } = browser;
  return (IS_MAIL_PROGRAM ? menus : contextMenus) ?? null;
}

export function menuChoice(info: Menus.OnClickData, tab: Tabs.Tab | undefined): MenuChoice | null {
  const action = Object.entries(RULES).find(([id]) => id === info.menuItemId)?.[1];
  const link = chosenLink(info, tab);
  return action === undefined || link === null ? null : { action, ...link };
}

export function linkToExplain(info: Menus.OnClickData, tab: Tabs.Tab | undefined): ChosenLink | null {
  return info.menuItemId === WHERE ? chosenLink(info, tab) : null;
}

function chosenLink(
  { linkUrl, frameId = 0 }: Menus.OnClickData,
  tab: Tabs.Tab | undefined,
): ChosenLink | null {
  return linkUrl === undefined || tab?.id === undefined ? null : { href: linkUrl, tabId: tab.id, frameId };
}
