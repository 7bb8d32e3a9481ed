import { browser } from './browser.ts';

export interface ToolbarButton {
  /** At most four characters fit. */
  readonly text: string;
  /** Of the text's background, `#rrggbb`. */
  readonly colour: string;
  /** Files `icons/<name>-<size>.png`. */
  readonly icon: 'icon' | 'not-checked';
  readonly title: string;
}

/** @param tabId - null for tabs that have nothing of their own to say; a tab that is gone meanwhile needs nothing */
export async function showToolbarButton(
  tabId: number | null,
  { text, colour, icon, title }: ToolbarButton,
): Promise<void> {
  const where = tabId === null ? {} : { tabId };
  const path = Object.fromEntries([16, 32, 48].map((size) => [size, `/icons/${icon}-${size}.png`]));
  await Promise.allSettled([
    browser.action.setBadgeText({ ...where, text }),
    browser.action.setBadgeBackgroundColor({ ...where, color: colour }),
    browser.action.setIcon({ ...where, path }),
    browser.action.setTitle({ ...where, title }),
  ]);
}
