import { browser } from '../platform/browser.ts';
import type { Texts } from '../platform/texts.ts';
import type { TabReport } from '../protocol/messages.ts';

/** What the toolbar button says of a tab. */
export interface Badge {
  /** At most four characters fit. */
  readonly text: string;
  readonly colour: string;
  readonly icon: 'icon' | 'not-checked';
  readonly title: string;
}

/** Dark enough for white letters (contrast ≥ 4.5), apart in brightness too: 2.1 and 1.3 times. */
const RED = '#b3261e';
const AMBER = '#8a5300';
const GREY = '#5f6368';

export const LOOK_BACK_COLOUR = RED;

export type ListState = 'usable' | 'expired' | 'none';

/**
 * Counts only what is flagged, and says what is not known. Nothing positive is ever shown: no badge means
 * nothing was found, not that all is well.
 */
export function badgeOf(
  { danger, caution, unchecked, notes, isWebmail }: Omit<TabReport, 'flagged'>,
  lists: ListState,
  texts: Texts,
): Badge {
  const flagged = danger + caution;
  const isUnchecked =
    unchecked > 0 || notes.includes('no-message-found') || (isWebmail && lists !== 'usable');
  const icon = isUnchecked ? 'not-checked' : 'icon';
  const says: string[] = [];
  if (flagged > 0) says.push(texts.count('badge_flagged', flagged));
  if (unchecked > 0 || (isWebmail && lists === 'none')) says.push(texts.text('badge_unchecked'));
  if (notes.includes('no-message-found')) says.push(texts.text('badge_no_message'));
  if (isWebmail && lists === 'expired') says.push(texts.text('badge_expired'));
  const title = [texts.text('extension_name'), ...says].join('\n');
  if (flagged > 0) {
    return {
      text: flagged > 999 ? '999+' : String(flagged),
      colour: danger > 0 ? RED : AMBER,
      icon,
      title,
    };
  }
  return { text: isUnchecked ? '?' : '', colour: GREY, icon, title };
}

/** Shows a badge; a tab that is gone meanwhile needs none. */
export async function showBadge(tabId: number, { text, colour, icon, title }: Badge): Promise<void> {
  const path = Object.fromEntries([16, 32, 48].map((size) => [size, `/icons/${icon}-${size}.png`]));
  await Promise.allSettled([
    browser.action.setBadgeText({ tabId, text }),
    browser.action.setBadgeBackgroundColor({ tabId, color: colour }),
    browser.action.setIcon({ tabId, path }),
    browser.action.setTitle({ tabId, title }),
  ]);
}
