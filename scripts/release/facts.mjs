import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * @typedef {object} Facts
 * @property {string} author
 * @property {string} homepage - https, ends in a slash; with /support and /releases
 * @property {string} email - for support
 * @property {string} repository - OWNER/NAME at GitHub
 * @property {string} firefoxId - never changes, since it identifies stored data
 */

/** Longer ones first, since they contain others. */
export const PLACEHOLDERS = /** @type {const} */ ([
  ['support@spamlight.example', 'email'],
  ['spamlight@spamlight.example', 'firefoxId'],
  ['https://spamlight.example/', 'homepage'],
  ['OWNER/spamlight', 'repository'],
  ['The Spamlight authors', 'author'],
]);

/** @type {Readonly<Record<keyof Facts, {readonly question: string, readonly shape: RegExp, readonly hint: string}>>} */
export const QUESTIONS = {
  author: {
    question: 'Who publishes it (a name)',
    shape: /^[^\p{Cc}"\\]{1,100}$/u,
    hint: 'a name in one line, without quotes',
  },
  homepage: {
    question: 'Homepage (https, a slash at its end)',
    shape: /^https:\/\/(?!.*\.(?:example|test|invalid|localhost)\/)[a-z0-9.-]+\.[a-z]+\/(?:[\w.~-]+\/)*$/,
    hint: 'as in https://spamlight.org/',
  },
  email: {
    question: 'Address for support',
    shape: /^(?!.*\.(?:example|test|invalid)$)[\w.+-]+@[a-z0-9.-]+\.[a-z]+$/i,
    hint: 'as in support@spamlight.org',
  },
  repository: {
    question: 'Repository at GitHub (OWNER/NAME)',
    shape: /^(?!OWNER\/)[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/,
    hint: 'as in spamlight/spamlight',
  },
  firefoxId: {
    question: 'Id of the add-on in Firefox (it can never be changed)',
    shape: /^(?!.*\.(?:example|test|invalid)$)[\w.-]+@[\w.-]+$/,
    hint: 'as in spamlight@spamlight.org',
  },
};

/** @param {Partial<Record<string, string>>} given */
export function factsProblem(given) {
  for (const [name, { shape, hint }] of Object.entries(QUESTIONS)) {
    const value = given[name];
    if (value === undefined) return `--${optionOf(name)} is missing: ${hint}.`;
    if (!shape.test(value)) return `--${optionOf(name)} ${value} is not taken: ${hint}.`;
  }
  return null;
}

/** @param {string} name */
export function optionOf(name) {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Tests and this folder name placeholders; binary files have none. */
const NOT_FOR_RELEASE =
  /^(?:test\/|scripts\/release\/|docs\/release\.md$|package-lock\.json$)|\.(?:png|slb|sld|hex|gz)$/;

/** @param {string} root @returns {string[]} tracked and new files; without git, all but output */
export function sourceFiles(root) {
  if (existsSync(join(root, '.git'))) {
    const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    });
    if (listed.status !== 0) throw new Error(`git ls-files failed: ${listed.stderr}`);
    return [...new Set(listed.stdout.split('\0'))].filter(
      (file) => file !== '' && existsSync(join(root, file)),
    );
  }
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/^(?:node_modules|dist|packages|test-results)\//.test(file));
}

/** @param {string} root */
export function placeholdersLeft(root) {
  return sourceFiles(root)
    .filter((file) => !NOT_FOR_RELEASE.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return PLACEHOLDERS.filter(([placeholder]) => text.includes(placeholder)).map(([placeholder]) => ({
        file,
        placeholder,
      }));
    });
}

/** @param {string} root @param {Facts} facts */
export function replacePlaceholders(root, facts) {
  const files = [...new Set(placeholdersLeft(root).map(({ file }) => file))];
  for (const file of files) {
    let text = readFileSync(join(root, file), 'utf8');
    for (const [placeholder, name] of PLACEHOLDERS) text = text.replaceAll(placeholder, () => facts[name]);
    writeFileSync(join(root, file), text);
  }
  return files;
}
