// npm test: everything, in one run. The last line is `N passed, N failed` (`, N skipped` where something was).
// npm test -- unit e2e: only the steps named, see testing/steps.mjs.
// npm test -- changed: what the changes since `main` can reach; it says what that is.
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages, ROOT } from './prepare.mjs';
import { endAll } from './processes.mjs';
import { isWithinBudget, quietSeconds, readTimes, slowness } from './testing/budget.mjs';
import { changedFiles } from './testing/changed.mjs';
import { check, FAILED, sum } from './testing/counts.mjs';
import { interrupt, printedTo, RUN } from './testing/run.mjs';
import { shareOf, stagesOf } from './testing/stages.mjs';

ensurePackages();
const { STAGES, STEPS } = await import('./testing/steps.mjs');

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

const results = join(ROOT, 'test-results');
mkdirSync(results, { recursive: true });
const slow = slowness();
/** @type {import('./testing/counts.mjs').Count[]} */
const counts = [];
/** @type {string[]} */
const lines = [];

/**
 * @param {string} name
 * @param {import('./testing/steps.mjs').Step} step
 * @param {boolean} isBeside - its output is shown when it has ended: the lines of another lane would stand between
 */
async function runStep(name, step, isBeside) {
  const started = performance.now();
  const log = join(results, `${name}.log`);
  const file = isBeside ? openSync(log, 'w') : null;
  if (file === null) process.stderr.write(`\n── ${name}\n`);
  const result = sum([await (file === null ? step.run() : printedTo.run(file, step.run))]);
  if (file !== null) {
    closeSync(file);
    process.stderr.write(`\n── ${name}\n${readFileSync(log, 'utf8')}`);
  }
  counts.push(result);
  const seconds = (performance.now() - started) / 1000;
  lines.push(
    `${name.padEnd(8)} ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped (${seconds.toFixed(0)} s)`,
    ...result.failures.map((failure) => failure.replaceAll(/^/gm, ' '.repeat(9))),
  );
}

for (const lanes of stagesOf(STAGES, new Map(chosen))) {
  if (isInterrupted) break;
  for (const [, step] of lanes.flat()) await step.prepare?.();
  const before = readTimes();
  await Promise.all(
    lanes.map(async (lane, index) => {
      for (const [name, step] of lane) if (!isInterrupted) await runStep(name, step, index > 0);
    }),
  );
  const after = readTimes();
  const quiet = before === null || after === null ? null : quietSeconds(before, after);
  const share = shareOf(lanes);
  const inTime = isWithinBudget(quiet, share, slow);
  if (!inTime) counts.push(FAILED);
  if (quiet === null) continue;
  const names = lanes
    .flat()
    .map(([name]) => name)
    .join(', ');
  lines.push(
    `         ${names}: ${quiet.toFixed(0)} s without the others on this machine, of ${share} s${inTime ? '' : ': more than twice its share'}`,
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
