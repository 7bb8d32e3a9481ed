// Which tests failed, out of the reports of vitest and Playwright: a long run's output is often cut, its end is not.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../prepare.mjs';

/** Lines of what a failed test said: as many as tell what was there instead of what was expected. */
const LINES = 24;

/** @param {string} name @param {string} said */
function failure(name, said) {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trimEnd().slice(0, 240));
  const [first = 'it said nothing', ...others] = lines;
  // What follows is where it was thrown: Node's own and the test's lines, which the file's name tells already.
  const end = others.findIndex((line) => /^\s+at /.test(line));
  const rest = (end === -1 ? others : others.slice(0, end)).slice(0, LINES);
  return [`${name}: ${first.trim()}`, ...rest.map((line) => `    ${line}`)].join('\n');
}

/**
 * @typedef {{readonly name: string, readonly status: string, readonly message: string, readonly assertionResults:
 *   readonly {readonly fullName: string, readonly status: string, readonly failureMessages: readonly string[]}[]}}
 *   VitestFile
 */

/** @param {readonly VitestFile[]} files */
export function failuresOfVitest(files) {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(ROOT, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      // One that does not load has no test.
      if (failed.length === 0) return [failure(file, message)];
      return failed.map(({ fullName, failureMessages }) =>
        failure(`${file} › ${fullName}`, failureMessages.join('\n')),
      );
    });
}

/**
 * @typedef {{readonly specs?: readonly PlaywrightSpec[], readonly suites?: readonly PlaywrightSuite[]}} PlaywrightSuite
 *
 * @typedef {{readonly title: string, readonly file: string, readonly line: number, readonly tests: readonly {
 *   readonly projectName: string, readonly status: string, readonly results: readonly {readonly error?:
 *   {readonly message?: string}}[]}[]}} PlaywrightSpec
 */

/** @param {PlaywrightSuite} suite @returns {string[]} */
export function failuresOfPlaywright({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const said = results.map(({ error }) => error?.message ?? '').join('\n');
        return failure(`[${projectName}] ${file}:${line} › ${title}`, said);
      }),
  );
  return [...own, ...suites.flatMap(failuresOfPlaywright)];
}
