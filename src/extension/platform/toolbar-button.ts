import { browser } from './browser.ts';
import { IS_MAIL_PROGRAM } from './mail-program.ts';

export interface ToolbarButton {
  /** At most four characters. */
  readonly text: string;
  /** Background of the text, `#rrggbb`. */
  readonly colour: string;
  readonly icon: 'icon' | 'not-checked';
  readonly title: string;
}

/** @param tabId - null for the default; a closed tab is ignored */
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
  // Thunderbird settles these calls only once a message is displayed: later updates would wait.
  if (!IS_MAIL_PROGRAM) await shown;
}

/** Thunderbird: the button beside the open message; same API. */
function ownButton(): typeof browser.action {
  if (!IS_MAIL_PROGRAM) return browser.action;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no library declares it
  return (browser as unknown as { messageDisplayAction: typeof browser.action }).messageDisplayAction;
}
