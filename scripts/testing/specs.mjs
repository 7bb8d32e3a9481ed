// End to end tests, in both browsers.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CHROMIUM, ensureBrowser, FIREFOX } from '../browsers.mjs';
import { canInstallPackages, CHINESE_FONT, ensureFiles } from '../debian.mjs';
import { ROOT } from '../prepare.mjs';
import { ensureNpmWebmail, ensureWebmail, HORDE, MAILDEVS, ROUNDCUBE } from '../webmails.mjs';
import { SKIPPED, sum } from './counts.mjs';
import { failuresOfPlaywright } from './failures.mjs';
import { bin, run } from './run.mjs';

const REPORT = join(ROOT, 'test-results', 'playwright.json');

/** @type {Record<string, string>} */
const programs = {};
/** @type {string[]} */
const missing = [];

/** Finds or installs the browsers, before the clock of a step starts. */
export async function prepareBrowsers() {
  for (const wanted of [CHROMIUM, FIREFOX]) {
    if (programs[wanted.variable] !== undefined || missing.includes(wanted.name)) continue;
    const found = await ensureBrowser(wanted);
    if ('path' in found) {
      programs[wanted.variable] = found.path;
      process.stderr.write(`${wanted.name} ${found.version}: ${found.path}\n`);
    } else {
      missing.push(wanted.name);
      process.stderr.write(`Not tested in ${wanted.name}. ${found.missing}\n`);
    }
  }
  ensureFiles(CHINESE_FONT);
}

/** Paths of the specs in a folder, without those below it. @param {string} folder */
export function specsIn(folder) {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `${folder}/${name}`);
}

/**
 * @param {readonly string[]} specs - regular expressions of their paths
 * @returns {Promise<import('./counts.mjs').Count>}
 */
export async function inBrowsers(specs) {
  const projects = [CHROMIUM, FIREFOX]
    .filter(({ variable }) => programs[variable] !== undefined)
    .map(({ name }) => `--project=${name.toLowerCase()}`);
  // A browser that is missing is one failure, not one of each test: they would all say the same, and worse.
  const without = { passed: 0, failed: missing.length, skipped: 0 };
  return projects.length === 0 ? without : sum([without, await playwright([...specs, ...projects])]);
}

/** @param {readonly string[]} words @returns {Promise<import('./counts.mjs').Count>} */
async function playwright(words) {
  rmSync(REPORT, { force: true });
  const code = await run(bin('playwright'), ['test', ...words, '--reporter=line,json'], {
    ...programs,
    PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT,
  });
  if (!existsSync(REPORT)) return { passed: 0, failed: 1, skipped: 0 };
  /**
   * @type {{stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>} &
   *   import('./failures.mjs').PlaywrightSuite}
   */
  const { stats, suites = [] } = JSON.parse(readFileSync(REPORT, 'utf8'));
  const { expected, unexpected, flaky, skipped } = stats;
  // A test that passes only at the second try is a defect: retries are off, and what slips through counts as failed.
  const failed = Math.max(unexpected + flaky, code === 0 && expected > 0 ? 0 : 1);
  return { passed: expected, failed, skipped, failures: failuresOfPlaywright({ suites }) };
}

let hasWebmail = false;
/** Webmails that this machine could have, and has not. */
let failedWebmails = 0;

/**
 * Installs the webmails, each as far as it can be: a spec whose webmail is missing says so and is skipped. Where it could
 * have been installed, that is a failure: hundreds of checks would be gone, and the run would look as good as any.
 */
export async function prepareWebmails() {
  await prepareBrowsers();
  const reasons = [
    ['Roundcube', ensureWebmail(ROUNDCUBE)],
    ['Horde', ensureWebmail(HORDE)],
    ...MAILDEVS.map((name) => [name, ensureNpmWebmail(name)]),
  ];
  const wanting = reasons.filter(([, reason]) => reason !== null);
  for (const [name, reason] of wanting) process.stderr.write(`Not tested on a real ${name}: ${reason}.\n`);
  hasWebmail = wanting.length < reasons.length;
  failedWebmails = canInstallPackages() ? wanting.length : 0;
}

/** End to end on real webmails, where there can be one. @param {readonly string[]} specs */
export async function inWebmails(specs) {
  const failed = { passed: 0, failed: failedWebmails, skipped: 0 };
  return sum([failed, hasWebmail ? await inBrowsers(specs) : SKIPPED]);
}
