import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Days that the packaged list must still last: releases are weeks apart. */
const LEAST_DAYS = 90;

const DAY = 86_400;

/**
 * Null if the list may be shipped. Tests check its signature; only its end depends on the day.
 *
 * @param {string} folder - from scripts/bundle.mjs
 * @param {string} testFeeds - feeds.json of the test pages, which never expire
 * @param {number} now - Unix time, seconds
 */
export function bundledListProblem(folder, testFeeds, now) {
  const index = payloadOf(readFileSync(join(folder, 'latest.jws'), 'utf8'));
  const signer = headerOf(index.keys).kid;
  if (signer !== readFileSync(join(folder, 'root-key.txt'), 'utf8').trim())
    return `${folder}/root-key.txt is not the key that signed the list beside it: make both anew by npm run bundle.`;
  /** @type {{ feeds: { name: string, group?: string }[] }} */
  const { feeds } = JSON.parse(readFileSync(testFeeds, 'utf8'));
  const testGroups = new Set(feeds.map(({ name, group }) => group ?? name));
  if (index.sections.every(([, , , group]) => testGroups.has(group))) return null;
  return endProblem(index.expiresAt, now);
}

/**
 * Like `bundledListProblem`, but for any list.
 *
 * @param {string} folder
 * @param {number} now - Unix time, seconds
 */
export function bundledEndProblem(folder, now) {
  return endProblem(payloadOf(readFileSync(join(folder, 'latest.jws'), 'utf8')).expiresAt, now);
}

/** @param {number} expiresAt @param {number} now */
function endProblem(expiresAt, now) {
  const days = Math.floor((expiresAt - now) / DAY);
  if (days >= LEAST_DAYS) return null;
  const when = days < 0 ? 'has ended' : `ends in ${days} days`;
  return `The packaged list ${when}, and ${LEAST_DAYS} are needed: make a new one by npm run bundle.`;
}

/**
 * @typedef {{ keys: string, expiresAt: number, sections: [string, string, string, string, ...unknown[]][] }} Index
 */

/** @param {string} jws @returns {Index} */
function payloadOf(jws) {
  return JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString());
}

/** @param {string} jws @returns {{ kid?: string }} */
function headerOf(jws) {
  return JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString());
}
