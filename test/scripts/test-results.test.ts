import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/setup/prepare.mjs';
import * as resultOf from '../../scripts/test-results.mjs';
import { summaryOf } from '../../scripts/test-results.mjs';

type VitestReport = Parameters<typeof resultOf.vitest>[1];
type PlaywrightReport = Parameters<typeof resultOf.playwright>[1];

const ofVitest = (
  testResults: VitestReport['testResults'],
  [numPassedTests, numFailedTests, numPendingTests = 0]: readonly [number, number, number?],
): VitestReport => ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests: 0, testResults });

const aFile = (name: string, message: string): VitestReport['testResults'][number] => ({
  name: join(ROOT, name),
  status: 'failed',
  message,
  assertionResults: [],
});

describe('of vitest', () => {
  test('of vitest’s report, a failed test is named with its file and the first thing it said, and a file that does not load too', () => {
    const passed = { fullName: 'adds', status: 'passed', failureMessages: [] };
    const failed = {
      fullName: 'lists takes one',
      status: 'failed',
      failureMessages: ['\n\u001b[31mError: 1 is not 2\u001b[39m\n at line 3'],
    };
    const files = [
      { ...aFile('test/a.test.ts', ''), status: 'passed', assertionResults: [passed] },
      { ...aFile('test/b.test.ts', ''), assertionResults: [passed, failed] },
      aFile('test/c.test.ts', 'Cannot find x'),
      aFile('test/d.test.ts', ''),
    ];
    expect(resultOf.vitest(1, ofVitest(files, [2, 1, 3]))).toEqual({
      passed: 2,
      failed: 1,
      skipped: 3,
      failures: [
        'test/b.test.ts › lists takes one: Error: 1 is not 2',
        'test/c.test.ts: Cannot find x',
        'test/d.test.ts: it said nothing',
      ],
    });
  });

  test('of vitest’s report, what a filter of tags has left out is not said to be skipped, what could not run is', () => {
    const one = (status: string, ...tags: readonly string[]) => ({
      fullName: 'x',
      status,
      failureMessages: [],
      tags,
    });
    const skippedIn = (...assertionResults: readonly ReturnType<typeof one>[]): number =>
      resultOf.vitest(
        0,
        ofVitest([{ ...aFile('a.test.ts', ''), status: 'passed', assertionResults }], [1, 0, 2]),
      ).skipped;
    expect(skippedIn(one('passed', 'core'), one('skipped'), one('skipped'))).toBe(0);
    expect(skippedIn(one('passed', 'core'), one('passed'), one('skipped'), one('skipped'))).toBe(2);
    expect(skippedIn(one('skipped', 'core'), one('skipped'))).toBe(2);
    expect(skippedIn(one('passed'), one('skipped'), one('skipped'))).toBe(2);
  });

  test('of vitest’s report, what was there instead of what was expected is told too, and not where it was thrown', () => {
    const said = ['Error: not equal', '', '- Expected', '+ Received', '  at b.test.ts:3', 'more'].join('\n');
    const failed = { fullName: 'adds', status: 'failed', failureMessages: [said] };
    const file = { ...aFile('b.test.ts', ''), assertionResults: [failed] };
    expect(resultOf.vitest(1, ofVitest([file], [0, 1])).failures).toEqual([
      'b.test.ts › adds: Error: not equal\n    - Expected\n    + Received',
    ]);
    const long = Array.from({ length: 100 }, (_, n) => `${n} ${'x'.repeat(500)}`).join('\n');
    const [told = ''] = resultOf.vitest(1, ofVitest([aFile('b.test.ts', long)], [0, 1])).failures;
    expect(told.split('\n')).toHaveLength(25);
    expect(told.length).toBeLessThan(25 * 250);
  });

  test.each([
    ['that no test has run', 0, 0, /no test has run/],
    ['an error outside of any test', 1, 5, /outside of any test/],
  ])('vitest’s report counts as a failure: %s', (_, code, passed, said) => {
    const { failed, failures } = resultOf.vitest(code, ofVitest([], [passed, 0]));
    expect([failed, failures]).toEqual([1, [expect.stringMatching(said)]]);
  });
});

