import { readFileSync } from 'node:fs';

/** The first version seen to work with anchored popovers, which hold marks at links. */
export const LEAST_FIREFOX = '153.0';

/** The first ESR with scripts for displayed messages in manifest version 3 (since 151). */
export const LEAST_THUNDERBIRD = '153.0';

/** `manifest.json` is written for Chromium. */
export function leastChromium() {
  const text = readFileSync(new URL('../manifest.json', import.meta.url), 'utf8');
  const { minimum_chrome_version: least } = JSON.parse(text);
  if (typeof least !== 'string') throw new Error('manifest.json names no minimum_chrome_version');
  return least;
}
