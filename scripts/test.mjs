// npm test: everything, in one run. The last line is `N passed, N failed` (`, N skipped` where something was).
// npm test -- unit e2e: only the steps named, see testing/steps.mjs.
// npm test -- changed: what the changes since `main` can reach; it says what that is.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages, ROOT } from './prepare.mjs';
import { endAll } from './processes.mjs';
import { isWithinBudget, quietSeconds, readTimes, slowness } from './testing/budget.mjs';
import { changedFiles } from './testing/changed.mjs';
import { check, FAILED, sum } from './testing/counts.mjs';
import { interrupt, RUN } from './testing/run.mjs';

ensurePackages();
const { STEPS } = await import('./testing/steps.mjs');

const words = process.argv.slice(2);
const unknown = words.filter((word) => word !== 'changed' && !Object.hasOwn(STEPS, word));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no step ${unknown.join(', ')}; there are ${Object.keys(STEPS).join(', ')}, and changed.\n`,
  );
  process.exit(2);
}

const named = Object.entries(STEPS).filter(
  ([name]) => words.length === 0 || words.includes('changed') || words.includes(name),
);
const chosen = words.includes('changed') ? partsOf(named, changedFiles()) : named;

/**
 * As much of some steps as a change can reach; says what that is.
 *
 * @param {readonly [string, import('./testing/steps.mjs').Step][]} steps
 * @param {readonly string[]} files
 * @returns {[string, import('./testing/steps.mjs').Step][]}
 */
function partsOf(steps, files) {
  process.stderr.write(`Changed: ${files.join(' ') || 'nothing'}\n`);
  return steps.flatMap(([name, step]) => {
    const part = step.reached === undefined ? { what: 'all', run: step.run } : step.reached(files);
    process.stderr.write(`${name.padEnd(8)} ${part === null ? 'cannot be reached' : part.what}\n`);
    return part === null ? [] : [[name, { ...step, run: part.run }]];
  });
}

let isInterrupted = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    // The second time nobody wants to wait: what runs ends with us.
    if (isInterrupted) process.exit(130);
    isInterrupted = true;
    interrupt(signal);
  });
}

mkdirSync(join(ROOT, 'test-results'), { recursive: true });
const slow = slowness();
/** @type {import('./testing/counts.mjs').Count[]} */
const counts = [];
/** @type {string[]} */
const lines = [];
for (const [name, step] of chosen) {
  if (isInterrupted) break;
  process.stderr.write(`\n── ${name}\n`);
  await step.prepare?.();
  const before = readTimes();
  const started = performance.now();
  const result = await step.run();
  const after = readTimes();
  const seconds = (performance.now() - started) / 1000;
  const quiet = before === null || after === null ? null : quietSeconds(before, after);
  const inTime = isWithinBudget(quiet, step.share, slow);
  const count = sum(inTime ? [result] : [result, FAILED]);
  counts.push(count);
  const alone = quiet === null ? '' : `, ${quiet.toFixed(0)} s without the others on this machine,`;
  lines.push(
    `${name.padEnd(8)} ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (${seconds.toFixed(0)} s${alone} of ${step.share} s${inTime ? '' : ': more than twice its share'})`,
    ...count.failures.map((failure) => failure.replaceAll(/^/gm, ' '.repeat(9))),
  );
}

const left = await endAll(RUN);
if (left !== null) {
  for (const { pid, command } of left)
    lines.push(`left running, and ended now: ${pid} ${command.slice(0, 160)}`);
  counts.push(check(left.length === 0));
  lines.push(`${left.length} processes of this run were left`);
}
const total = sum(counts);
writeFileSync(join(ROOT, 'test-results', 'summary.txt'), `${lines.join('\n')}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
// Results go to standard output, and the last line is the total.
process.stdout.write(`\n${lines.join('\n')}\n`);
if (slow > 1.1)
  process.stdout.write(`This machine takes ${slow.toFixed(1)} times as long as the one of the shares.\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = isInterrupted ? 130 : total.failed === 0 && total.passed + total.skipped > 0 ? 0 : 1;