describe('of Playwright', () => {
  const aSuite = (title: string, status: string): PlaywrightReport['suites'][number] => ({
    specs: [
      {
        title,
        file: 'a.spec.ts',
        line: 7,
        tests: [{ projectName: 'firefox', status, results: [{ error: { message: 'Error: late' } }] }],
      },
    ],
  });

  test('of Playwright’s report, a failed test is named with its browser, whatever it is nested in', () => {
    const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 2 };
    const suites = [aSuite('one', 'expected'), { suites: [aSuite('two', 'unexpected')] }];
    expect(resultOf.playwright(1, { stats, suites })).toEqual({
      passed: 1,
      failed: 1,
      skipped: 2,
      failures: ['[firefox] a.spec.ts:7 › two: Error: late'],
      unsteady: [],
    });
  });

  test.each([
    ['one of a hundred that passes at the second try is named, and has passed', 99, 1, 0],
    ['two of a hundred and one still are', 99, 2, 0],
    ['two of a hundred have failed', 98, 2, 2],
  ])('Playwright’s report is read: %s', (_, expected, flaky, failed) => {
    const stats = { expected, unexpected: 0, flaky, skipped: 0 };
    const suites = [
      aSuite('steady', 'expected'),
      ...Array.from({ length: flaky }, () => aSuite('slow', 'flaky')),
    ];
    const result = resultOf.playwright(0, { stats, suites });
    const named = Array.from({ length: flaky }, () => '[firefox] a.spec.ts:7 › slow: Error: late');
    expect(result).toMatchObject({
      passed: expected + flaky - failed,
      failed,
      [failed > 0 ? 'failures' : 'unsteady']: named,
    });
    expect(summaryOf([['e2e', result]]).isGood).toBe(failed === 0);
    expect(summaryOf([['e2e', result]]).text.includes('passed only at the second try: [firefox]')).toBe(
      failed === 0,
    );
  });

  test('of Playwright’s report, what fails outside of any test is told', () => {
    const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };
    const report = { stats, suites: [], errors: [{ message: 'Error: no builds\n  at setup.ts:3' }] };
    expect(resultOf.playwright(1, report)).toMatchObject({
      failed: 1,
      failures: ['outside of any test: Error: no builds'],
    });
  });
});

describe('of all parts', () => {
  const none = { passed: 0, failed: 0, skipped: 0, failures: [] };

  test('the last line of npm test is the total, and what failed stands above it', () => {
    const { isGood, text } = summaryOf([
      ['lint', resultOf.gate(0)],
      ['unit', { passed: 7, failed: 1, skipped: 2, failures: ['a.test.ts › adds: no\n    - 1'] }],
      ['e2e', resultOf.gate(1, resultOf.playwright)],
    ]);
    expect(isGood).toBe(false);
    expect(text.split('\n')).toEqual([
      'lint: 1 passed, 0 failed, 0 skipped',
      'unit: 7 passed, 1 failed, 2 skipped',
      '    a.test.ts › adds: no',
      '        - 1',
      'e2e: 0 passed, 1 failed, 0 skipped',
      '    it ended with 1, without a report',
      '',
      '8 passed, 2 failed, 2 skipped',
      '',
    ]);
  });

  test('npm test is not good where nothing has passed', () => {
    const { isGood, text } = summaryOf([['unit', none]]);
    expect(isGood).toBe(false);
    expect(text).toMatch(/\n0 passed, 0 failed\n$/);
    expect(summaryOf([['unit', { ...none, passed: 1 }]]).isGood).toBe(true);
  });

  test('a part of npm test without the report that is read has failed, however it ended', () => {
    expect(resultOf.gate(0, resultOf.vitest)).toMatchObject({ passed: 0, failed: 1 });
  });

  test('a part of npm test that could be here and is not, is a failure; one that cannot be is skipped', () => {
    const installed = { projects: [], env: {}, missing: ['no Firefox'], skipped: ['no Horde', 'no Redis'] };
    expect(resultOf.setup(0, installed)).toEqual({
      ...none,
      failed: 1,
      skipped: 2,
      failures: ['no Firefox', 'no Horde', 'no Redis'],
    });
    expect(resultOf.setup(1, { ...installed, missing: [] }).failed).toBe(1);
  });

  test('a process that npm test left behind is a failure; where no system tells, that is skipped', () => {
    expect(resultOf.processes([{ pid: 7, command: 'firefox' }])).toMatchObject({
      failed: 1,
      failures: ['7 firefox'],
    });
    expect(resultOf.processes([])).toMatchObject({ passed: 1, failed: 0 });
    expect(resultOf.processes(null)).toEqual({ ...none, skipped: 1 });
  });
});
