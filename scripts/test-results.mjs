// Summarizes reports of vitest and Playwright at the end, since long output is often cut.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './setup/prepare.mjs';

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} failures - name and message of each
 * @property {readonly string[]} [unsteady] - passed at the second try
 */

/** @param {readonly (readonly [string, Result])[]} parts */
export function summaryOf(parts) {
  const indented = (/** @type {string} */ said) => said.replaceAll(/^/gm, '    ');
  const lines = parts.flatMap(([name, { passed, failed, skipped, failures, unsteady = [] }]) => [
    `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`,
    ...failures.map(indented),
    ...unsteady.map((said) => indented(`passed only at the second try: ${said}`)),
  ]);
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ what) =>
    parts.reduce((all, [, result]) => all + result[what], 0);
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
  const total = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { isGood: passed > 0 && failed === 0, text: `${lines.join('\n')}\n\n${total}\n` };
}

/** Lines of a message: enough for the expected and the actual value. */
const LINES = 24;

/** @param {string} name @param {string} said */
function failure(name, said) {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trimEnd().slice(0, 240));
  const [first = 'it said nothing', ...others] = lines;
  // A stack trace follows, of Node and the known test.
  const end = others.findIndex((line) => /^\s+at /.test(line));
  const rest = (end === -1 ? others : others.slice(0, end)).slice(0, LINES);
  return [`${name}: ${first.trim()}`, ...rest.map((line) => `    ${line}`)].join('\n');
}

/**
 * @param {number} code - the program's; also for files that fail to load, and errors outside tests
 * @param {Result} result
 * @returns {Result} a failure if no test passed, so that no gate is empty
 */
function withExitCode(code, { passed, failed, skipped, failures }) {
  if (failed > 0 || (code === 0 && passed > 0)) return { passed, failed, skipped, failures };
  const why = code === 0 ? 'no test has run' : 'an error outside of any test: it stands in what was printed';
  return { passed, failed: 1, skipped, failures: failures.length > 0 ? failures : [why] };
}

/**
 * Judges a part by its exit code.
 *
 * @param {number} code
 * @param {unknown} [read] - for an expected report, which is missing
 * @returns {Result}
 */
export function gate(code, read) {
  const holds = code === 0 && read === undefined;
  const failures = read === undefined ? [] : [`it ended with ${code}, without a report`];
  return { passed: holds ? 1 : 0, failed: holds ? 0 : 1, skipped: 0, failures };
}

/**
 * @param {readonly import('./setup/processes.mjs').RunningProcess[] | null} left
 * @returns {Result}
 */
export function processes(left) {
  if (left === null) return { passed: 0, failed: 0, skipped: 1, failures: [] };
  const failures = left.map(({ pid, command }) => `${pid} ${command.slice(0, 160)}`);
  return { passed: left.length === 0 ? 1 : 0, failed: left.length, skipped: 0, failures };
}

/** @param {number} code @param {import('./setup/install.mjs').Installed} installed @returns {Result} */
export function setup(code, { missing, skipped }) {
  const failed = code === 0 ? missing.length : Math.max(missing.length, 1);
  return { passed: 0, failed, skipped: skipped.length, failures: [...missing, ...skipped] };
}

/**
 * @typedef {{readonly fullName: string, readonly status: string, readonly failureMessages: readonly string[],
 *   readonly tags?: readonly string[]}} VitestTest
 *
 * @typedef {{readonly name: string, readonly status: string, readonly message: string, readonly assertionResults:
 *   readonly VitestTest[]}} VitestFile
 *
 * @typedef {{readonly testResults: readonly VitestFile[]} & Readonly<Record<'numPassedTests' | 'numFailedTests' |
 *   'numPendingTests' | 'numTodoTests', number>>} VitestReport
 */

/** @param {number} code @param {VitestReport} report */
export function vitest(code, report) {
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(ROOT, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      // The file failed to load.
      if (failed.length === 0) return [failure(file, message)];
      return failed.map(({ fullName, failureMessages }) =>
        failure(`${file} › ${fullName}`, failureMessages.join('\n')),
      );
    });
  const leftOut = report.testResults.reduce((sum, file) => sum + leftOutBy('core', file), 0);
  return withExitCode(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests - leftOut,
    failures,
  });
}

/**
 * vitest reports tests that a filter of tags leaves out as skipped.
 *
 * @param {string} tag
 * @param {VitestFile} file
 */
function leftOutBy(tag, { assertionResults }) {
  const isOfTag = (/** @type {VitestTest} */ { tags = [] }) => tags.includes(tag);
  if (!assertionResults.some((each) => isOfTag(each) && each.status !== 'skipped')) return 0;
  const others = assertionResults.filter((each) => !isOfTag(each));
  // Without the filter some of the others would have run.
  return others.every(({ status }) => status === 'skipped') ? others.length : 0;
}

/**
 * @typedef {{readonly specs?: readonly PlaywrightSpec[], readonly suites?: readonly PlaywrightSuite[]}} PlaywrightSuite
 *
 * @typedef {{readonly title: string, readonly file: string, readonly line: number, readonly tests: readonly {
 *   readonly projectName: string, readonly status: string, readonly results: readonly {readonly error?:
 *   {readonly message?: string}}[]}[]}} PlaywrightSpec
 *
 * @typedef {{readonly suites: readonly PlaywrightSuite[], readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>,
 *   readonly errors?: readonly {readonly message?: string}[]}} PlaywrightReport
 */

/** Largest share of tests that may pass only at the second try; docs/decisions/0240-three-tiers.md. */
const UNSTEADY_SHARE = 0.01;

/**
 * Above `UNSTEADY_SHARE`, tests that pass at the second try count as failed.
 *
 * @param {number} code @param {PlaywrightReport} report
 */
export function playwright(code, report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const outside = (report.errors ?? []).map(({ message = '' }) => failure('outside of any test', message));
  const unsteady = failuresOf(report, 'flaky');
  const failures = [...failuresOf(report, 'unexpected'), ...outside];
  const areTooMany = flaky > Math.ceil(UNSTEADY_SHARE * (expected + unexpected + flaky));
  const result = areTooMany
    ? { passed: expected, failed: unexpected + flaky, skipped, failures: [...failures, ...unsteady] }
    : { passed: expected + flaky, failed: unexpected, skipped, failures };
  return { ...withExitCode(code, result), unsteady: areTooMany ? [] : unsteady };
}

/** @param {PlaywrightSuite} suite @param {string} wanted - a status @returns {string[]} */
function failuresOf({ specs = [], suites = [] }, wanted) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName, results }) => {
        const said = results.map(({ error }) => error?.message ?? '').join('\n');
        return failure(`[${projectName}] ${file}:${line} › ${title}`, said);
      }),
  );
  return [...own, ...suites.flatMap((each) => failuresOf(each, wanted))];
}
