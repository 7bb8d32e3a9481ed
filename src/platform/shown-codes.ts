import { browser } from './browser.ts';
import { CodeReader } from './code-reader.ts';

const reader = new CodeReader();

/**
 * The web addresses in the codes that can be seen in the window, as its reader sees it: a picture of the visible tab, which
 * the browser allows for the click that opened the popup, and which goes nowhere.
 *
 * @returns null if the browser gives no picture: of its own pages, of another extension's, of a store's
 */
export async function shownCodes(): Promise<readonly string[] | null> {
  try {
    return await reader.read(await browser.tabs.captureVisibleTab(undefined, { format: 'png' }));
  } catch (error) {
    // Each browser has its own words for what it does not let be seen.
    if (error instanceof Error) return null;
    throw error;
  }
}
