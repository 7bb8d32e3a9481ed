import { browser } from '../../platform/browser.ts';
import type { PageCaller } from '../../platform/message-bus.ts';

/** @throws RangeError if another page asks: a bug of ours, or code that got into a page */
export function onlyFromOptions({ path }: PageCaller): void {
  const options = browser.runtime.getManifest().options_ui?.page;
  // A path in Chromium, as it is written; the whole address in Firefox.
  if (options === undefined || path !== new URL(options, browser.runtime.getURL('')).pathname)
    throw new RangeError(`asked from ${path}`);
}
