// npm run build [-- chrome firefox thunderbird cli]: builds dist/. npm run dev: rebuilds at each change.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundledListProblem } from './bundled-end.mjs';
import { startProgram } from './setup/start-program.mjs';
import { CACHE, ensurePackages, ROOT } from './setup/prepare.mjs';

const TARGETS = ['cli', 'chrome', 'firefox', 'thunderbird'];
const BUNDLED = join(ROOT, 'public/bundled');
const TEST_FEEDS = join(ROOT, 'feeds/bundled/feeds.json');

/**
 * @param {string} target
 * @param {Record<string, string>} [settings] - for vite.config.ts
 */
export async function build(target, settings = {}, extra = /** @type {string[]} */ ([])) {
  if (target !== 'cli') {
    const problem = bundledListProblem(BUNDLED, TEST_FEEDS, Math.floor(Date.now() / 1000));
    if (problem !== null) throw new Error(problem);
  }
  const vite = startProgram(
    process.execPath,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...extra],
    { cwd: ROOT, env: { ...process.env, ...settings, SPAMLIGHT_TARGET: target }, stdout: 2, stderr: 2 },
  );
  const code = await vite.exited;
  if (code !== 0) throw new Error(`building ${target} failed (${code})`);
}

/**
 * Skips targets that are up to date.
 *
 * @param {readonly string[]} targets
 */
export async function ensureBuilt(...targets) {
  for (const target of targets) {
    if (readStamp(target) === stampOf(target)) continue;
    await buildAndStamp(target);
  }
}

/** @param {string} target */
async function buildAndStamp(target) {
  await build(target);
  mkdirSync(dirname(stampFile(target)), { recursive: true });
  writeFileSync(stampFile(target), stampOf(target));
}

/** @param {string} target */
const stampFile = (target) => join(CACHE, 'built', target);

/** @param {string} target */
const readStamp = (target) =>
  existsSync(stampFile(target)) ? readFileSync(stampFile(target), 'utf8') : null;

/** No build reads these. */
const NOT_SOURCES = /^(?:\..*|node_modules|dist|test|docs|demo|deploy|packages|[\w-]+-(?:results|output))$/;

/** Environment variables of builds. */
const SETTING = /^(?:VITE_\w+|SPAMLIGHT_FIREFOX_ID|SPAMLIGHT_CHROME_KEY)$/;

/** Hash of sources, settings and result. @param {string} target */
function stampOf(target) {
  const settings = Object.entries(process.env).filter(([name]) => SETTING.test(name));
  const hash = createHash('sha256').update(JSON.stringify(settings.toSorted(([a], [b]) => (a < b ? -1 : 1))));
  const sources = readdirSync(ROOT).filter((name) => !NOT_SOURCES.test(name));
  for (const file of [...sources, join('dist', target)].flatMap(filesOf)) {
    const bytes = readFileSync(join(ROOT, file));
    hash.update(`${file} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/** @param {string} path - from the project's folder @returns {string[]} */
function filesOf(path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .toSorted()
    .flatMap((name) => filesOf(join(path, name)));
}

if (process.argv[1] === import.meta.filename) {
  ensurePackages();
  const words = process.argv.slice(2);
  const watch = words.includes('--watch');
  const named = words.filter((word) => TARGETS.includes(word));
  const targets = named.length > 0 ? named : TARGETS;
  if (watch) {
    await Promise.all(targets.map((target) => build(target, {}, ['--watch', '--logLevel', 'info'])));
  } else {
    for (const target of targets) await buildAndStamp(target);
  }
}
