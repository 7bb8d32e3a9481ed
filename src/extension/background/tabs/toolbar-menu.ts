import { openOptions } from '../../platform/active-tab.ts';
import { openCheckMessage } from '../../platform/installation.ts';
import type { Menus, Tabs } from '../../platform/browser.ts';
import { requestWebmail, sitePattern } from '../../platform/site-access.ts';
import type { MessageKey } from '../../platform/texts/texts.ts';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import { webmailAt } from '../../protocol/webmail-hosts.ts';

const ITEMS: readonly (readonly [id: string, title: MessageKey])[] = [
  ['toolbar-pause', 'menu_pause'],
  ['toolbar-add', 'menu_add_webmail'],
  ['toolbar-check', 'menu_check_message'],
  ['toolbar-options', 'menu_options'],
];

export function toolbarItems(canPause: boolean): typeof ITEMS {
  const isOfSite = (id: string): boolean => id === 'toolbar-pause' || id === 'toolbar-add';
  return ITEMS.filter(([id]) => (IS_MAIL_PROGRAM ? !isOfSite(id) : canPause || id !== 'toolbar-pause'));
}

/** Call before any `await` in the click event: after one, browsers refuse permission requests. */
export async function runToolbarMenu(
  { menuItemId }: Pick<Menus.OnClickData, 'menuItemId'>,
  tab: Tabs.Tab | undefined,
  togglePause: (tabId: number) => Promise<void>,
): Promise<void> {
  switch (menuItemId) {
    case 'toolbar-pause':
      return tab?.id === undefined ? undefined : togglePause(tab.id);
    case 'toolbar-add':
      return addWebmail(tab);
    case 'toolbar-check':
      return openCheckMessage();
    case 'toolbar-options':
      return openOptions();
  }
}

/** The browser's permission event then registers and starts the script. */
async function addWebmail(tab: Tabs.Tab | undefined): Promise<void> {
  const { id, url } = tab ?? {};
  const pattern = url === undefined ? null : sitePattern(url);
  // A page that no extension may read, such as the browser's own.
  if (id === undefined || url === undefined || pattern === null) return;
  // All the webmail's hosts, since messages may be in frames of other hosts.
  await requestWebmail({ patterns: webmailAt(url)?.matches ?? [pattern], tabId: id });
}
