import { browser } from '../../platform/browser.ts';
import type { PageCaller } from '../../platform/message-bus.ts';

/** @throws RangeError for any other page: a bug, or injected code */
export function onlyFromOptions({ path }: PageCaller): void {
  const options = browser.runtime.getManifest().options_ui?.page;
  // Chromium gives the path as written in the manifest, Firefox the whole URL.
  if (options === undefined || path !== new URL(options, browser.runtime.getURL('')).pathname)
    throw new RangeError(`asked from ${path}`);
}
