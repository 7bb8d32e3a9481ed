import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reachOf } from '../../scripts/reach.ts';
import { REACHED_SPECS, specsOf } from '../../scripts/reached-specs.ts';

/** Folders of code that runs in a browser. */
function foldersIn(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory())
    .flatMap((path) => [path, ...foldersIn(path)]);
}

test('each folder of core and extension has core specs in Chromium that a change in it starts', () => {
  const folders = ['src/core', 'src/extension'].flatMap(foldersIn);
  expect(folders.length).toBeGreaterThan(40);
  expect(folders.filter((folder) => specsOf([`${folder}/a.ts`]).length === 0)).toEqual([]);
});

test('each row names a folder that is there, and specs with a test of the core in Chromium', () => {
  const rows = Object.entries(REACHED_SPECS);
  expect(rows.map(([folder]) => folder).filter((folder) => !existsSync(folder))).toEqual([]);
  const specs = [...new Set(rows.flatMap(([, names]) => names))];
  const isCore = (name: string): boolean =>
    /'core(?::chromium)?'/.test(readFileSync(`test/e2e/${name}.spec.ts`, 'utf8'));
  expect(specs.filter((name) => !isCore(name))).toEqual([]);
});

test('a changed file starts the specs of the row with the longest path, three at most', () => {
  expect(specsOf(['src/core/url/host.ts'])).toEqual(REACHED_SPECS['src/core/url']);
  expect(specsOf(['src/core/result.ts'])).toEqual(REACHED_SPECS['src/core']);
  expect(specsOf(['src/server/node/terminal.ts'])).toEqual([]);
  expect(specsOf(Object.keys(REACHED_SPECS).map((folder) => `${folder}/a.ts`))).toHaveLength(3);
});

test('the nearest tests of a changed file come first, and its own before others', () => {
  const { tests, furtherTests, projects } = reachOf(['src/core/url/unwrap/unwrap-link.ts']);
  expect(tests[0]).toBe('test/core/url/unwrap/unwrap-link.test.ts');
  expect(tests.length).toBeLessThanOrEqual(40);
  expect(furtherTests).toBeGreaterThan(0);
  expect(projects).toEqual(['src/core']);
});
