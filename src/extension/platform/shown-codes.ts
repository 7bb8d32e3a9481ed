import { browser } from './browser.ts';
import { CodeReader } from './code-reader.ts';

const reader = new CodeReader();

export type NoCodes = 'no-picture' | 'not-read';

/**
 * Web addresses in codes of the visible tab. The screenshot, permitted by the popup's click, stays local.
 *
 * @returns `no-picture` on browser, extension and store pages; `not-read` on failure or timeout
 */
export async function shownCodes(): Promise<readonly string[] | NoCodes> {
  try {
    const picture = await browser.tabs.captureVisibleTab(undefined, { format: 'png' });
    return (await reader.read(picture)) ?? 'not-read';
  } catch (error) {
    // Error texts differ between browsers.
    if (error instanceof Error) return 'no-picture';
    throw error;
  }
}
