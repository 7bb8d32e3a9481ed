// npm test runs the core, npm run test:all everything: docs/decisions/0240-three-tiers.md.
// The last line is `N passed, N failed[, N skipped]`.
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from './setup/start-program.mjs';
import { CACHE, ensurePackages, ROOT } from './setup/prepare.mjs';
import { endAll, RUN_MARK } from './setup/processes.mjs';
import * as resultOf from './test-results.mjs';

const [chosen = 'core', ...named] = process.argv.slice(2);
if (!['core', 'all', 'changed'].includes(chosen) || (named.length > 0 && chosen !== 'changed')) {
  process.stderr.write(
    'npm test runs the core, npm run test:all everything, npm run test:changed [-- FILE …] what is near a change. How to run a part is in CONTRIBUTING.md.\n',
  );
  process.exit(2);
}
/** For vitest.config.ts and playwright.config.ts, which run everything without it. */
const TIER = chosen === 'all' ? {} : { SPAMLIGHT_TIER: chosen };
ensurePackages();

/** Marks this run's processes. */
const RUN = randomUUID();
const RESULTS = join(ROOT, 'test-results');
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);

/** @type {Set<import('./setup/start-program.mjs').ManagedProgram>} */
const running = new Set();
let isInterrupted = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    // A second signal ends everything.
    if (isInterrupted) process.exit(130);
    isInterrupted = true;
    for (const child of running) child.signal(signal);
  });
}

/** @type {[string, import('./test-results.mjs').Result][]} */
const parts = [];

/** @param {string} name */
const reportOf = (name) => join(RESULTS, `${name}.json`);

/**
 * @param {string} name
 * @param {readonly string[]} command
 * @param {object} [options]
 * @param {boolean} [options.beside] - in parallel: output is printed at the end
 * @param {Record<string, string>} [options.env]
 * @param {(code: number, report: any) => import('./test-results.mjs').Result} [options.read] - for its report; default:
 *   the exit code decides
 * @returns {Promise<any>} its report
 */
async function part(name, [program = '', ...words], { beside = false, env = {}, read } = {}) {
  if (isInterrupted) return null;
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-test-'));
  // Servers that drop root need to enter it.
  chmodSync(folder, 0o711);
  const log = join(RESULTS, `${name}.log`);
  const output = beside ? openSync(log, 'w') : 2;
  if (!beside) process.stderr.write(`\n── ${name}\n`);
  // Keeps Playwright's compiled files.
  const ours = { TMPDIR: folder, PWTEST_CACHE_DIR: join(CACHE, 'playwright'), [RUN_MARK]: RUN };
  const settings = { cwd: ROOT, env: { ...process.env, ...ours, ...env }, stdout: output, stderr: output };
  const child = startProgram(program, words, { ...settings, folder });
  running.add(child);
  const code = await child.exited;
  running.delete(child);
  if (beside) process.stderr.write(`\n── ${name}\n${readFileSync(log, 'utf8')}`);
  const report = existsSync(reportOf(name)) ? JSON.parse(readFileSync(reportOf(name), 'utf8')) : null;
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const isRead = report !== null && read !== undefined;
  parts.push([`${name} (${seconds} s)`, isRead ? read(code, report) : resultOf.gate(code, read)]);
  return report;
}

/** @param {readonly string[]} words - script and arguments */
const npm = (...words) => ['npm', 'run', '--silent', ...words];
/** @param {string} program */
const bin = (program) => join(ROOT, 'node_modules', '.bin', program);

/**
 * @param {string} name
 * @param {string} projects
 * @param {{beside?: boolean, env?: Record<string, string>}} [options]
 * @param {readonly string[]} [files] - default: all of the projects
 */
function vitest(name, projects, options, files = []) {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`];
  return part(name, [bin('vitest'), 'run', `--project=${projects}`, ...report, ...files], {
    ...options,
    read: resultOf.vitest,
  });
}

/**
 * @param {readonly string[]} projects
 * @param {readonly string[]} [specs] - default: all
 * @param {Record<string, string>} [env]
 */
function playwright(projects, specs = [], env = {}) {
  const words = ['test', ...projects.map((name) => `--project=${name}`), '--reporter=line,json', ...specs];
  const report = { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('e2e') };
  return part('e2e', [bin('playwright'), ...words], {
    env: { ...env, ...report, ...TIER },
    read: resultOf.playwright,
  });
}

async function buildAndInstall() {
  await part('build', npm('build'), { beside: true });
  const command = [process.execPath, 'scripts/setup/install.mjs', reportOf('setup')];
  return part('setup', command, { beside: true, read: resultOf.setup });
}

/** @param {import('./setup/install.mjs').Installed | null} installed */
async function runEndToEnd(installed) {
  const { projects = [], env = {} } = installed ?? {};
  // The missing browsers are a failure already, which each test would repeat.
  if (projects.length === 0) return;
  await playwright(
    projects.map((name) => `${name}*`),
    [],
    env,
  );
}

/** What `reach.ts` finds near the change: types, unit tests, and core specs in Chromium. */
async function runChanged() {
  const reaching = [process.execPath, '--import', 'tsx', 'scripts/reach.ts', reportOf('reach'), ...named];
  /** @type {import('./reach.ts').Reach | null} */
  const reach = await part('reach', reaching, { read: (code) => resultOf.gate(code) });
  if (reach === null) return;
  const { changed, tests, furtherTests, specs, projects } = reach;
  process.stderr.write(
    `${changed.join(', ')}\n${tests.length} files of unit tests (${furtherTests} further away are left to npm test), specs: ${specs.join(', ')}\n`,
  );
  await Promise.all([
    (async () => {
      if (tests.length > 0)
        await vitest('unit', 'unit*', { beside: true, env: { SPAMLIGHT_TIER: 'core' } }, tests);
    })(),
    (async () => {
      for (const folder of projects) await part(`types of ${folder}`, [bin('tsc'), '-p', folder]);
      if (specs.length > 0)
        await playwright(
          ['chromium'],
          specs.map((spec) => `${spec}.spec`),
        );
    })(),
  ]);
}

/** Parts that wait for servers run beside those that use the processors. */
async function runTier() {
  const making = buildAndInstall();
  await Promise.all([
    (async () => {
      for (const words of [['typecheck'], ['lint'], ['format', '--', '--check'], ['unused']])
        await part(words[0] ?? '', npm(...words));
      await vitest('unit', 'unit*', { env: TIER });
      await runEndToEnd(await making);
    })(),
    making.then(() => vitest('programs', '!unit*', { beside: true, env: TIER })),
  ]);
}

await (chosen === 'changed' ? runChanged() : runTier());

parts.push(['processes that were left', resultOf.processes(await endAll(RUN))]);
const { isGood, text } = resultOf.summaryOf(parts);
process.stdout.write(`\n${text}`);
process.exitCode = isInterrupted ? 130 : isGood ? 0 : 1;
