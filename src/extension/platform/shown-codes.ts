import { browser } from './browser.ts';
import { CodeReader } from './code-reader.ts';

const reader = new CodeReader();

/** Why it is not known which codes there are. */
export type NoCodes = 'no-picture' | 'not-read';

/**
 * The web addresses in the codes that can be seen in the window, as its reader sees it: a picture of the visible tab, which
 * the browser allows for the click that opened the popup, and which goes nowhere.
 *
 * @returns `no-picture` if the browser gives none: of its own pages, of another extension's, of a store's. `not-read` if it
 *   was not looked through in time
 */
export async function shownCodes(): Promise<readonly string[] | NoCodes> {
  try {
    const picture = await browser.tabs.captureVisibleTab(undefined, { format: 'png' });
    return (await reader.read(picture)) ?? 'not-read';
  } catch (error) {
    // Each browser has its own words for what it does not let be seen.
    if (error instanceof Error) return 'no-picture';
    throw error;
  }
}
