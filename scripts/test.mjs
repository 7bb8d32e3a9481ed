// npm test: everything, in one run. The last line is `N passed, N failed` (`, N skipped` where something was).
// npm test -- unit e2e: only the steps named.
// npm run test:webmail: the end to end tests on a real Roundcube alone, which `e2e` has among the others.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { CHROMIUM, ensureBrowser, FIREFOX } from './browsers.mjs';
import { CHINESE_FONT, ensureFiles } from './debian.mjs';
import { ensurePackages, ROOT } from './prepare.mjs';
import { ensureWebmail, ROUNDCUBE } from './webmails.mjs';

/** @typedef {{passed: number, failed: number, skipped: number}} Count */

const bin = (/** @type {string} */ name) => join(ROOT, 'node_modules', '.bin', name);
const scratch = mkdtempSync(join(tmpdir(), 'spamlight-test-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/**
 * @param {string} program
 * @param {readonly string[]} words
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>} exit code; what it prints goes to our standard error as it comes
 */
function run(program, words, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 2, 2],
    });
    child.on('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`);
      resolve(127);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** A tool that either holds or does not: counts as one. @returns {Promise<Count>} */
async function gate(/** @type {string} */ program, /** @type {readonly string[]} */ words) {
  return (await run(program, words)) === 0
    ? { passed: 1, failed: 0, skipped: 0 }
    : { passed: 0, failed: 1, skipped: 0 };
}

/** @returns {Count} */
function sum(/** @type {readonly Count[]} */ counts) {
  return counts.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    {
      passed: 0,
      failed: 0,
      skipped: 0,
    },
  );
}

const PROJECTS = [
  'src/core',
  'src/protocol',
  'src/background',
  'src/content',
  'src/pages',
  'src/node',
  'src/publisher',
  'src/command',
  'scripts',
  'test',
];

async function types() {
  const counts = [];
  for (const project of PROJECTS) counts.push(await gate(bin('tsc'), ['-p', project]));
  return sum(counts);
}

async function unit() {
  const report = join(scratch, 'vitest.json');
  const code = await run(bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  // A file that fails to load has no failed test of its own; the exit code knows.
  const failed = Math.max(numFailedTests, code === 0 && numPassedTests > 0 ? 0 : 1);
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

/** The content script runs in every frame of every webmail tab: bytes of it, compressed with brotli. */
const MAX_CONTENT_BYTES = 25_000;

/** Its second file, which only frames get in which there is something to say. The same measure. */
const MAX_DETAILS_BYTES = 15_000;

/** @returns {Count} */
function contentScript(/** @type {'chrome' | 'firefox'} */ target) {
  const folder = join(ROOT, 'dist', target);
  /** @type {{content_scripts: readonly {js: readonly string[]}[]}} */
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  // The manifest starts it twice; the package holds it once.
  const files = [...new Set(manifest.content_scripts.flatMap(({ js }) => js))];
  const sizeOf = (/** @type {string} */ file) => brotliCompressSync(readFileSync(join(folder, file))).length;
  const bytes = files.map(sizeOf);
  const details = sizeOf('src/content/details.iife.js');
  process.stderr.write(
    `content script for ${target}: ${files.length} file, ${bytes.join(' + ')} of ${MAX_CONTENT_BYTES} bytes; ` +
      `details ${details} of ${MAX_DETAILS_BYTES}\n`,
  );
  const isWithin =
    bytes.length === 1 &&
    bytes.every((size) => size > 1_000 && size <= MAX_CONTENT_BYTES) &&
    details <= MAX_DETAILS_BYTES;
  return isWithin ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

async function builds() {
  const built = await gate(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
  if (built.failed > 0) return built;
  return sum([
    built,
    contentScript('chrome'),
    contentScript('firefox'),
    await gate(bin('web-ext'), [
      'lint',
      '--source-dir',
      'dist/firefox',
      '--warnings-as-errors',
      '--no-config-discovery',
    ]),
  ]);
}

/** End to end on a real webmail. */
async function webmail() {
  const reason = ensureWebmail(ROUNDCUBE);
  if (reason === null) return browsers(['roundcube']);
  process.stderr.write(`Not tested on a real Roundcube: ${reason}.\n`);
  return { passed: 0, failed: 0, skipped: 1 };
}

/** End to end, in both browsers; on a real webmail too where there can be one. */
async function endToEnd() {
  const reason = ensureWebmail(ROUNDCUBE);
  if (reason !== null) process.stderr.write(`Skipped: the tests on a real Roundcube. Why: ${reason}.\n`);
  return browsers([]);
}

/** @param {readonly string[]} specs - parts of the names of spec files; none for all of them */
async function browsers(specs) {
  /** @type {Record<string, string>} */
  const env = {};
  const projects = [];
  let missing = 0;
  for (const [project, wanted] of Object.entries({ chromium: CHROMIUM, firefox: FIREFOX })) {
    const found = await ensureBrowser(wanted);
    if ('missing' in found) {
      // One failure, not one of each test: they would all say the same, and worse.
      process.stderr.write(`Not tested in ${wanted.name}: ${found.missing}\n`);
      missing += 1;
    } else {
      env[wanted.variable] = found.path;
      projects.push(`--project=${project}`);
    }
  }
  ensureFiles(CHINESE_FONT);
  if (projects.length === 0) return { passed: 0, failed: missing, skipped: 0 };
  const report = join(scratch, 'playwright.json');
  const code = await run(bin('playwright'), ['test', ...specs, ...projects, '--reporter=line,json'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  if (!existsSync(report)) return { passed: 0, failed: 1 + missing, skipped: 0 };
  /** @type {{stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>}} */
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  const { expected, unexpected, flaky, skipped } = stats;
  // A test that passes only at the second try is a defect: retries are off, and what slips through counts as failed.
  return {
    passed: expected,
    failed: Math.max(unexpected + flaky, code === 0 && expected > 0 ? 0 : 1) + missing,
    skipped,
  };
}

/** @type {Map<string, () => Promise<Count>>} */
const STEPS = new Map(
  Object.entries({
    types,
    lint: () => gate(bin('oxlint'), ['--type-aware', '--deny-warnings']),
    format: () => gate(bin('oxfmt'), ['--check']),
    unused: () => gate(bin('knip'), []),
    unit,
    build: builds,
    e2e: endToEnd,
    webmail,
  }),
);
/** Steps that are part of another one. */
const NAMED_ONLY = ['webmail'];

ensurePackages();
const chosen = process.argv.slice(2).filter((word) => STEPS.has(word));
/** @type {Count[]} */
const counts = [];
/** @type {string[]} */
const lines = [];
const usual = [...STEPS.keys()].filter((name) => !NAMED_ONLY.includes(name));
for (const name of chosen.length > 0 ? chosen : usual) {
  process.stderr.write(`\n── ${name}\n`);
  const started = Date.now();
  const count = (await STEPS.get(name)?.()) ?? { passed: 0, failed: 1, skipped: 0 };
  counts.push(count);
  lines.push(
    `${name.padEnd(8)} ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (${Math.round((Date.now() - started) / 1000)} s)`,
  );
}
const total = sum(counts);
mkdirSync(join(ROOT, 'test-results'), { recursive: true });
writeFileSync(join(ROOT, 'test-results', 'summary.txt'), `${lines.join('\n')}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
// Results go to standard output, and the last line is the total.
process.stdout.write(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed === 0 && total.passed + total.skipped > 0 ? 0 : 1;
