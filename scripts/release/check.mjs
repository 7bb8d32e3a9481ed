import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledEndProblem } from '../bundled-end.mjs';
import { placeholdersLeft, sourceFiles } from './facts.mjs';

/** Limits of stores. Source: https://developer.chrome.com/docs/extensions/reference/manifest, addons.mozilla.org */
const MOST_CHARACTERS = { name: 45, description: 132, listing: 15_000 };

/** Private Ed25519 keys as JWK (RFC 8037), and PEM keys. */
const SECRET = /"d"\s*:\s*"[\w-]{43}"|-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/;

/**
 * @param {string} root
 * @param {{tag?: string | undefined, now: number}} options - `tag`: as v1.2.0; `now`: Unix time, seconds
 */
export function releaseProblems(root, { tag, now }) {
  /** @param {string} file */
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const pack = JSON.parse(read('package.json'));
  const version = String(pack.version);
  const endProblem = bundledEndProblem(join(root, 'public/bundled'), now);
  return [
    ...placeholdersLeft(root).map(
      ({ file, placeholder }) => `${file} still says ${placeholder}: npm run release -- init.`,
    ),
    ...sourceFiles(root)
      .filter(
        (file) =>
          !file.startsWith('test/') && /\.(?:json|pem|key|txt)$/.test(file) && SECRET.test(read(file)),
      )
      .map((file) => `${file} holds a private key: take it out of the tree, and make another one.`),
    ...versionProblems(version, tag, read),
    ...changelogProblems(version, read('CHANGELOG.md')),
    ...storeProblems(read),
    ...(endProblem === null ? [] : [endProblem]),
  ];
}

/** @param {string} version @param {string | undefined} tag @param {(file: string) => string} read */
function versionProblems(version, tag, read) {
  const lock = JSON.parse(read('package-lock.json'));
  /** @type {[string, string | undefined][]} */
  const others = [
    ['manifest.json', JSON.parse(read('manifest.json')).version],
    ['package-lock.json', lock.version],
    ['package-lock.json (packages)', lock.packages?.['']?.version],
    ...['github-pages', 's3'].map(
      (name) =>
        /** @type {[string, string | undefined]} */ ([
          `publishing/${name}.yml`,
          /^ *SPAMLIGHT_REF: v(.*)$/m.exec(read(`publishing/${name}.yml`))?.[1],
        ]),
    ),
    ...(tag === undefined ? [] : [/** @type {[string, string]} */ (['the tag', tag.replace(/^v/, '')])]),
  ];
  return others
    .filter(([, other]) => other !== version)
    .map(([where, other]) => `package.json says ${version}, and ${where} says ${other ?? 'nothing'}.`);
}

/** @param {string} version @param {string} changelog */
function changelogProblems(version, changelog) {
  return releaseNotes(version, changelog) === null
    ? [`CHANGELOG.md has nothing under a heading "## ${version}": what do people get?`]
    : [];
}

/** @param {string} version @param {string} changelog */
export function releaseNotes(version, changelog) {
  const section = changelog
    .split(/^## /m)
    .find((part) => part.startsWith(`${version}\n`) || part.startsWith(`${version} `));
  const text = section?.slice(section.indexOf('\n')).trim() ?? '';
  return /^[-•] /m.test(text) ? text : null;
}

/** @param {(file: string) => string} read */
function storeProblems(read) {
  const problems = [];
  for (const language of ['en', 'zh_CN']) {
    const catalogue = JSON.parse(read(`public/_locales/${language}/messages.json`));
    const texts = {
      extension_name: MOST_CHARACTERS.name,
      extension_description: MOST_CHARACTERS.description,
    };
    for (const [name, most] of Object.entries(texts)) {
      const length = Array.from(catalogue[name]?.message ?? '').length;
      if (length === 0 || length > most)
        problems.push(`${name} in ${language} has ${length} characters, and stores take 1 to ${most}.`);
    }
  }
  const listings = read('docs/store.md')
    .split(/^## Listing, /m)
    .slice(1);
  if (listings.length !== 2) problems.push('docs/store.md needs a listing in English and one in Chinese.');
  for (const listing of listings) {
    const length = Array.from(listing).length;
    if (length > MOST_CHARACTERS.listing)
      problems.push(
        `A listing in docs/store.md has ${length} characters, and stores take ${MOST_CHARACTERS.listing}.`,
      );
  }
  return problems;
}
