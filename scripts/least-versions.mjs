// The oldest browsers that the extension runs in. What is built says so in its manifest; what is tested is held to it.
import { readFileSync } from 'node:fs';

/** The first in which anchored popovers, by which the marks stay at their links, were seen to work. */
export const LEAST_FIREFOX = '153.0';

/** The first ESR whose manifest may name scripts for displayed messages under manifest version 3 (since 151). */
export const LEAST_THUNDERBIRD = '153.0';

/** What `manifest.json`, which is written for Chromium, says itself. @returns {string} */
export function leastChromium() {
  const text = readFileSync(new URL('../manifest.json', import.meta.url), 'utf8');
  const { minimum_chrome_version: least } = JSON.parse(text);
  if (typeof least !== 'string') throw new Error('manifest.json names no minimum_chrome_version');
  return least;
}
