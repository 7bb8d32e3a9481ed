import { browser, type Tabs } from './browser.ts';

/**
 * Calls back for the keys that the manifest names, with the tab that the reader sees. The listener runs in the key’s own
 * turn. A browser without such keys lacks them and nothing else.
 */
export function onShortcut(listener: (name: string, tabId: number) => void): void {
  // The types promise them.
  const { commands }: { commands?: typeof browser.commands } = browser;
  commands?.onCommand.addListener((name: string, tab?: Tabs.Tab) => {
    if (tab?.id !== undefined) listener(name, tab.id);
  });
}
