import { browser } from '../../platform/browser.ts';
import type { PageCaller } from '../../platform/message-bus.ts';

/** @throws RangeError if another page asks: a bug, or injected code */
export function assertFromOptions({ path }: PageCaller): void {
  const options = browser.runtime.getManifest().options_ui?.page;
  // Chromium gives the manifest's path, Firefox the whole URL.
  if (options === undefined || path !== new URL(options, browser.runtime.getURL('')).pathname)
    throw new RangeError(`asked from ${path}`);
}
