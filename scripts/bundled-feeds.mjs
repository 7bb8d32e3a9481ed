import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * These licences permit redistribution in a package under Apache-2.0 and ask at most for credit, which the list gives.
 * Private use, "see repository" and copyleft do not.
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

const PATIENCE_MS = 120_000;

/**
 * @typedef {{ name: string, url?: string, file?: string, licence: string, reviewed?: boolean, enabled?: boolean }} Feed
 * @typedef {{ name: string, because: string }} LeftOut
 */

/**
 * Feeds reviewed by people or by a test of the page, with permitting licences.
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
 * A feed that fails is left out, since an older copy would be packaged as new.
 *
 * @param {readonly Feed[]} feeds
 * @param {string} folder
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

/** @param {string} url @param {string} file @returns {Promise<string | null>} the failure */
async function fetchTo(url, file) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) return `the answer was ${response.status}`;
    writeFileSync(file, new Uint8Array(await response.arrayBuffer()));
    return null;
  } catch (error) {
    // Node reports all network errors as TypeError.
    if (error instanceof TypeError || error instanceof DOMException) return 'it could not be reached';
    throw error;
  }
}
