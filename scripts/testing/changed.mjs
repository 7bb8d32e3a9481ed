// What a change can reach: `npm test -- changed`.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../prepare.mjs';

/**
 * Files, from the project's folder, that differ from where this branch left `main`, those not yet committed included.
 * On `main` itself: what is not committed, or else the last commit.
 *
 * @param {string} [folder]
 * @returns {readonly string[]}
 * @throws what git says, if it cannot tell: that nothing has changed would be believed
 */
export function changedFiles(folder = ROOT) {
  const git = (/** @type {readonly string[]} */ ...words) => linesOfGit(folder, words);
  const [left = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  const untracked = git('ls-files', '--others', '--exclude-standard');
  const since = (/** @type {string} */ commit) => [...git('diff', '--name-only', commit), ...untracked];
  const files = since(left);
  return [...new Set(files.length > 0 ? files : since('HEAD~1'))].toSorted();
}

/** @param {string} folder @param {readonly string[]} words @returns {readonly string[]} */
function linesOfGit(folder, words) {
  const { status, stdout, stderr, error } = spawnSync('git', words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${error?.message ?? stderr.trim()}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/** Of what the extension, the command and their packages are built. */
const BUILT =
  /^(?:src\/|public\/|manifest\.json$|package(?:-lock)?\.json$|vite\.config\.ts$|scripts\/(?:build|extension-manifest|least-versions)\.)/;

/** Settings of the tests themselves. */
const SETTINGS = /^(?:(?:vitest|playwright)[\w.]*\.ts$|\.ci\/|tsconfig\.json$|test\/tsconfig\.json$)/;

/** @param {readonly string[]} files */
export const isBuilt = (files) => files.some((file) => BUILT.test(file) || SETTINGS.test(file));

/**
 * Whether a change reaches a step that tests what is built: by that, or by its own tests and what they start.
 *
 * @param {readonly string[]} files
 * @param {readonly string[]} entries - folders of its tests, and programs which these start by name
 */
export function isReached(files, entries) {
  const own = entries.flatMap((entry) =>
    statSync(join(ROOT, entry)).isDirectory() ? filesBelow(entry) : [entry],
  );
  const all = importedBy(own);
  return isBuilt(files) || files.some((file) => all.has(file));
}

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name}`,
  );
}

/**
 * What vitest must be told to run the unit tests that a change can reach; null where it reaches none.
 *
 * @param {readonly string[]} files
 * @returns {readonly string[] | null}
 */
export function unitWords(files) {
  const modules = files.filter((file) => MODULE.test(file));
  // What is not imported is read by its name, by tests that no graph of imports shows.
  const hasOther = files.some(
    (file) =>
      !MODULE.test(file) && !/^(?:(?:README|CONTRIBUTING|CHANGELOG)\.md$|docs\/decisions\/)/.test(file),
  );
  if (hasOther || files.some((file) => SETTINGS.test(file))) return ['run'];
  return modules.length === 0 ? null : ['related', '--run', '--passWithNoTests', ...modules];
}

const MODULE = /\.(?:ts|mjs|js)$/;

/**
 * Those of some specs that a change can reach: all, if it is in what each of them loads into a browser, otherwise
 * those that import what was changed.
 *
 * @param {readonly string[]} specs
 * @param {readonly string[]} files
 */
export function specsReached(specs, files) {
  if (isBuilt(files)) return specs;
  return specs.filter((spec) => {
    const all = importedBy(['test/e2e/harness/setup.ts', spec]);
    return files.some((file) => all.has(file));
  });
}

/**
 * Modules and everything that they import, by text: enough for our own files, whose imports have a fixed name.
 *
 * @param {readonly string[]} entries
 * @returns {ReadonlySet<string>}
 */
export function importedBy(entries) {
  /** @type {Set<string>} */
  const seen = new Set();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !existsSync(join(ROOT, file)) || statSync(join(ROOT, file)).isDirectory()) continue;
    seen.add(file);
    if (!MODULE.test(file)) continue;
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"](\.[^'"?]+)/g)) {
      waiting.push(relative(ROOT, join(ROOT, dirname(file), name)));
    }
  }
  return seen;
}
