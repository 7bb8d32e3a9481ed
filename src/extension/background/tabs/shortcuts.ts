import type { FlaggedJumps } from './flagged-jumps.ts';

export interface ShortcutActions {
  readonly jumps: Pick<FlaggedJumps, 'next' | 'why'>;
  readonly togglePause: (tabId: number) => Promise<void>;
}

/** What the manifest’s `commands` do. Their keys are the reader’s to change; the browser has a page for that. */
export async function runShortcut(
  name: string,
  tabId: number,
  { jumps, togglePause }: ShortcutActions,
): Promise<void> {
  switch (name) {
    case 'next-flagged':
      return jumps.next(tabId);
    case 'why':
      return jumps.why(tabId);
    case 'pause':
      return togglePause(tabId);
  }
}
