import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aFolder } from '../server/publisher/run-command.ts';

const PROGRAMS = {
  good: 'console.log("measured");',
  bad: 'process.exitCode = 1;',
  needing: `const { needSharedData } = await import('${join(process.cwd(), 'test/shared-data.ts')}');
needSharedData('no-such-corpus');
throw new Error('it goes on without its data');`,
};

function run(names: readonly (keyof typeof PROGRAMS)[]) {
  const folder = aFolder();
  for (const name of names) writeFileSync(join(folder, `${name}.bench.mts`), PROGRAMS[name]);
  const script = `import { runPrograms } from './scripts/programs.mjs';
process.exitCode = runPrograms(${JSON.stringify(folder)}, '.bench.mts', []);`;
  const words = ['--input-type=module', '-e', script];
  return spawnSync(process.execPath, words, { encoding: 'utf8' });
}

test('a benchmark that lacks its data says what is missing, and the others go on', () => {
  const { stdout, stderr, status } = run(['good', 'needing']);
  expect(stderr).toMatch(/Nothing to work on: \S+no-such-corpus is not there/);
  expect(stderr).not.toContain('    at ');
  expect(stdout).toBe('measured\n\n1 passed, 0 failed, 1 skipped: needing.bench.mts\n');
  expect(status).toBe(0);
});

test('a benchmark that fails is named, and one that lacks its data is no success', () => {
  const failing = run(['bad', 'good', 'needing']);
  expect([failing.status, failing.stdout.trim().split('\n').at(-1)]).toEqual([
    1,
    '1 passed, 1 failed: bad.bench.mts, 1 skipped: needing.bench.mts',
  ]);
  expect(run(['needing']).status).toBe(1);
});
