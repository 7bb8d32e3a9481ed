import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/prepare.mjs';
import { sum } from '../../scripts/testing/counts.mjs';
import { failuresOfPlaywright, failuresOfVitest } from '../../scripts/testing/failures.mjs';

test('a failed test of vitest is named with its file and the first thing it said, and a file that does not load too', () => {
  const passed = { fullName: 'adds', status: 'passed', failureMessages: [] };
  const failed = {
    fullName: 'lists takes one',
    status: 'failed',
    failureMessages: ['\n\u001b[31mError: 1 is not 2\u001b[39m\n at line 3'],
  };
  expect(
    failuresOfVitest([
      { name: join(ROOT, 'test/a.test.ts'), status: 'passed', message: '', assertionResults: [passed] },
      {
        name: join(ROOT, 'test/b.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [passed, failed],
      },
      {
        name: join(ROOT, 'test/c.test.ts'),
        status: 'failed',
        message: 'Cannot find x',
        assertionResults: [],
      },
      { name: join(ROOT, 'test/d.test.ts'), status: 'failed', message: '', assertionResults: [] },
    ]),
  ).toEqual([
    'test/b.test.ts › lists takes one: Error: 1 is not 2',
    'test/c.test.ts: Cannot find x',
    'test/d.test.ts: it said nothing',
  ]);
});

test('what was there instead of what was expected is told too, and not where it was thrown', () => {
  const said = ['Error: not equal', '', '- Expected', '+ Received', '  at b.test.ts:3', 'more'].join('\n');
  const assertionResults = [{ fullName: 'adds', status: 'failed', failureMessages: [said] }];
  expect(
    failuresOfVitest([{ name: join(ROOT, 'b.test.ts'), status: 'failed', message: '', assertionResults }]),
  ).toEqual(['b.test.ts › adds: Error: not equal\n    - Expected\n    + Received']);
  const long = Array.from({ length: 100 }, (_, n) => `${n} ${'x'.repeat(500)}`).join('\n');
  const [told = ''] = failuresOfVitest([
    { name: join(ROOT, 'b.test.ts'), status: 'failed', message: long, assertionResults: [] },
  ]);
  expect(told.split('\n')).toHaveLength(25);
  expect(told.length).toBeLessThan(25 * 250);
});

test('a failed test of Playwright is named with its browser, whatever it is nested in', () => {
  const spec = (title: string, status: string): Parameters<typeof failuresOfPlaywright>[0] => ({
    specs: [
      {
        title,
        file: 'a.spec.ts',
        line: 7,
        tests: [{ projectName: 'firefox', status, results: [{ error: { message: 'Error: late' } }] }],
      },
    ],
  });
  expect(
    failuresOfPlaywright({
      suites: [spec('one', 'expected'), { suites: [spec('two', 'unexpected')] }, spec('three', 'flaky')],
    }),
  ).toEqual(['[firefox] a.spec.ts:7 › two: Error: late', '[firefox] a.spec.ts:7 › three: Error: late']);
});

test('what failed is kept when counts are added', () => {
  const one = { passed: 1, failed: 1, skipped: 0, failures: ['a'] };
  expect(sum([one, { passed: 2, failed: 0, skipped: 1 }, { ...one, failures: ['b'] }])).toEqual({
    passed: 4,
    failed: 2,
    skipped: 1,
    failures: ['a', 'b'],
  });
});
