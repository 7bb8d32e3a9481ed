import { browser } from './browser.ts';
import { IS_MAIL_PROGRAM } from './mail-program.ts';

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
  const button = ownButton();
  const shown = Promise.allSettled([
    button.setBadgeText({ ...where, text }),
    button.setBadgeBackgroundColor({ ...where, color: colour }),
    button.setIcon({ ...where, path }),
    button.setTitle({ ...where, title }),
  ]);
  // Thunderbird answers only once a message is displayed, and updates would wait for that.
  if (!IS_MAIL_PROGRAM) await shown;
}

/** In Thunderbird the button beside the open message, which takes the same calls as the one in a browser's toolbar. */
function ownButton(): typeof browser.action {
  if (!IS_MAIL_PROGRAM) return browser.action;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no library declares it
  return (browser as unknown as { messageDisplayAction: typeof browser.action }).messageDisplayAction;
}
