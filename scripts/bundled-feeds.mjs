// Which public feeds the packaged list may be made of, and their copies.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Licences that let anybody hand a copy on, inside a package under Apache-2.0, and ask for no more than to be named,
 * which every list does with its sources. Terms for private use, "see repository" and copyleft are not among them.
 */
export const REDISTRIBUTABLE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'MIT',
  'Unlicense',
];

/** How long one feed may take, in milliseconds. */
const PATIENCE_MS = 120_000;

/**
 * @typedef {{ name: string, url?: string, file?: string, licence: string, reviewed?: boolean, enabled?: boolean }} Feed
 * @typedef {{ name: string, because: string }} LeftOut
 */

/**
 * Those that people or a test of the page stand behind, and whose terms allow it.
 *
 * @param {readonly Feed[]} feeds
 * @returns {{ chosen: Feed[], leftOut: LeftOut[] }}
 */
export function choose(feeds) {
  /** @type {LeftOut[]} */
  const leftOut = [];
  const chosen = feeds.filter((feed) => {
    const because = !REDISTRIBUTABLE.includes(feed.licence)
      ? `its terms (${feed.licence}) do not say that a copy may be handed on`
      : feed.reviewed === true
        ? null
        : 'nobody reviews its entries';
    if (because !== null) leftOut.push({ name: feed.name, because });
    return because === null;
  });
  return { chosen, leftOut };
}

/**
 * Fetches each into `folder`. One that cannot be had is left out: an older copy would be packaged as new.
 *
 * @param {readonly Feed[]} feeds - with an address, or a file already
 * @param {string} folder
 * @returns {Promise<{ fetched: Feed[], leftOut: LeftOut[] }>}
 */
export async function fetchAll(feeds, folder) {
  /** @type {Feed[]} */
  const fetched = [];
  /** @type {LeftOut[]} */
  const leftOut = [];
  for (const [place, feed] of feeds.entries()) {
    const { url, ...rest } = feed;
    if (url === undefined) {
      fetched.push(feed);
      continue;
    }
    const file = join(folder, `${place}-${basename(new URL(url).pathname) || 'feed'}`);
    const failure = await fetchTo(url, file);
    if (failure === null) fetched.push({ ...rest, file });
    else leftOut.push({ name: feed.name, because: failure });
  }
  return { fetched, leftOut };
}

/** @param {string} url @param {string} file @returns {Promise<string | null>} why not */
async function fetchTo(url, file) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) return `the answer was ${response.status}`;
    writeFileSync(file, new Uint8Array(await response.arrayBuffer()));
    return null;
  } catch (error) {
    // Node wraps whatever went wrong on the way; only its words differ.
    if (error instanceof TypeError || error instanceof DOMException) return 'it could not be reached';
    throw error;
  }
}
