import { browser, type Tabs } from './browser.ts';

/** Shortcuts of the manifest, for the active tab. */
export function onShortcut(listener: (name: string, tabId: number) => void): void {
  // Some browsers lack `commands`.
  const { commands }: { commands?: typeof browser.commands } = browser;
  commands?.onCommand.addListener((name: string, tab?: Tabs.Tab) => {
    if (tab?.id !== undefined) listener(name, tab.id);
  });
}
