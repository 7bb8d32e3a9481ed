import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { FAILED } from './counts.mjs';
import { failuresOfVitest } from './failures.mjs';
import { bin, run } from './run.mjs';

/** Several may run side by side. */
let reports = 0;

/**
 * @param {readonly string[]} words - what vitest runs, as on its command line
 * @param {Record<string, string>} [env]
 * @returns {Promise<import('./counts.mjs').Count>}
 */
export async function unit(words, env = {}) {
  reports += 1;
  const path = join(ROOT, 'test-results', `vitest-${reports}.json`);
  rmSync(path, { force: true });
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  const code = await run(bin('vitest'), [...words, ...report], env);
  if (!existsSync(path)) return FAILED;
  /**
   * @type {Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number> & {testResults:
   *   import('./failures.mjs').VitestFile[]}}
   */
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  // A file that fails to load has no failed test of its own; the exit code knows.
  const isGood = code === 0 && (numPassedTests > 0 || mayBeNone(words, testResults.length));
  const failed = Math.max(numFailedTests, isGood ? 0 : 1);
  const failures = failuresOfVitest(testResults);
  const isOutside = failed > 0 && numFailedTests === 0 && failures.length === 0;
  return {
    passed: numPassedTests,
    failed,
    skipped: numPendingTests + numTodoTests,
    failures: isOutside
      ? ['an error outside of any test: what was printed above has it under "Unhandled"']
      : failures,
  };
}

/**
 * Whether it is as it should be that no test has passed: a change can reach none, and of all there are always some.
 *
 * @param {readonly string[]} words
 * @param {number} files - of tests that vitest has found
 */
export function mayBeNone(words, files) {
  return words.includes('--passWithNoTests') && files === 0;
}
