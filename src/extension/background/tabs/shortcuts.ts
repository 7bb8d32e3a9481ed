import type { FlaggedJumps } from './flagged-jumps.ts';

export interface ShortcutActions {
  readonly jumps: Pick<FlaggedJumps, 'why'>;
  readonly togglePause: (tabId: number) => Promise<void>;
}

/** @param name - one of the manifest's `commands` */
export async function runShortcut(
  name: string,
  tabId: number,
  { jumps, togglePause }: ShortcutActions,
): Promise<void> {
  switch (name) {
    case 'why':
      return jumps.why(tabId);
    case 'pause':
      return togglePause(tabId);
  }
}
