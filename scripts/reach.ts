// Writes to a file, as JSON, which tests reach changed files: for `npm run test:changed`.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { globSync } from 'tinyglobby';
import { groupBy } from '../src/core/group-by.ts';
import { importsOf } from './imports.ts';
import { ROOT } from './setup/prepare.mjs';
import { specsOf } from './reached-specs.ts';

/** What two cores run in about half a minute. */
const MOST_FILES = 40;
/** Tests that start servers or browsers. */
const PROGRAMS = ['test/e2e/**', 'test/packages/**', 'test/gateways/**', 'test/server/service/**'];

export interface Reach {
  readonly changed: readonly string[];
  /** Files of unit tests, the nearest first. */
  readonly tests: readonly string[];
  /** How many more files of them are further away. */
  readonly furtherTests: number;
  readonly specs: readonly string[];
  /** TypeScript projects. */
  readonly projects: readonly string[];
}

/** @returns paths from the project's folder, of what differs from the last commit */
function changedFiles(): readonly string[] {
  const words = ['ls-files', '--modified', '--others', '--exclude-standard'];
  const { stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  const staged = spawnSync('git', ['diff', '--name-only', '--cached'], { cwd: ROOT, encoding: 'utf8' });
  const names = `${stdout}${staged.stdout}`.split('\n').filter((name) => name !== '');
  return [...new Set(names)].filter((name) => existsSync(join(ROOT, name)));
}

/** Imports between any file and the changed ones, by a search from the changed ones to what imports them. */
function distancesTo(changed: readonly string[], files: readonly string[]): ReadonlyMap<string, number> {
  const importers = groupBy(
    files.flatMap((file) => importsOf(file, ROOT)),
    ({ target }) => target,
  );
  const distances = new Map(changed.map((file) => [file, 0]));
  // A Map is walked in the order of insertion, so the nearest come first.
  for (const [file, distance] of distances)
    for (const { from } of importers.get(file) ?? [])
      if (!distances.has(from)) distances.set(from, distance + 1);
  return distances;
}

/** The nearest tsconfig.json of a file. */
function projectOf(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(ROOT, folder, 'tsconfig.json'))) folder = dirname(folder);
  return folder;
}

/** @param changed - paths from the project's folder */
export function reachOf(changed: readonly string[]): Reach {
  const files = globSync(['src/**/*.{ts,tsx}', 'test/**/*.ts', 'scripts/**/*.{ts,mjs}', 'lab/**/*.ts'], {
    cwd: ROOT,
  });
  const distances = distancesTo(changed, files);
  const distanceOf = (test: string): number => distances.get(test) ?? Infinity;
  const isOfChanged = (test: string): boolean =>
    changed.some((file) => dirname(test).startsWith(dirname(file).replace(/^src\//, 'test/')));
  const tests = globSync('test/**/*.test.ts', { cwd: ROOT, ignore: PROGRAMS })
    .filter((test) => distances.has(test))
    // A test has the path of what it tests.
    .toSorted((a, b) => Number(isOfChanged(b)) - Number(isOfChanged(a)) || distanceOf(a) - distanceOf(b));
  return {
    changed,
    tests: tests.slice(0, MOST_FILES),
    furtherTests: Math.max(0, tests.length - MOST_FILES),
    specs: specsOf(changed),
    projects: [...new Set(changed.filter((file) => /\.[cm]?tsx?$/.test(file)).map(projectOf))],
  };
}

const [file, ...words] = process.argv.slice(2);
if (file !== undefined && process.argv[1]?.endsWith('reach.ts') === true) {
  const named = words.map((word) => relative(ROOT, resolve(word)));
  const missing = named.filter((name) => !existsSync(join(ROOT, name)));
  if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}.`);
  writeFileSync(file, JSON.stringify(reachOf(named.length > 0 ? named : changedFiles())));
}
